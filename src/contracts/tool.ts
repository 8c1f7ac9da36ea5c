import type { z } from 'zod';
import type { ErrorInfo } from './errors.ts';
import type { ModelImage } from './model.ts';

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
  /**
   * The environment for anything the tool starts, with secrets removed. Absent means empty: a tool never falls back to
   * its own process's environment, which may hold the keys of the person who started it.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** One line of progress for a person. */
  progress(message: string): void;
}

/** A label for the content of an answer in an agent's context, and which earlier answers it replaces. */
export interface ContextChange {
  readonly holds: string;
  readonly leaves: readonly string[];
}

export type ToolResult<Output> =
  | {
      readonly ok: true;
      readonly output: Output;
      readonly text?: string;
      /** For a model that sees images; the text describes them. */
      readonly images?: readonly ModelImage[];
      readonly context?: ContextChange;
    }
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
  /**
   * What a server does with a call that is not answered in time (MCP clients give up after a minute): `ticket` (the
   * default) answers "running" with a ticket to ask for the result with, while the call continues; `stop` aborts it and
   * answers with an error: for tools that are always quick or hand out tickets of their own.
   */
  readonly overrun?: 'ticket' | 'stop';
  /** With `stop`: the answer instead of an error, if a late call is not a failure and may be repeated. */
  late?(): { readonly output: z.output<Output>; readonly text: string };
  /** Input fields that name files the tool reads: an agent's loop confines them to the agent's own folder. */
  readonly readsFiles?: readonly string[];
  /** Fields that the command line takes by position, in this order; default: the required texts. */
  readonly positional?: readonly string[];
  /** The work was done and found something wrong (drift, a bashism): the command then ends with exit code 1. */
  foundTrouble?(output: z.output<Output>): boolean;
  run(input: z.output<Input>, context: ToolContext): Promise<ToolResult<z.output<Output>>>;
}

/** Keeps the schema types of a definition while checking it against the interface. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> => tool;
