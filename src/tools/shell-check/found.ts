import type { ShellNode, ShellTree } from '#code/shell-tree.ts';
import { commandWords, literalOf, walkShell } from '#code/shell-words.ts';
import type { ConstructId } from './constructs.ts';

/** A replacement of a piece of text; several of one finding belong together. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface FoundConstruct {
  readonly construct: ConstructId;
  readonly start: number;
  readonly end: number;
  /** The POSIX equivalent; absent when there is no safe one. */
  readonly edits?: readonly Edit[] | undefined;
  /** What has to be true for the result to be the same. */
  readonly assumes?: string | undefined;
}

export type Rule = (node: ShellNode, script: Script) => readonly FoundConstruct[];
export type Rules = Readonly<Record<string, Rule>>;

export const NONE: readonly FoundConstruct[] = [];

/** What rules need to know about the whole text. */
export interface Script {
  readonly tree: ShellTree;
  readonly text: string;
  /** Names of functions the text defines: what they do to the shell's state is unknown. */
  readonly functions: ReadonlySet<string>;
  /** Variables the text assigns itself: they are not the shell's special ones then. */
  readonly assigned: ReadonlySet<string>;
  /** A command's failure may end the script or is looked at later, so every status counts. */
  readonly statusMatters: boolean;
  /** Those the text has already: a line can begin only one more. */
  readonly hereDocuments: readonly ShellNode[];
  /** `set -u`: an unset variable is an error. */
  readonly unsetIsError: boolean;
}

export function readScript(tree: ShellTree): Script {
  const functions = new Set<string>();
  const assigned = new Set<string>();
  let statusMatters = /\$\?|\btrap\b/.test(tree.text);
  let unsetIsError = false;
  const hereDocuments: ShellNode[] = [];
  for (const node of walkShell(tree.root)) {
    const name = node.children.find(({ field }) => field === 'name');
    if (node.type === 'heredoc_redirect') hereDocuments.push(node);
    if (node.type === 'function_definition' && name) functions.add(name.text);
    if (node.type === 'variable_assignment' && name) assigned.add(name.text);
    if (node.type === 'command' && name?.text === 'set') {
      const options = commandWords(node).map((word) => literalOf(word) ?? '');
      statusMatters ||= options.some((option) => /^-[a-z]*e|^errexit$/.test(option));
      unsetIsError ||= options.some((option) => /^-[a-z]*u|^nounset$/.test(option));
    }
  }
  return { tree, text: tree.text, functions, assigned, statusMatters, hereDocuments, unsetIsError };
}

export const found = (
  construct: ConstructId,
  at: Pick<ShellNode, 'start' | 'end'>,
  rest: Partial<FoundConstruct> = {},
): FoundConstruct => ({
  construct,
  start: at.start,
  end: at.end,
  ...rest,
});

export const replace = (at: Pick<ShellNode, 'start' | 'end'>, text: string): Edit => ({
  start: at.start,
  end: at.end,
  text,
});
