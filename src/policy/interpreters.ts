import type { CommandWord } from '#contracts/policy.ts';
import { startedByScript } from './package-runners.ts';
import { ALONE, hidden, type KnownCommand, type Lookup, type StartedPrograms, type Starter } from './started.ts';

/** How an interpreter is given code. */
interface Interpreter {
  /** Options followed by code. */
  readonly code: readonly string[];
  /** Letters that mean code in a group of letters too (`perl -ne`). */
  readonly letters?: string;
  /** Options that take a value other than code. */
  readonly values?: readonly string[];
  /** Options that load and run a file first. */
  readonly loads?: readonly string[];
  /** `-m name`: a program under another name. */
  readonly module?: string;
  /** A script of the package by its name. */
  readonly task?: string;
}

const node: Interpreter = {
  code: ['-e', '--eval', '-p', '--print', '-pe'],
  values: ['-C', '--conditions', '--env-file', '--input-type', '--stack-trace-limit', '--test-reporter', '--tsconfig'],
  loads: ['-r', '--require', '--import', '--loader', '--experimental-loader'],
  task: '--run',
};
const python: Interpreter = {
  code: ['-c'],
  letters: 'c',
  values: ['-W', '-X', '--check-hash-based-pycs'],
  module: '-m',
};

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  node,
  nodejs: node,
  tsx: node,
  'ts-node': node,
  esno: node,
  'babel-node': node,
  python,
  pypy: python,
  perl: { code: ['-e', '-E'], letters: 'eE', values: ['-I'] },
  ruby: { code: ['-e'], letters: 'e', values: ['-I', '-C'], loads: ['-r'] },
  php: { code: ['-r', '-B', '-R', '-E'], values: ['-d', '-c', '-S', '-t'] },
  lua: { code: ['-e'], loads: ['-l'] },
  luajit: { code: ['-e'], loads: ['-l'] },
  Rscript: { code: ['-e'] },
  R: { code: ['-e'], values: ['-f', '--file'] },
  julia: { code: ['-e', '-E', '--eval', '--print'] },
  elixir: { code: ['-e', '--eval'] },
  groovy: { code: ['-e'] },
  tclsh: { code: [] },
  swipl: { code: ['-g'] },
  guile: { code: ['-c'] },
  racket: { code: ['-e'] },
  osascript: { code: ['-e'] },
  sqlite3: { code: ['-cmd'] },
  vim: { code: ['-c', '--cmd', '-S'] },
  vi: { code: ['-c', '--cmd', '-S'] },
  nvim: { code: ['-c', '--cmd', '-S'] },
  ex: { code: ['-c'] },
  emacs: { code: ['--eval', '-eval', '-l', '--load', '-f'] },
  ed: { code: [] },
};

export const interpreterOf = (program: string): Interpreter | undefined => {
  const name = program.replace(/^(python|pypy|perl|ruby|php|lua|node|tclsh)[\d.]+$/, '$1');
  return Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
};

export const startedByInterpreter =
  (interpreter: Interpreter): Starter =>
  (command, lookup) =>
    interpret(command, interpreter, lookup);

function interpret({ program, args, feed }: KnownCommand, it: Interpreter, lookup: Lookup): StartedPrograms {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at];
    if (!arg) break;
    const { value } = arg;
    if (value === null) {
      const kind = arg.prefix === '' ? 'unknown' : 'script';
      return { ...ALONE, hidden: hidden(kind, at, `what ${arg.text} expands to is not known before it runs`) };
    }
    const name = value.startsWith('--') ? (value.split('=')[0] ?? value) : value;
    if (it.module !== undefined && value.startsWith(it.module)) return runsModule(program, args, at, it.module);
    if (it.task !== undefined && name === it.task) {
      const script = value.includes('=') ? value.slice(name.length + 1) : args[at + 1]?.value;
      return startedByScript(`${program} ${it.task}`, script ?? null, args.slice(at + 2), lookup);
    }
    if (isCode(value, name, it))
      return { ...ALONE, hidden: hidden('code', at, `${program} ${name} runs code that no rule reads`) };
    if (it.loads?.some((option) => name === option || (option.length === 2 && value.startsWith(option)))) {
      return { ...ALONE, hidden: hidden('script', at, `${value} runs a file before anything else`) };
    }
    if (it.values?.includes(value)) at += 1;
    else if (value === '-') return { ...ALONE, hidden: hidden('stdin', at, `${program} runs what it reads`) };
    else if (!value.startsWith('-')) {
      return { ...ALONE, hidden: hidden('script', at, `what ${value} does is not in the line`) };
    } else if (ENDS.has(value)) return ALONE;
  }
  // `node --test` and the like need no script; without any argument the code comes from the input.
  if (args.length > 0 && !feed) return ALONE;
  return { ...ALONE, hidden: hidden('stdin', null, `${program} runs what it reads`) };
}

const ENDS: ReadonlySet<string> = new Set(['--version', '-v', '-V', '--help', '-h', '--test']);

const isCode = (value: string, name: string, it: Interpreter): boolean =>
  it.code.includes(name) ||
  it.code.some((option) => option.length === 2 && !value.startsWith('--') && value.startsWith(option)) ||
  (it.letters !== undefined && new RegExp(`^-[A-Za-z0-9]*[${it.letters}]`).test(value));

function runsModule(program: string, args: readonly CommandWord[], at: number, option: string): StartedPrograms {
  const value = args[at]?.value ?? '';
  const attached = value.slice(option.length);
  const name = attached || args[at + 1]?.value;
  const rest = args.slice(attached ? at + 1 : at + 2);
  if (!name) return { ...ALONE, hidden: hidden('unknown', at, 'which module runs is not known before it runs') };
  const word = { text: name, value: name, prefix: name, many: false };
  return { ...ALONE, inner: [{ words: [word, ...rest], via: `${program} ${option}`, within: true }] };
}
