import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HostList } from '#contracts/sandbox.ts';
import { addressAllowed, hostAllowed, parseTarget } from './host-allowed.ts';
import { answerKeyed } from './keyed/answer-keyed.ts';
import { listenOnSocket, type SocketServer } from './listen-on-socket.ts';
import { connectThrough, upstreamFor } from './upstream-proxy.ts';

export interface HostProxyOptions extends HostList {
  readonly socket: string;
  /** Of Assay itself: this machine may be behind a proxy of its own. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A CONNECT proxy on a Unix socket for the listed hosts. Names are resolved here: there is no DNS inside. */
export async function startHostProxy(options: HostProxyOptions): Promise<SocketServer> {
  const server = createServer((request, response) => {
    response.writeHead(405, { 'content-type': 'text/plain' });
    response.end(`This proxy only takes CONNECT (https), not ${request.method}.\n`);
  });
  server.on('connect', (request, near: Duplex, head: Buffer) => {
    near.on('error', () => near.destroy());
    const target = parseTarget(request.url ?? '');
    if (target !== null && hostAllowed(target, options.hosts) && options.keyed?.has(target.host, target.port)) {
      near.write(ESTABLISHED);
      if (head.length > 0) near.unshift(head);
      answerKeyed(near, { target, keyed: options.keyed, open: () => tunnel(request.url ?? '', options) });
      return;
    }
    void tunnel(request.url ?? '', options).then((way) => {
      if (typeof way === 'string') refuse(near, way);
      else join(near, way, head);
    });
  });
  return listenOnSocket(server, options.socket);
}

/** The open connection, or why there is none. */
async function tunnel(url: string, { hosts, mayBeNear, env }: HostProxyOptions): Promise<Socket | string> {
  const target = parseTarget(url);
  if (target === null || !hostAllowed(target, hosts)) return `403 ${url} is not among the hosts of this sandbox`;
  try {
    const upstream = upstreamFor(target, env);
    // The upstream proxy resolves the name, in a network that this machine may not see.
    if (upstream !== null) return await connectThrough(upstream, target);
    const { address } = await lookup(target.host);
    if (!addressAllowed(address, target.host, mayBeNear)) return `403 ${target.host} resolves to a private address`;
    // To the address that was checked, so that a second lookup cannot give another.
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
  near.write(ESTABLISHED);
  far.write(head);
  near.pipe(far).pipe(near);
}

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

function refuse(near: Duplex, why: string): void {
  const body = `${why.slice(4)}.\n`;
  near.end(
    `HTTP/1.1 ${why.slice(0, 3)} Refused\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}
