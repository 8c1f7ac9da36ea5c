import { createHash, timingSafeEqual } from 'node:crypto';

export interface HttpGuard {
  /** When set, every request must carry it as a bearer token. */
  readonly token?: string;
  /** Origins of web pages that may call, besides the server's own. */
  readonly origins?: readonly string[];
}

export type Admission =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: 401 | 403; readonly why: string };

interface Headers {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
}

/**
 * Who may talk to a server on loopback. A web page the person visits can point its own name at 127.0.0.1 (DNS
 * rebinding) and then send any request; the Host and Origin headers of the browser expose it.
 */
export function checkRequest(headers: Headers, guard: HttpGuard): Admission {
  const host = headers.host ?? '';
  if (!LOOPBACK.includes(hostName(host)))
    return refuse(403, `The Host header ${JSON.stringify(host)} is not this machine.`);
  const { origin } = headers;
  const own = `http://${host}`;
  if (origin !== undefined && origin !== own && !(guard.origins ?? []).includes(origin)) {
    return refuse(403, `Pages of the origin ${JSON.stringify(origin)} may not call this server.`);
  }
  if (guard.token !== undefined && !sameSecret(bearer(headers.authorization), guard.token)) {
    return refuse(401, 'A valid bearer token is required.');
  }
  return { ok: true };
}

const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

const refuse = (status: 401 | 403, why: string): Admission => ({ ok: false, status, why });

/** Without the port: a forwarded port is still this machine. */
const hostName = (host: string) => host.replace(/:\d+$/, '').toLowerCase();

const bearer = (authorization = '') => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';

/** Hashing gives equal lengths, so that timing reveals nothing about the token. */
function sameSecret(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
