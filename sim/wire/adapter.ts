import type { Json } from '#contracts/json.ts';
import type { Api, ParsedRequest, SimTool, SimUsage, StopReason } from '../types.ts';

/** What an adapter renders: structured output has become text or a tool call by now. */
export type ReplyPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | {
      readonly type: 'call';
      readonly id: string;
      readonly name: string;
      readonly input: Json;
      /** The arguments where they travel as text; not always JSON. */
      readonly inputText: string;
      readonly tool: SimTool | null;
    };

export interface Reply {
  /** Seeds the ids of the response. */
  readonly id: string;
  readonly model: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly parts: readonly ReplyPart[];
  readonly stopReason: StopReason;
  readonly usage: SimUsage;
  /** Whether a stream ends with the usage. */
  readonly wantsUsage: boolean;
}

/** One server-sent event. */
export interface Frame {
  readonly event?: string;
  readonly data: string;
}

export type Parse =
  | { readonly ok: true; readonly request: ParsedRequest }
  | { readonly ok: false; readonly message: string };

/** What is in the address and not in the body (Gemini), and the content of earlier answers (Responses). */
export interface ParseContext {
  readonly model?: string;
  readonly stream?: boolean;
  recall(id: string): readonly Json[] | undefined;
}

export interface SimHttpError {
  readonly status: number;
  readonly message: string;
  readonly retryAfterMs?: number;
}

/** One wire format. Every member is a pure function. */
export interface Adapter {
  readonly api: Api;
  parse(body: unknown, context: ParseContext): Parse;
  body(reply: Reply): Json;
  /** `chunk` cuts a text into the pieces it is streamed in; it may never end. */
  frames(reply: Reply, chunk: (text: string) => Iterable<string>): Iterable<Frame>;
  error(error: SimHttpError, requestId: string): Json;
  headers(requestId: string, usedTokens: number): Record<string, string>;
  errorHeaders(error: SimHttpError, requestId: string): Record<string, string>;
  /** What later requests may refer to by id. */
  remember?(body: unknown, response: Json, context: ParseContext): readonly (readonly [string, readonly Json[]])[];
}
