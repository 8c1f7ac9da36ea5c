import type { CliCommand, Deprecation } from '../cli/command.ts';
import type { CommandTree } from '../cli/command-tree.ts';

/** A place where a document and the program disagree. */
export interface Drift {
  readonly problem: 'unknown' | 'renamed' | 'deprecated';
  readonly what: 'subcommand' | 'option' | 'argument';
  readonly word: string;
  /** The program and the subcommands parsed before it. */
  readonly command: string;
  /** Nearest first; for something deprecated, what its help says to use. */
  readonly suggestions: readonly string[];
  readonly message: string;
}

export const nameOf = (tree: CommandTree, { path }: CliCommand): string => [tree.program, ...path].join(' ');

export function unknown(
  what: 'subcommand' | 'option',
  word: string,
  command: string,
  suggestions: readonly string[],
): Drift {
  const hint = suggestions.length > 0 ? `; did you mean ${suggestions.map((name) => `"${name}"`).join(' or ')}?` : '';
  const problem = suggestions.length > 0 ? 'renamed' : 'unknown';
  return { problem, what, word, command, suggestions, message: `${command} has no ${what} "${word}"${hint}` };
}

export function deprecated(
  what: 'subcommand' | 'option',
  word: string,
  at: CliCommand,
  tree: CommandTree,
  { instead }: Deprecation,
): Drift {
  const hint = instead === null ? '' : `; use "${instead}" instead`;
  const message = `the ${what} "${word}" of ${nameOf(tree, at)} is deprecated${hint}`;
  return {
    problem: 'deprecated',
    what,
    word,
    command: nameOf(tree, at),
    suggestions: instead === null ? [] : [instead],
    message,
  };
}
