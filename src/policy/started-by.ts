import { quoteWord } from '#code/shell-quote.ts';
import type { CommandWord } from '#contracts/policy.ts';
import { own } from '#host/own.ts';
import { startedByGit } from './git-starts.ts';
import { interpreterOf, startedByInterpreter } from './interpreters.ts';
import { skipOptions } from './options.ts';
import { PACKAGE_STARTERS } from './package-runners.ts';
import { SHELL_STARTERS } from './shells.ts';
import {
  ALONE,
  hidden,
  type Inner,
  type KnownCommand,
  type Lookup,
  loosely,
  replaced,
  type StartedPrograms,
} from './started.ts';
import { anyWords } from './word.ts';
import { LOOSE, LOOSE_AFTER, WRAPPERS, type Wrapper } from './wrappers.ts';

/** What a command starts besides itself, from its words alone. */
export function startedBy(command: KnownCommand, lookup: Lookup): StartedPrograms {
  const { program, args } = command;
  const starter = own(SHELL_STARTERS, program) ?? own(PACKAGE_STARTERS, program);
  if (starter) return starter(command, lookup);
  if (program === 'git') return startedByGit(command);
  if (program === 'find' || program === 'gfind') return { ...ALONE, inner: startedByFind(args) };
  const interpreter = interpreterOf(program);
  if (interpreter) return startedByInterpreter(interpreter)(command, lookup);
  const wrapper = own(WRAPPERS, program);
  if (wrapper) return startedByWrapper(command, wrapper);
  if (LOOSE.has(program)) return { ...ALONE, inner: loosely(args, program) };
  const after = own(LOOSE_AFTER, program);
  const behind = after ? args.findIndex(({ value }) => value !== null && after.includes(value)) : -1;
  if (behind >= 0) return { ...ALONE, inner: loosely(args.slice(behind + 1), `${program} ${args[behind]?.text}`) };
  return startedByOther(command, lookup);
}

function startedByWrapper({ program, args, feed }: KnownCommand, wrapper: Wrapper): StartedPrograms {
  // `command -v git` asks where a program is.
  if (program === 'command' && /^-[vV]/.test(args[0]?.value ?? '')) return ALONE;
  const split = program === 'env' ? splitString(args, wrapper) : null;
  const { at, assigns, doubt, options } = skipOptions(args, wrapper);
  let words = args.slice(at);
  if (options.has('I')) words = replaced(words, options.get('I')?.value ?? '{}');
  if (wrapper.appends) words = words.length === 0 ? [] : [...words, anyWords('(what it reads)')];
  const inner: Inner[] = split ? [split] : words.length === 0 ? [] : [{ words, via: program, assigns, feed }];
  if (wrapper.joins && words.length > 0) inner.push({ line: joined(words), via: program, assigns, feed: null });
  if (doubt && !split) inner.push(...loosely(args, program));
  // Without arguments it does something of its own: `env` prints every variable.
  const role = wrapper.heavy || inner.length === 0 ? 'command' : 'wrapper';
  return { role, hidden: doubt && !split ? hidden('unknown', null, doubt) : null, inner };
}

const joined = (words: readonly CommandWord[]): string => words.map(({ value, text }) => value ?? text).join(' ');

const SPLIT = /^-[iv0]*S|^--split-string(?:=|$)/;

/**
 * `env -S 'cmd arg' more`: env splits this word, and continues as if its parts were there. The words after it stay
 * as they are. After the command's name, `-S` is an option of that command.
 */
function splitString(args: readonly CommandWord[], wrapper: Wrapper): Inner | null {
  const at = args.findIndex(({ prefix }, i) => SPLIT.test(prefix) && isOptionAfter(args.slice(0, i), wrapper));
  if (at < 0) return null;
  const apart = /^(?:-[iv0]*S|--split-string)$/.test(args[at]?.value ?? '');
  const [text, ...rest] = args.slice(apart ? at + 1 : at);
  const written = text?.value ?? null;
  // It has escapes and variables of its own, which differ from any shell's.
  if (written === null || /[\\$]/.test(written)) return null;
  const line = apart ? written : written.replace(/^-[iv0]*S|^--split-string=/, '');
  return { line: ['env', ...args.slice(0, at).map(asWord), line, ...rest.map(asWord)].join(' '), via: 'env -S' };
}

function isOptionAfter(words: readonly CommandWord[], wrapper: Wrapper): boolean {
  const { at, doubt } = skipOptions(words, wrapper);
  return at === words.length && doubt === null;
}

const asWord = ({ value, text }: CommandWord): string => (value === null ? text : quoteWord(value));

const EXEC: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);

function startedByFind(args: readonly CommandWord[]): Inner[] {
  return args.flatMap(({ value }, at): Inner[] => {
    if (value === null || !EXEC.has(value)) return [];
    const rest = args.slice(at + 1);
    const end = rest.findIndex((word, i) => word.value === ';' || (word.value === '+' && rest[i - 1]?.value === '{}'));
    return [{ words: replaced(end < 0 ? rest : rest.slice(0, end), '{}'), via: `find ${value}`, feed: null }];
  });
}

/** Options of ordinary programs whose value is a command. */
const RUNNING_OPTIONS: Readonly<Record<string, RegExp>> = {
  tar: /^(?:--to-command|--checkpoint-action|-I|--use-compress-program|-F|--info-script|--new-volume-script|--rsh-command)/,
  rsync: /^(?:-[a-zA-Z]*e|--rsh|--rsync-path)/,
  scp: /^-(?:S|o)/,
  man: /^(?:-P|-H|--pager|--html)/,
  zip: /^(?:-TT|--unzip-command)/,
  make: /^(?:--eval|SHELL=)/,
  sort: /^--compress-program/,
  split: /^--filter/,
  rg: /^(?:--pre|--hostname-bin)(?:=|$)/,
  ag: /^--pager/,
  fd: /^(?:-[a-zA-Z]*[xX]|--exec)/,
  fdfind: /^(?:-[a-zA-Z]*[xX]|--exec)/,
  cargo: /^(?:-x|--exec)/,
};

function startedByOther({ program, path, args }: KnownCommand, lookup: Lookup): StartedPrograms {
  const options = own(RUNNING_OPTIONS, program);
  const at = options ? args.findIndex(({ value }) => value !== null && options.test(value)) : -1;
  if (at >= 0) {
    const attached = args[at]?.value?.replace(/^[^=]*=?(?:exec=)?/, '') ?? '';
    const line: Inner[] = attached === '' ? [] : [{ line: attached, via: program, within: true }];
    return {
      ...ALONE,
      hidden: hidden('code', at, `${args[at]?.text} makes ${program} run a command`),
      inner: [...line, ...loosely(args.slice(at + 1), program)],
    };
  }
  if (program.endsWith('awk')) return startedByAwk(args);
  const text = path === null ? null : (lookup.file?.(path) ?? null);
  const shell = text !== null && (/^#!.*\b(?:ba|da|z|k)?sh\b/.test(text) || path?.endsWith('.sh'));
  const script: Inner[] = shell && text !== null ? [{ line: text, via: path ?? '', within: true, feed: null }] : [];
  const ends = args.findIndex(({ value }) => value === '--');
  const behind: Inner[] = ends < 0 ? [] : [{ words: args.slice(ends + 1), via: program, within: true, sure: false }];
  return { ...ALONE, inner: [...script, ...behind] };
}

/** awk starts programs by `system`, a pipe or a co-process; all of it is text to us. */
function startedByAwk(args: readonly CommandWord[]): StartedPrograms {
  const at = args.findIndex(({ value, text }) => /\bsystem\b|\||@/.test((value ?? text).replaceAll('||', '')));
  const file = args.findIndex(({ prefix }) => /^(?:-f|-E|-i|-l|--file|--exec|--include|--load)/.test(prefix));
  if (file >= 0) return { ...ALONE, hidden: hidden('script', file, 'what the file does is not in the line') };
  if (at < 0) return ALONE;
  return { ...ALONE, hidden: hidden('code', at, 'awk can start programs from its text') };
}
