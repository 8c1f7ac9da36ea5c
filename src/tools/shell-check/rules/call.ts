import type { ShellNode } from '#code/shell-tree.ts';
import type { ShellWord } from '#code/shell-words.ts';
import type { Script } from '../found.ts';

/** One simple command: its node, its name and the words after it. */
export interface RuleCommand {
  readonly node: ShellNode;
  readonly name: ShellWord;
  readonly args: readonly ShellWord[];
  readonly script: Script;
}
