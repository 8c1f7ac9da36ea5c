import type { CommandWord, HiddenPart } from '#contracts/policy.ts';
import type { Feed } from './feed.ts';
import { anyWord } from './word.ts';

/** A command whose program is known, before its own sub-commands are searched. */
export interface KnownCommand {
  readonly program: string;
  readonly path: string | null;
  readonly args: readonly CommandWord[];
  readonly feed: Feed | null;
}

/** What the project defines: package scripts, and the text of files, where the caller can provide them. */
export interface Lookup {
  readonly script?: (name: string) => string | null;
  readonly file?: (path: string) => string | null;
}

/** Something a command starts: words that are a command, or a text that a shell evaluates. */
export interface Inner {
  readonly words?: readonly CommandWord[];
  readonly line?: string;
  readonly via: string;
  /** `NAME=value` words that apply to it. */
  readonly assigns?: readonly CommandWord[];
  readonly within?: boolean;
  readonly sure?: boolean;
  readonly feed?: Feed | null;
}

export interface StartedPrograms {
  readonly role: 'command' | 'wrapper';
  readonly hidden: HiddenPart | null;
  readonly inner: readonly Inner[];
}

export type Starter = (command: KnownCommand, lookup: Lookup) => StartedPrograms;

/** It starts nothing that its words would show. */
export const ALONE: StartedPrograms = { role: 'command', hidden: null, inner: [] };

export const hidden = (kind: HiddenPart['kind'], at: number | null, why: string): HiddenPart => ({ kind, at, why });

/** Any of the words may begin a command, and one with spaces may be a whole line. */
export function loosely(words: readonly CommandWord[], via: string, more: Partial<Inner> = {}): Inner[] {
  return words.flatMap((word, at): Inner[] => {
    if (word.value === null || word.value.startsWith('-')) return [];
    const line = /\s/.test(word.value) ? [{ line: word.value, via, within: true, ...more }] : [];
    return [{ words: words.slice(at), via, within: true, ...more }, ...line];
  });
}

/** A word with the placeholder of `find` or `xargs` in it is only known at run time. */
export const replaced = (words: readonly CommandWord[], holder: string): CommandWord[] =>
  words.map((word) => (word.text.includes(holder) ? anyWord(word.value ?? word.text) : word));
