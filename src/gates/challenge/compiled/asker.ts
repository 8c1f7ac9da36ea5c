import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import type { Command } from '#contracts/exec.ts';
import type { TestSelection } from '#contracts/test-run.ts';

/** A changed function of a compiled language that a program of ours can call. */
export interface AskedFunction {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly line: number;
  /** The type it is a method of; null for a plain function. */
  readonly receiver: { readonly name: string; readonly type: string } | null;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  /** It returns something (Go). */
  readonly answers?: true;
  /** Offset of its body, behind the opening brace. */
  readonly body: number;
}

/** One call: source for the receiver and for each argument. */
export interface CompiledCall {
  readonly function: AskedFunction;
  readonly receiver: string | null;
  readonly args: readonly string[];
}

/** What inserted code needs to report over the pipe without clashing with other names. */
export interface AskPlace {
  readonly nonce: string;
  readonly pipe: string;
  readonly key: string;
}

export interface AskedProject {
  /** From the project's top; '.' is the top. */
  readonly root: string;
  readonly texts: ReadonlyMap<string, string>;
  read(path: string): Promise<string | null>;
}

export type WrittenTexts = ReadonlyMap<string, string>;

/** How functions of one language record their calls, and how the same calls are made by a separate program. */
export interface CompiledAsker {
  /** `name`: of a function that has none of its own. */
  functionOf(
    node: SyntaxNode,
    around: readonly SyntaxNode[],
    at: { readonly path: string; readonly line: number; readonly name?: string },
  ): AskedFunction | null;
  /** Functions of files with the same value can be called by one program. */
  together(path: string): string;
  /** Source texts in which functions report their arguments on entry. */
  recording(functions: readonly AskedFunction[], project: AskedProject, place: AskPlace): WrittenTexts;
  /** A recorded value as source of the language; null where it cannot be expressed. */
  call(fn: AskedFunction, told: readonly string[]): CompiledCall | null;
  /**
   * A program that makes the calls, and how it is started; the same calls made by a test. Null where that cannot be
   * written here.
   */
  asking(calls: readonly CompiledCall[], project: AskedProject, place: AskPlace): Promise<AskingTexts | null>;
}

export interface AskingTexts {
  /** Source that both share. */
  readonly shared: WrittenTexts;
  readonly program: WrittenTexts;
  readonly command: Command;
  readonly test: WrittenTexts;
  /** Runs that test and no other. */
  readonly alone: TestSelection;
}
