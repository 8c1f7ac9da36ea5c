import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, connect as secure, TLSSocket } from 'node:tls';
import type { KeyedHosts } from '#contracts/sandbox.ts';
import type { HostTarget } from '../host-allowed.ts';

export interface KeyedWay {
  readonly target: HostTarget;
  readonly keyed: KeyedHosts;
  /** A way to the host itself, or why there is none. */
  open(): Promise<Socket | string>;
}

/**
 * Answers a program in the sandbox in place of a host: fetches the requested file from the host, with the person's
 * credential. It only fetches: otherwise a package's own install code could publish in the person's name.
 */
export function answerKeyed(near: Duplex, way: KeyedWay): void {
  const server = createServer((asked, response) => void pass(asked, response, way));
  const inside = new TLSSocket(near as Socket, {
    isServer: true,
    secureContext: createSecureContext(way.keyed.identity(way.target.host)),
  });
  inside.on('error', () => near.destroy());
  server.emit('connection', inside);
}

async function pass(asked: IncomingMessage, response: ServerResponse, way: KeyedWay): Promise<void> {
  const { target, keyed } = way;
  const { method = 'GET' } = asked;
  if (method !== 'GET' && method !== 'HEAD') {
    refuse(response, 403, `Assay only fetches from ${target.host}: ${method} would be done in the person's name`);
    return;
  }
  const place = `https://${nameOf(target)}`;
  const url = URL.canParse(asked.url ?? '', place) ? new URL(asked.url ?? '', place) : null;
  if (url?.origin !== new URL(place).origin) {
    refuse(response, 400, `${asked.url} is no address at ${target.host}`);
    return;
  }
  const far = await way.open();
  if (typeof far === 'string') {
    refuse(response, Number(far.slice(0, 3)), far.slice(4));
    return;
  }
  const { host, port } = target;
  const tls = secure({ socket: far, servername: host, host, ca: [...keyed.trusted] });
  const headers = headersOf(asked, nameOf(target), keyed.authorization(url));
  const outward = request({
    method,
    host,
    port,
    path: `${url.pathname}${url.search}`,
    headers,
    createConnection: () => tls,
  });
  outward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
    answer.pipe(response);
  });
  const fail = (error: Error): void => {
    tls.destroy();
    if (response.headersSent) response.destroy();
    else refuse(response, 502, `${host} cannot be reached: ${error.message}`);
  };
  outward.on('error', fail);
  tls.on('error', fail);
  response.on('close', () => outward.destroy());
  outward.end();
}

const nameOf = ({ host, port }: HostTarget): string => (port === 443 ? host : `${host}:${port}`);

type Headers = IncomingMessage['headers'];

function headersOf({ headers }: IncomingMessage, host: string, authorization: string | null): Headers {
  return {
    ...withoutHops(headers),
    host,
    connection: 'close',
    // Without a credential of ours, the program's own counts: a public token in the project's settings.
    ...(authorization === null ? {} : { authorization }),
  };
}

const HOPS = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length)$/;

const withoutHops = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name === 'content-length' || !HOPS.test(name)));

function refuse(response: ServerResponse, code: number, why: string): void {
  response.writeHead(code, { 'content-type': 'text/plain' });
  response.end(`${why}.\n`);
}
