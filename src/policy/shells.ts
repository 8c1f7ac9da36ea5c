import type { CommandWord } from '#contracts/policy.ts';
import {
  ALONE,
  hidden,
  type Inner,
  type KnownCommand,
  type Lookup,
  loosely,
  type StartedPrograms,
  type Starter,
} from './started.ts';

/** Shells, and the builtins that evaluate text as a shell would. */
export const SHELL_STARTERS: Readonly<Record<string, Starter>> = {
  ...Object.fromEntries(
    'sh bash dash zsh ksh ksh93 mksh ash fish rbash'.split(' ').map((name) => [name, startedByShell]),
  ),
  eval: ({ args }) => readAsLine(args, 'eval'),
  source: startedBySource,
  '.': startedBySource,
  trap: ({ args }) => (args.length < 2 ? ALONE : readAsLine(args.slice(0, 1), 'trap')),
  alias: ({ args }) => ({
    ...ALONE,
    inner: args.flatMap((arg): Inner[] => {
      const body = (arg.value ?? arg.text).replace(/^[^=]*=?/s, '');
      return body === '' ? [] : [{ line: body, via: 'alias', within: true }];
    }),
  }),
  // Commands that change what a name runs for the rest of the line.
  hash: ({ args }) =>
    args.length < 2 ? ALONE : { ...ALONE, hidden: hidden('unknown', 0, 'hash changes what a name runs') },
  enable: ({ args }) => (args.length < 2 ? ALONE : { ...ALONE, hidden: hidden('unknown', 0, 'enable loads code') }),
};

function startedByShell({ program, args, feed }: KnownCommand, lookup: Lookup): StartedPrograms {
  const read = shellOptions(args);
  if (read.type === 'plain') return ALONE;
  if (read.type === 'doubt')
    return { ...ALONE, hidden: hidden('unknown', read.at, read.why), inner: loosely(args, program) };
  if (read.type === 'line') {
    const text = args[read.at];
    // `sh -c '"$@"' _ git push`: the words after the text are its arguments, and may be its command.
    const rest = loosely(args.slice(read.at + 1), `${program} -c`);
    if (!text) return ALONE;
    const started = readAsLine([text], `${program} -c`);
    return {
      ...started,
      hidden: started.hidden && { ...started.hidden, at: read.option },
      inner: [...started.inner, ...rest],
    };
  }
  if (read.type === 'file') return runsFile(args[read.at], read.at, program, lookup);
  const why = `${program} runs what it reads, which is not known before it runs`;
  if (feed?.text == null) return { ...ALONE, hidden: hidden('stdin', null, why) };
  const inner: Inner = { line: feed.text, via: `${program} <`, feed: null };
  return { role: 'wrapper', hidden: feed.exact ? null : hidden('stdin', null, why), inner: [inner] };
}

type ShellRead =
  | { readonly type: 'line'; readonly at: number; readonly option: number }
  | { readonly type: 'file'; readonly at: number }
  | { readonly type: 'stdin' | 'plain' }
  | { readonly type: 'doubt'; readonly at: number; readonly why: string };

function shellOptions(args: readonly CommandWord[]): ShellRead {
  let option: number | null = null;
  let stdin = false;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at];
    const value = arg?.value ?? null;
    if (!arg || value === null) {
      if (arg && option !== null && !arg.many) return { type: 'line', at, option };
      return { type: 'doubt', at, why: `what ${arg?.text} expands to is not known before it runs` };
    }
    if (value === '--version' || value === '--help') return { type: 'plain' };
    if (value === '--rcfile' || value === '--init-file') return { type: 'doubt', at, why: `${value} runs a file` };
    if (value === '-' || value === '--') {
      if (option !== null) return { type: 'line', at: at + 1, option };
      return at + 1 < args.length ? { type: 'file', at: at + 1 } : { type: 'stdin' };
    }
    if (/^[-+][oO]$/.test(value)) at += 1;
    else if (/^-[A-Za-z]+$/.test(value)) {
      if (value.includes('c')) option = at;
      if (value.includes('s')) stdin = true;
      if (value.endsWith('o')) at += 1;
    } else if (!/^\+[A-Za-z]+$|^--[a-z-]+$/.test(value)) {
      if (option !== null) return { type: 'line', at, option };
      return stdin ? { type: 'stdin' } : { type: 'file', at };
    }
  }
  return { type: 'stdin' };
}

function startedBySource({ args }: KnownCommand, lookup: Lookup): StartedPrograms {
  return runsFile(args[0], 0, 'source', lookup);
}

function runsFile(file: CommandWord | undefined, at: number, via: string, lookup: Lookup): StartedPrograms {
  const text = file?.value == null ? null : (lookup.file?.(file.value) ?? null);
  const inner: Inner[] = text === null ? [] : [{ line: text, via: `${via} ${file?.text}`, within: true, feed: null }];
  const why = `what is in ${file?.text ?? 'the file'} is not in the line`;
  return { role: 'command', hidden: hidden('script', at, why), inner };
}

/** Words that are joined and parsed again. Unknown parts are read as written: a denial may still match. */
function readAsLine(args: readonly CommandWord[], via: string): StartedPrograms {
  const unknown = args.find(({ value }) => value === null);
  const line = args.map((arg) => arg.value ?? asWritten(arg.text)).join(' ');
  const why = `what ${unknown?.text} expands to is not known before it runs`;
  return {
    role: 'wrapper',
    hidden: unknown ? hidden('unknown', 0, why) : null,
    inner: [{ line, via, feed: null, ...(unknown ? { within: true } : {}) }],
  };
}

const asWritten = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1) : text);
