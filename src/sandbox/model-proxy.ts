import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream';
import type { CallWatch } from '#contracts/model-calls.ts';
import { listenOnSocket, type SocketServer } from './listen-on-socket.ts';
import { type AnswerWire, readAnswer, wireOf } from './read-answer.ts';

export interface ModelProxyOptions {
  /** The socket to listen on; the policy's `ports` bind it into the sandbox. */
  readonly socket: string;
  /** The provider, e.g. https://api.anthropic.com or a path below a gateway. */
  readonly baseUrl: string;
  /** Headers added outside, e.g. { 'x-api-key': … }. Never seen inside. */
  readonly secretHeaders: Readonly<Record<string, string>>;
  /** Methods and path prefixes that pass; everything else is refused. */
  readonly allow: readonly AllowedCall[];
  /**
   * Called before every call of a model, and told what its answer used: a budget is enforced here, whatever runs
   * inside.
   */
  readonly watch?: CallWatch;
}

export interface AllowedCall {
  readonly method: string;
  /** The whole path without its query. */
  readonly path: RegExp;
}

/** What an agent CLI needs from a provider: ask, count tokens, list models. Not files, batches or administration. */
export const ANTHROPIC_CALLS: readonly AllowedCall[] = [
  { method: 'POST', path: /^\/v1\/messages(?:\/count_tokens)?$/ },
  { method: 'GET', path: /^\/v1\/models(?:\/[\w.:-]+)?$/ },
];
export const OPENAI_CALLS: readonly AllowedCall[] = [
  { method: 'POST', path: /^(?:\/v1)?\/(?:responses|chat\/completions|completions|embeddings)$/ },
  { method: 'GET', path: /^(?:\/v1)?\/models(?:\/[\w.:-]+)?$/ },
];

export const GEMINI_CALLS: readonly AllowedCall[] = [
  { method: 'POST', path: /^\/v1(?:beta)?\/models\/[\w.-]+:(?:generateContent|streamGenerateContent|countTokens)$/ },
  { method: 'GET', path: /^\/v1(?:beta)?\/models(?:\/[\w.-]+)?$/ },
];

export const anthropicKey = (key: string): Record<string, string> => ({ 'x-api-key': key });
export const geminiKey = (key: string): Record<string, string> => ({ 'x-goog-api-key': key });
/** OpenAI and compatible providers; also Anthropic's for a subscription token. */
export const proxyKeyOf = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

/**
 * Lets a sandbox reach its model and nothing else. Bodies stream both ways unchanged; the key is added on this side.
 */
export async function startModelProxy(options: ModelProxyOptions): Promise<SocketServer> {
  const base = new URL(options.baseUrl);
  const server = createServer(async (incoming, response) => {
    const path = pathOf(incoming);
    if (path === null || !isAllowed(incoming.method, path.pathname, options.allow)) {
      answer(response, 403, `${incoming.method} ${incoming.url} is not among the calls this sandbox may make.`);
      return;
    }
    const wire = options.watch ? wireOf(incoming.method, path.pathname) : null;
    const refusal = wire === null ? null : await mayAsk(options.watch);
    if (refusal !== null) return answer(response, 403, refusal);
    const leave = wire === null ? undefined : await enter(options.watch, response);
    if (response.destroyed || response.writableEnded) return leave?.();
    response.once('close', () => leave?.());
    const send = base.protocol === 'https:' ? requestHttps : requestHttp;
    const target = new URL(base.pathname.replace(/\/$/, '') + path.pathname + path.search, base);
    const outgoing = send(target, { method: incoming.method, headers: headersFor(incoming, base, options) });
    let asked = 0;
    incoming.on('data', (chunk: Buffer) => {
      asked += chunk.length;
    });
    outgoing.on('response', (far) => {
      if (wire !== null) watchAnswer(options.watch, wire, far, () => asked);
      response.writeHead(far.statusCode ?? 502, answerHeaders(far));
      pipeline(far, response, () => undefined);
    });
    outgoing.on('error', () => answer(response, 502, 'The model provider could not be reached from outside.'));
    response.on('close', () => outgoing.destroy());
    pipeline(incoming, outgoing, () => undefined);
  });
  return listenOnSocket(server, options.socket);
}

/** A failing watch lets nothing through: an unwatched call could exceed the budget. */
const mayAsk = async (watch: CallWatch | undefined): Promise<string | null> =>
  watch?.mayAsk().catch((thrown: unknown) => `The call could not be watched: ${String(thrown)}`) ?? null;

/** A caller that disconnects while it waits leaves the line. */
async function enter(watch: CallWatch | undefined, response: ServerResponse): Promise<(() => void) | undefined> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  response.once('close', leave);
  try {
    return await watch?.enter?.(gone.signal);
  } catch (thrown) {
    answer(response, 502, `The call could not be made: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    return undefined;
  } finally {
    response.off('close', leave);
  }
}

const plainHeaders = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));

/** Counts an answer, even one that the program inside did not wait for. */
function watchAnswer(watch: CallWatch | undefined, wire: AnswerWire, far: IncomingMessage, asked: () => number): void {
  watch?.headers?.(far.statusCode ?? 0, plainHeaders(far));
  if ((far.statusCode ?? 500) >= 400) return;
  const reader = readAnswer(wire, /event-stream/.test(far.headers['content-type'] ?? ''));
  far.on('data', (chunk: Buffer) => reader.push(chunk));
  far.once('close', () => watch?.answered(reader.end(asked())));
}

function isAllowed(method: string | undefined, path: string, allow: readonly AllowedCall[]): boolean {
  return allow.some((call) => call.method === method && call.path.test(path));
}

/** Only a plain path: an absolute URL would choose the host. `new URL` also resolves `..`. */
function pathOf({ url = '' }: IncomingMessage): URL | null {
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\')) return null;
  return URL.canParse(url, 'http://inside') ? new URL(url, 'http://inside') : null;
}

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** The key that the CLI inside uses is only a placeholder. */
const CREDENTIALS = new Set(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'cookie']);

function headersFor(incoming: IncomingMessage, base: URL, { secretHeaders }: ModelProxyOptions): Headers {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || HOP_BY_HOP.has(name) || CREDENTIALS.has(name)) continue;
    headers[name] = value;
  }
  // A compressed answer could not be counted.
  return { ...headers, ...secretHeaders, 'accept-encoding': 'identity', host: base.host };
}
type Headers = Record<string, string | string[]>;

function answerHeaders(far: IncomingMessage): Headers {
  const headers: Headers = {};
  for (const [name, value] of Object.entries(far.headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name) && name !== 'set-cookie') headers[name] = value;
  }
  return headers;
}

function answer(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ type: 'error', error: { type: 'assay_sandbox', message } }));
}
