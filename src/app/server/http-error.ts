import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AssayError, type ErrorCode, type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';

/** An error that exists only over HTTP. */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  readonly info: ErrorInfo;

  constructor(status: ContentfulStatusCode, code: string, message: string, next?: string) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.info = { code, message, ...(next === undefined ? {} : { next }) };
  }
}

/** Any thrown value, as status and body. */
export function httpFailure(thrown: unknown): { readonly status: ContentfulStatusCode; readonly error: ErrorInfo } {
  if (thrown instanceof HttpError) return { status: thrown.status, error: thrown.info };
  if (thrown instanceof AssayError) return { status: STATUS[thrown.code] ?? 500, error: thrown.toInfo() };
  // An unexpected error may contain anything: the log has it, the page does not.
  const { code } = toErrorInfo(thrown);
  const next = 'The terminal in which `assay serve` runs says more.';
  return { status: 500, error: { code, message: 'Something went wrong in the server.', next } };
}

const STATUS: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  USAGE: 400,
  RUN_UNKNOWN: 404,
  BLOB_MISSING: 404,
  RUN_HELD: 409,
  RUN_OVER: 409,
  RUN_STUCK: 409,
  LEASE_LOST: 409,
  APPEND_CONFLICT: 409,
  GRAPH_CHANGED: 409,
  GRAPH_UNKNOWN: 409,
  SIGNAL_UNKNOWN: 409,
  PAYLOAD_INVALID: 422,
  CONFIG_INVALID: 500,
  STORE_BUSY: 503,
  DISK_FULL: 507,
};
