import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  RequestIdSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** JSON-RPC requires `id: null` where the request's id could not be read; MCP's own type does not allow that. */
export interface RpcError {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

export type ReadMessage =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  /** Invalid: the sender is told. */
  | { readonly kind: 'refused'; readonly reply: RpcError }
  /** Invalid, and answering it could start an endless exchange of errors. */
  | { readonly kind: 'ignored' };

/** One JSON-RPC message from unchecked text. */
export function readMessage(text: string): ReadMessage {
  const json = parseJson(text);
  if (json === undefined)
    return { kind: 'refused', reply: rpcError(null, ErrorCode.ParseError, 'Parse error: this is not JSON') };
  const message = JSONRPCMessageSchema.safeParse(json.value);
  if (message.success) return { kind: 'message', message: message.data };
  const seen = fieldsOf(json.value);
  if (seen.method === undefined && (seen.result !== undefined || seen.error !== undefined)) return { kind: 'ignored' };
  const what = Array.isArray(json.value)
    ? 'batches are not supported, send one message at a time'
    : 'this is not a JSON-RPC 2.0 message';
  return { kind: 'refused', reply: rpcError(idOf(json.value), ErrorCode.InvalidRequest, `Invalid request: ${what}`) };
}

export const rpcError = (id: RpcError['id'], code: number, message: string): RpcError => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

/** The id to answer to, so that the sender does not wait for an answer that never comes. */
export function idOf(value: unknown): RpcError['id'] {
  const id = RequestIdSchema.safeParse(fieldsOf(value).id);
  return id.success ? id.data : null;
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): { readonly [field: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
