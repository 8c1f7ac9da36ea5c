import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressAllowed, hostAllowed, parseTarget } from './host-allowed.ts';
import { listenOnSocket, type SocketServer } from './listen-on-socket.ts';

export interface HostProxyOptions {
  readonly socket: string;
  readonly hosts: readonly string[];
}

/** A CONNECT proxy on a Unix socket for the hosts of a list. Names are looked up here: inside there is no DNS. */
export async function startHostProxy(options: HostProxyOptions): Promise<SocketServer> {
  const server = createServer((request, response) => {
    response.writeHead(405, { 'content-type': 'text/plain' });
    response.end(`This proxy only takes CONNECT (https), not ${request.method}.\n`);
  });
  server.on('connect', (request, near: Duplex, head: Buffer) => {
    near.on('error', () => near.destroy());
    void tunnel(request.url ?? '', options.hosts).then((way) => {
      if (typeof way === 'string') refuse(near, way);
      else join(near, way, head);
    });
  });
  return listenOnSocket(server, options.socket);
}

/** The open connection, or why there is none. */
async function tunnel(url: string, hosts: readonly string[]): Promise<Socket | string> {
  const target = parseTarget(url);
  if (target === null || !hostAllowed(target, hosts)) return `403 ${url} is not among the hosts of this sandbox`;
  try {
    const { address } = await lookup(target.host);
    if (!addressAllowed(address, target.host)) return `403 ${target.host} leads to a private address`;
    // To the address that was judged, so that a second lookup cannot give another.
    return await opened(connect(target.port, address));
  } catch {
    return `502 ${target.host} cannot be reached`;
  }
}

const opened = (socket: Socket): Promise<Socket> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });

function join(near: Duplex, far: Socket, head: Buffer): void {
  far.on('error', () => near.destroy());
  far.on('close', () => near.destroy());
  near.on('close', () => far.destroy());
  near.write('HTTP/1.1 200 Connection established\r\n\r\n');
  far.write(head);
  near.pipe(far).pipe(near);
}

function refuse(near: Duplex, why: string): void {
  const body = `${why.slice(4)}.\n`;
  near.end(
    `HTTP/1.1 ${why.slice(0, 3)} Refused\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}
