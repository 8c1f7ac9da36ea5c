import type { HttpBindings } from '@hono/node-server';
import { ErrorCode, isInitializeRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { toErrorInfo } from '#contracts/errors.ts';
import { readRequest } from '#host/read-request.ts';
import { checkRequest, type HttpGuard } from './http-guard.ts';
import type { HttpSession, HttpSessions } from './http-sessions.ts';
import { idOf, type RpcError, readMessage, rpcError } from './read-message.ts';
import type { ReadyShell } from './shell.ts';

interface AppEnv {
  Bindings: HttpBindings;
}
type Exchange = Context<AppEnv>;

/** The HTTP side of the shell: authentication, and which session a request belongs to. */
export function httpApp(shell: ReadyShell, sessions: HttpSessions, guard: HttpGuard): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    const { host, origin, authorization } = c.env.incoming.headers;
    const admission = checkRequest({ host, origin, authorization }, guard);
    if (admission.ok) return next();
    shell.log.warn('A request was refused.', { why: admission.why });
    if (admission.status === 401) c.header('WWW-Authenticate', 'Bearer');
    return refuse(c, admission.status, REFUSED, admission.why);
  });
  app.post(MCP_PATH, async (c) => {
    const { messageBytes } = shell.limits;
    const body = await readRequest(c.req.raw, messageBytes);
    if (body !== null) return onPost(c, sessions, new TextDecoder().decode(body));
    return refuse(c, 413, ErrorCode.InvalidRequest, `A message may have at most ${messageBytes} bytes.`);
  });
  app.all(MCP_PATH, (c) => {
    const session = sessionOf(c, sessions);
    return session === undefined ? noSession(c, null) : handOver(c, session);
  });
  app.notFound((c) => refuse(c, 404, REFUSED, `There is nothing here; MCP is at ${MCP_PATH}.`));
  app.onError((error, c) => {
    shell.log.error('A request failed.', { error: toErrorInfo(error).message });
    return refuse(c, 500, ErrorCode.InternalError, 'Internal error.');
  });
  return app;
}

export const MCP_PATH = '/mcp';
const SESSION_HEADER = 'mcp-session-id';
/** The codes the SDK's own transport uses. */
const REFUSED = -32000;
const SESSION_UNKNOWN = -32001;

async function onPost(c: Exchange, sessions: HttpSessions, body: string): Promise<Response> {
  const read = readMessage(body);
  if (read.kind === 'refused') return c.json(read.reply, 400);
  if (read.kind === 'ignored')
    return refuse(c, 400, ErrorCode.InvalidRequest, 'Invalid request: this is not a JSON-RPC 2.0 message.');
  const session = sessionOf(c, sessions);
  if (session !== undefined) return handOver(c, session, read.message);
  if (c.req.header(SESSION_HEADER) === undefined) return onFirstMessage(c, sessions, read.message);
  return noSession(c, idOf(read.message));
}

/** A message without a session: it opens one, or gets an explanation. */
async function onFirstMessage(c: Exchange, sessions: HttpSessions, message: JSONRPCMessage): Promise<Response> {
  if (isInitializeRequest(message)) return openSession(c, sessions, message);
  const id = idOf(message);
  const method = 'method' in message ? message.method : undefined;
  if (method === 'initialize')
    return c.json(rpcError(id, ErrorCode.InvalidParams, 'Invalid params of initialize.'), 400);
  // Newer clients ask `server/discover` first and fall back to initialize on exactly this answer; some take any HTTP
  // status but 200 for a broken server.
  if (id !== null && method !== undefined && !NEED_SESSION.includes(method)) {
    return c.json(rpcError(id, ErrorCode.MethodNotFound, 'Method not found'));
  }
  return noSession(c, id);
}

const NEED_SESSION: readonly string[] = [
  ...['ping', 'tools/list', 'tools/call', 'prompts/list', 'prompts/get'],
  ...['resources/list', 'resources/read', 'resources/templates/list'],
];

async function openSession(c: Exchange, sessions: HttpSessions, message: JSONRPCMessage): Promise<Response> {
  const session = await sessions.open();
  if (session === undefined) {
    c.header('Retry-After', '30');
    return c.json(rpcError(idOf(message), REFUSED, 'Too many clients are connected; try again later.'), 503);
  }
  const response = await handOver(c, session, message);
  // The transport rejects invalid requests (a wrong Accept header); no client will come back to this session then.
  if (session.transport.sessionId === undefined) sessions.end(session.id, 'it was not initialized');
  return response;
}

function handOver(c: Exchange, session: HttpSession, parsedBody?: JSONRPCMessage): Promise<Response> {
  const leave = session.enter();
  // There is no further event for a client that has already gone.
  if (c.env.outgoing.closed) leave();
  else c.env.outgoing.once('close', leave);
  return session.transport.handleRequest(c.req.raw, parsedBody === undefined ? {} : { parsedBody });
}

function sessionOf(c: Exchange, sessions: HttpSessions): HttpSession | undefined {
  const id = c.req.header(SESSION_HEADER);
  return id === undefined ? undefined : sessions.get(id);
}

function noSession(c: Exchange, id: RpcError['id']): Response {
  return c.req.header(SESSION_HEADER) === undefined
    ? c.json(
        rpcError(id, ErrorCode.InvalidRequest, 'Send initialize first, then every request with its Mcp-Session-Id.'),
        400,
      )
    : c.json(rpcError(id, SESSION_UNKNOWN, 'Session not found: send initialize again.'), 404);
}

const refuse = (c: Exchange, status: ContentfulStatusCode, code: number, message: string): Response =>
  c.json(rpcError(null, code, message), status);
