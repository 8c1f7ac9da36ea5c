import type { z } from 'zod';
import type { ErrorInfo } from '#contracts/errors.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import type { Action } from '#contracts/permission.ts';
import type { Tool, ToolContext, ToolResult } from '#contracts/tool.ts';

/** What a call would do, and the input with its real paths: no link is followed later. */
export type PreparedCall<Input> =
  | { readonly ok: true; readonly action: Action; readonly input: Input }
  | { readonly ok: false; readonly error: ErrorInfo };

export interface CallContext extends ToolContext {
  /** Unique in the attempt. */
  readonly call: string;
}

/** A tool of the native loop: what it is, what a use of it would do, and whether uses may overlap. */
export interface NativeTool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly tool: Tool<Input, Output>;
  readonly parallel: boolean;
  prepare(input: z.output<Input>): Promise<PreparedCall<z.output<Input>>>;
  /** Instead of the tool's own, where it has to know its call. */
  run?(input: z.output<Input>, context: CallContext): Promise<ToolResult<z.output<Output>>>;
}

/** Any error in a tool is reported to the model. */
export async function toResult<T>(work: () => Promise<ToolResult<T>>): Promise<ToolResult<T>> {
  try {
    return await work();
  } catch (thrown) {
    return { ok: false, error: toErrorInfo(thrown, 'TOOL_FAILED') };
  }
}

export const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
export const WRITES = { readOnly: false, destructive: true, idempotent: false, openWorld: false } as const;
