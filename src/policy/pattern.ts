import { AssayError } from '#contracts/errors.ts';
import type { CommandUse, CommandWord } from '#contracts/policy.ts';
import { escapePattern } from '#contracts/text.ts';
import { isSteering } from './steering.ts';
import { valueOptionsOf } from './value-options.ts';

/**
 * A pattern of a command: words separated by spaces, quoted where a word contains spaces.
 * - The first is the program: a name, or a path if it contains a `/`.
 * - Each other word stands for one argument. In a word, `*` is any text (without a `..` folder in it).
 * - A `*` that is a word of its own stands for one argument; as the last word, for any number, including none.
 */
export interface CommandPattern {
  readonly text: string;
  readonly program: string;
  readonly words: readonly string[];
  /** It ends in `*`. */
  readonly open: boolean;
}

export function parsePattern(text: string): CommandPattern {
  const words = splitWords(text);
  const [program, ...rest] = words ?? [];
  if (!program) {
    throw new AssayError('CONFIG_INVALID', `The command pattern ${JSON.stringify(text)} cannot be read.`, {
      next: 'Write a program and its arguments, for example: git push *',
    });
  }
  const open = rest.at(-1) === '*';
  return { text, program, words: open ? rest.slice(0, -1) : rest, open };
}

/** For allowing: the command is exactly what the pattern says, word by word, with no uncertainty. */
export function covers(pattern: CommandPattern, use: CommandUse): boolean {
  if (use.program === null || !use.sure || !isNamed(pattern.program, use) || use.assigns.some(isSteering)) return false;
  const { words, open } = pattern;
  if (use.args.length < words.length || (!open && use.args.length > words.length)) return false;
  const fits = words.every((word, at) => {
    const arg = use.args[at];
    if (!arg || arg.many) return false;
    return word === '*' || (arg.value !== null && wordMatches(word, arg.value));
  });
  return fits && isExplicit(pattern, use);
}

/** Code, scripts and the like are only allowed by a pattern that names the very word that introduces them. */
function isExplicit({ words, program }: CommandPattern, { hidden }: CommandUse): boolean {
  if (!hidden) return true;
  if (hidden.kind === 'unknown' || hidden.at === null) return false;
  const word = words[hidden.at];
  return word !== undefined && word !== '*' && program !== '*';
}

export type PatternMatch = 'yes' | 'maybe' | 'no';

/**
 * For asking and denying: the command contains what the pattern names, in any order and spelling. Options match
 * anywhere, letters in any grouping, with other options in between. `maybe` where it depends on what is only known at
 * run time.
 */
export function touches(pattern: CommandPattern, use: CommandUse): PatternMatch {
  if (use.program === null || !isCalled(pattern.program, use)) return 'no';
  const options = pattern.words.filter((word) => word.length > 1 && word.startsWith('-'));
  const operands = pattern.words.filter((word) => !options.includes(word));
  const both = [...options.map((option) => hasOption(option, use.args)), hasOperands(operands, pattern.open, use)];
  if (both.includes('no')) return 'no';
  return both.includes('maybe') ? 'maybe' : 'yes';
}

/** Folders of the system's own programs; a program of that name elsewhere is another program. */
const SYSTEM = /^(?:\/usr)?(?:\/local)?\/s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/;
const PROJECT_BIN = /^(?:\.\/)?node_modules\/\.bin\/[^/]+$/;

export const isSystemProgram = ({ path }: CommandUse): boolean => path === null || SYSTEM.test(path);

function isNamed(name: string, use: CommandUse): boolean {
  if (name.includes('/')) return use.path !== null && wordMatches(plainPath(name), plainPath(use.path));
  return (isSystemProgram(use) || PROJECT_BIN.test(use.path ?? '')) && wordMatches(name, use.program ?? '');
}

/** Any path to it: a denial also covers a copy in another folder, and another spelling on a Mac. */
function isCalled(name: string, { program, path }: CommandUse): boolean {
  if (name.includes('/')) return path !== null && wordMatches(plainPath(name), plainPath(path));
  return wordMatches(name.toLowerCase(), (program ?? '').toLowerCase());
}

const plainPath = (path: string): string => path.replace(/^\.\//, '');

export function wordMatches(word: string, value: string): boolean {
  if (!word.includes('*')) return word === value;
  if (/(?:^|\/)\.\.(?:\/|$)/.test(value) && !word.includes('..') && word !== '*') return false;
  const source = word.split('*').map(escapePattern);
  return new RegExp(`^${source.join('[\\s\\S]*')}$`).test(value);
}

function hasOption(option: string, args: readonly CommandWord[]): PatternMatch {
  const literal = args.flatMap(({ value }) => (value === null ? [] : [value]));
  const end = literal.indexOf('--');
  const seen = end < 0 ? literal : literal.slice(0, end);
  const unknown = args.some(({ value, prefix }) => value === null && (prefix === '' || prefix.startsWith('-')));
  const absent: PatternMatch = unknown ? 'maybe' : 'no';
  if (seen.some((arg) => wordMatches(option, arg) || arg.startsWith(`${option}=`))) return 'yes';
  if (option.startsWith('--')) {
    // Most programs accept any unambiguous prefix of a long option.
    const short = seen.some(
      (arg) => arg.length > 3 && arg.startsWith('--') && option.startsWith(arg.split('=')[0] ?? arg),
    );
    return short ? 'maybe' : absent;
  }
  const letters = new Set(seen.filter((arg) => /^-[A-Za-z0-9]/.test(arg)).flatMap((arg) => [...arg.slice(1)]));
  return [...option.slice(1)].every((letter) => letters.has(letter)) ? 'yes' : absent;
}

const weaker = (match: PatternMatch): PatternMatch => (match === 'yes' ? 'maybe' : match);
const best = (...matches: readonly PatternMatch[]): PatternMatch =>
  matches.includes('yes') ? 'yes' : matches.includes('maybe') ? 'maybe' : 'no';

/** The operands in order, skipping options; a word after an option may be its value. */
function hasOperands(operands: readonly string[], open: boolean, { program, args }: CommandUse): PatternMatch {
  const known = valueOptionsOf(program ?? '');
  const memory = new Map<number, PatternMatch>();
  const from = (operand: number, at: number, ended: boolean): PatternMatch => {
    const key = (operand * (args.length + 1) + at) * 2 + Number(ended);
    const seen = memory.get(key);
    if (seen) return seen;
    const match = look(operand, at, ended);
    memory.set(key, match);
    return match;
  };
  const look = (operand: number, at: number, ended: boolean): PatternMatch => {
    const wanted = operands[operand];
    if (wanted === undefined && open) return 'yes';
    const arg = args[at];
    if (!arg) return wanted === undefined ? 'yes' : 'no';
    const { value, prefix } = arg;
    if (value === null) {
      const fits = wanted !== undefined && (wanted.includes('*') || wanted.startsWith(prefix));
      const taken = fits ? weaker(from(operand + 1, at + 1, ended)) : 'no';
      const spread = fits && arg.many ? weaker(from(operand + 1, at, ended)) : 'no';
      const skipped = arg.many || prefix.startsWith('-') || prefix === '' ? weaker(from(operand, at + 1, ended)) : 'no';
      return best(taken, spread, skipped);
    }
    if (!ended && value === '--') return from(operand, at + 1, true);
    if (!ended && value.length > 1 && value.startsWith('-')) {
      const next = from(operand, at + 1, ended);
      if (operand === 0 && known) return known.has(value) ? from(operand, at + 2, ended) : next;
      return value.includes('=') ? next : best(next, weaker(from(operand, at + 2, ended)));
    }
    if (operand === 0 && program === 'cargo' && value.startsWith('+')) return from(operand, at + 1, ended);
    return wanted !== undefined && wordMatches(wanted, value) ? from(operand + 1, at + 1, ended) : 'no';
  };
  return from(0, 0, false);
}

/** Words as a shell would split them: quotes and backslashes, nothing else. Null for an unclosed quote. */
export function splitWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (quote !== '') {
      if (char === quote) quote = '';
      else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
    } else if (char === '\\' && at + 1 < text.length) {
      at += 1;
      word = (word ?? '') + (text[at] ?? '');
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  if (quote !== '') return null;
  return word === null ? words : [...words, word];
}
