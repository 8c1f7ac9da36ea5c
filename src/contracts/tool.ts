import type { z } from 'zod';
import type { ErrorInfo } from './errors.ts';

/** What a tool may do to the world; clients use these hints to decide whether to ask a person. */
export interface ToolAnnotations {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

export interface ToolExample<Input> {
  readonly title: string;
  readonly input: Input;
}

export interface ToolContext {
  readonly signal: AbortSignal;
  /** The folder the caller works in. */
  readonly cwd: string;
  /** One line of progress for a person. */
  progress(message: string): void;
}

export type ToolResult<Output> =
  | { readonly ok: true; readonly output: Output; readonly text?: string }
  | { readonly ok: false; readonly error: ErrorInfo };

/** One definition serves the CLI, MCP, the native agent loop, the docs page and the tests. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly annotations: ToolAnnotations;
  readonly examples: readonly ToolExample<z.input<Input>>[];
  /** Codes this tool can answer with, and what each means here. */
  readonly errors: Readonly<Record<string, string>>;
  run(input: z.output<Input>, context: ToolContext): Promise<ToolResult<z.output<Output>>>;
}

/** Keeps the schema types of a definition while it is checked against the interface. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> => tool;
