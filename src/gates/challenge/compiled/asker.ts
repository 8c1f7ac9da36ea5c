import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import type { Command } from '#contracts/exec.ts';

/** A changed function of a compiled language that can be asked by a program of ours. */
export interface AskedFunction {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly line: number;
  /** What it is a method of; null of a plain function. */
  readonly receiver: { readonly name: string; readonly type: string } | null;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  /** Something comes back from it (Go). */
  readonly answers?: true;
  /** Where its body begins, behind the bracket. */
  readonly body: number;
}

/** One question: what stands for the receiver, and for each argument, in the words of the language. */
export interface CompiledCall {
  readonly function: AskedFunction;
  readonly receiver: string | null;
  readonly args: readonly string[];
}

/** What a text of ours needs to know to be heard, and not to be in anybody's way. */
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

/** How functions of one language are made to tell what they are asked, and are asked the same by a program of its own. */
export interface CompiledAsker {
  functionOf(node: SyntaxNode, around: readonly SyntaxNode[], at: { path: string; line: number }): AskedFunction | null;
  /** Functions of files for which this is the same can be asked by one program. */
  together(path: string): string;
  /** Texts in which functions tell, as they are entered, what they are given. */
  recording(functions: readonly AskedFunction[], project: AskedProject, place: AskPlace): WrittenTexts;
  /** What was told, in words that the language can read again; null where it cannot. */
  call(fn: AskedFunction, told: readonly string[]): CompiledCall | null;
  /** A program that asks, and how it is started; the same asked by a test. Null where that cannot be written here. */
  asking(calls: readonly CompiledCall[], project: AskedProject, place: AskPlace): Promise<AskingTexts | null>;
}

export interface AskingTexts {
  /** Program text that both have. */
  readonly shared: WrittenTexts;
  readonly program: WrittenTexts;
  readonly command: Command;
  readonly test: WrittenTexts;
}
