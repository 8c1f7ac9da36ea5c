import { z } from 'zod';

/** Exit codes of the process. Documented for scripts; their meaning never changes. */
export const EXIT = { done: 0, failed: 1, usage: 2, later: 3, person: 10 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Every error code, and the exit code with which it ends a command. */
export const ERROR_CODES = {
  USAGE: EXIT.usage,
  CONFIG_INVALID: EXIT.usage,
  HOME_UNWRITABLE: EXIT.usage,
  FILE_MISSING: EXIT.usage,
  FILE_UNREADABLE: EXIT.failed,
  FILE_NOT_REGULAR: EXIT.usage,
  FILE_UNWRITABLE: EXIT.failed,
  DISK_FULL: EXIT.failed,
  STORE_CORRUPT: EXIT.failed,
  STORE_NEWER: EXIT.usage,
  STORE_BUSY: EXIT.later,
  EMBEDDINGS_FAILED: EXIT.failed,
  STORE_FAILED: EXIT.failed,
  LOG_TAMPERED: EXIT.failed,
  EVENT_UNKNOWN: EXIT.usage,
  EVENT_INVALID: EXIT.failed,
  RUN_UNKNOWN: EXIT.usage,
  RUN_EXISTS: EXIT.usage,
  RUN_HELD: EXIT.later,
  RUN_OVER: EXIT.usage,
  RUN_STUCK: EXIT.failed,
  LEASE_LOST: EXIT.later,
  APPEND_CONFLICT: EXIT.later,
  GRAPH_INVALID: EXIT.usage,
  GRAPH_UNKNOWN: EXIT.usage,
  GRAPH_CHANGED: EXIT.person,
  PORT_UNKNOWN: EXIT.failed,
  PAYLOAD_INVALID: EXIT.failed,
  SIGNAL_UNKNOWN: EXIT.usage,
  JOIN_CONFLICT: EXIT.failed,
  NAME_TAKEN: EXIT.failed,
  DEPENDENCY_UNKNOWN: EXIT.failed,
  NODE_THREW: EXIT.failed,
  NODE_TIMEOUT: EXIT.failed,
  NODE_ABORTED: EXIT.failed,
  NODE_KEEPS_CRASHING: EXIT.person,
  AGENT_BLOCKED: EXIT.person,
  CLAIM_INVALID: EXIT.failed,
  ATTEMPT_LIMIT: EXIT.failed,
  BUDGET_REACHED: EXIT.person,
  ATTEMPT_ABORTED: EXIT.failed,
  PATH_OUTSIDE: EXIT.usage,
  MODEL_UNAVAILABLE: EXIT.later,
  MODEL_REFUSED: EXIT.failed,
  MODEL_NAME_INVALID: EXIT.usage,
  MODEL_KEY_MISSING: EXIT.usage,
  MODEL_KEY_REFUSED: EXIT.usage,
  MODEL_UNKNOWN: EXIT.usage,
  MODEL_REQUEST_INVALID: EXIT.failed,
  MODEL_SWITCHED: EXIT.failed,
  MODEL_GARBLED: EXIT.failed,
  MODEL_CONTEXT_FULL: EXIT.failed,
  MODEL_QUOTA_EXHAUSTED: EXIT.later,
  PRICE_UNKNOWN: EXIT.usage,
  QUEUE_FULL: EXIT.later,
  BLOB_MISSING: EXIT.failed,
  BLOB_CORRUPT: EXIT.failed,
  PROCESS_UNSTARTABLE: EXIT.failed,
  TOOL_INPUT_INVALID: EXIT.usage,
  TOOL_FAILED: EXIT.failed,
  TELEMETRY_FAILED: EXIT.failed,
  SLICE_NOT_FOUND: EXIT.failed,
  SLICE_UNFIT: EXIT.usage,
  BINARY_NOT_FOUND: EXIT.failed,
  BINARY_NOT_EXECUTABLE: EXIT.failed,
  BINARY_TOO_OLD: EXIT.failed,
  BINARY_VERSION_UNKNOWN: EXIT.failed,
  HELP_UNREADABLE: EXIT.failed,
  SESSION_FILE_INVALID: EXIT.usage,
  SOURCE_UNREADABLE: EXIT.usage,
  SOURCE_UNKNOWN: EXIT.usage,
  /** A person has to sign in or enter a secret. */
  SOURCE_SIGN_IN: EXIT.person,
  /** A server offers other tools than those a person accepted. */
  SOURCE_CHANGED: EXIT.person,
  CREDENTIAL_UNREADABLE: EXIT.usage,
  TABLE_UNKNOWN: EXIT.usage,
  FIELD_UNKNOWN: EXIT.usage,
  OPERATOR_UNFIT: EXIT.usage,
  TYPE_MISMATCH: EXIT.usage,
  CLAUSE_INVALID: EXIT.usage,
  CLAUSE_REFUSED: EXIT.usage,
  STEPS_INVALID: EXIT.usage,
  STEP_FAILED: EXIT.failed,
  SCENARIO_UNKNOWN: EXIT.usage,
  PORT_IN_USE: EXIT.usage,
  GIT_FAILED: EXIT.failed,
  GIT_TOO_OLD: EXIT.usage,
  REPOSITORY_UNFIT: EXIT.usage,
  REVISION_UNKNOWN: EXIT.usage,
  /** A range of commits that is empty, whose ends share no history, or whose beginning was not fetched. */
  RANGE_EMPTY: EXIT.usage,
  RANGE_UNRELATED: EXIT.usage,
  CLONE_SHALLOW: EXIT.usage,
  WORKSPACE_UNKNOWN: EXIT.usage,
  WORKSPACE_HELD: EXIT.later,
  WORKSPACE_DIRTY: EXIT.failed,
  WORKSPACE_TOO_BIG: EXIT.failed,
  UNCOMMITTABLE: EXIT.failed,
  /** Uncommitted work of the person lies where Assay would have to write. */
  CHECKOUT_DIRTY: EXIT.person,
  NOT_ISOLATED: EXIT.usage,
  SANDBOX_UNAVAILABLE: EXIT.usage,
  LAYER_FAILED: EXIT.failed,
  COMMAND_REFUSED: EXIT.failed,
  PERMISSION_DENIED: EXIT.failed,
  UNEXPECTED: EXIT.failed,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
const codes: readonly string[] = Object.keys(ERROR_CODES);
export const isErrorCode = (value: string): value is ErrorCode => codes.includes(value);

/**
 * An error as data: it travels in events, tool results and `--json`. `code` is a string so that newer logs can be read.
 */
export const ErrorInfo = z.object({
  code: z.string(),
  /** What was seen. */
  message: z.string(),
  /** What the reader can do about it. */
  next: z.string().optional(),
});
export type ErrorInfo = z.infer<typeof ErrorInfo>;

export class AssayError extends Error {
  readonly code: ErrorCode;
  readonly next: string | undefined;

  constructor(code: ErrorCode, message: string, options: { next?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AssayError';
    this.code = code;
    this.next = options.next;
  }

  get exitCode(): ExitCode {
    return ERROR_CODES[this.code];
  }

  toInfo(): ErrorInfo {
    return { code: this.code, message: this.message, ...(this.next === undefined ? {} : { next: this.next }) };
  }
}

/** Anything that was thrown, as data. The stack is left out: it belongs in the debug log, not in a run's history. */
export function toErrorInfo(thrown: unknown, fallback: ErrorCode = 'UNEXPECTED'): ErrorInfo {
  if (thrown instanceof AssayError) return thrown.toInfo();
  if (thrown instanceof Error) return { code: fallback, message: thrown.message || thrown.name };
  return { code: fallback, message: String(thrown) };
}

/** A message without its full stop, to be followed by another sentence: reasons have none, most errors do. */
export const asSentence = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`);
