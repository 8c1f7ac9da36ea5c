import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { HostTarget } from './host-allowed.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The proxy through which this machine reaches a host; null where it connects directly. */
export function upstreamFor({ host, port }: HostTarget, env: Env): URL | null {
  const named = env.HTTPS_PROXY || env.https_proxy || env.ALL_PROXY || env.all_proxy;
  if (!named || isExempt({ host, port }, env.NO_PROXY || env.no_proxy || '')) return null;
  const text = named.includes('://') ? named : `http://${named}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

/** A name matches all hosts that end in it, as in curl. */
function isExempt({ host, port }: HostTarget, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', digits] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      return (digits === undefined || Number(digits) === port) && (host === name || host.endsWith(`.${name}`));
    });
}

const ANSWER_BYTES = 16 * 1024;
const ANSWER_MS = 30_000;

/** An open connection to the target through that proxy. Its name and password, if any, stay outside the sandbox. */
export async function connectThrough(proxy: URL, { host, port }: HostTarget): Promise<Socket> {
  const at = { host: proxy.hostname.replace(/^\[|\]$/g, ''), port: Number(proxy.port) || (isTls(proxy) ? 443 : 80) };
  const socket = isTls(proxy) ? connectTls({ ...at, servername: at.host }) : connect(at);
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    await once(socket, isTls(proxy) ? 'secureConnect' : 'connect', { signal });
    const name = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    socket.write(`CONNECT ${name} HTTP/1.1\r\nhost: ${name}\r\n${authorization(proxy)}\r\n`);
    const answer = await headOf(socket, signal);
    if (!/^HTTP\/1\.\d 2\d\d/.test(answer))
      throw new Error(`the proxy of this machine refused: ${answer.split('\r\n')[0]}`);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

const isTls = ({ protocol }: URL): boolean => protocol === 'https:';

function authorization({ username, password }: URL): string {
  if (username === '' && password === '') return '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `proxy-authorization: Basic ${Buffer.from(pair).toString('base64')}\r\n`;
}

/** Reads up to the empty line; data after it is put back. */
async function headOf(socket: Socket, signal: AbortSignal): Promise<string> {
  let read = Buffer.alloc(0);
  for (;;) {
    await once(socket, 'readable', { signal });
    for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read())
      read = Buffer.concat([read, chunk]);
    const end = read.indexOf('\r\n\r\n');
    if (end !== -1) {
      if (read.length > end + 4) socket.unshift(read.subarray(end + 4));
      return read.toString('latin1', 0, end);
    }
    if (read.length > ANSWER_BYTES || socket.readableEnded) throw new Error('the proxy of this machine gave no answer');
  }
}
