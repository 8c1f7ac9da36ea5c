import { quoteWord } from '#code/shell-quote.ts';
import type { CommandWord } from '#contracts/policy.ts';
import { skipOptions } from './options.ts';
import {
  ALONE,
  hidden,
  type Inner,
  type KnownCommand,
  type Lookup,
  type StartedPrograms,
  type Starter,
} from './started.ts';
import { knownWord } from './word.ts';
import type { Wrapper } from './wrappers.ts';

/** npm and the like: a script of the package by name, or a program of a package. */
export const PACKAGE_STARTERS: Readonly<Record<string, Starter>> = {
  npm: (command, lookup) => manager(command, lookup, NPM),
  pnpm: (command, lookup) => manager(command, lookup, PNPM),
  yarn: (command, lookup) => manager(command, lookup, YARN),
  bun: (command, lookup) => manager(command, lookup, BUN),
  deno: (command, lookup) => manager(command, lookup, DENO),
  npx: ({ args }) => packageProgram(args, 'npx'),
  pnpx: ({ args }) => packageProgram(args, 'pnpx'),
  bunx: ({ args }) => packageProgram(args, 'bunx'),
  uvx: ({ args }) => packageProgram(args, 'uvx'),
  pipx: ({ args }) => (args[0]?.value === 'run' ? packageProgram(args.slice(1), 'pipx run') : ALONE),
};

/** A package's script: its text, with the arguments appended as npm does. */
export function startedByScript(
  via: string,
  name: string | null,
  args: readonly CommandWord[],
  lookup: Lookup,
): StartedPrograms {
  if (name === null)
    return { ...ALONE, hidden: hidden('unknown', null, 'which script runs is not known before it runs') };
  const rest = args
    .filter(({ value }) => value !== '--')
    .map((arg) => (arg.value === null ? arg.text : quoteWord(arg.value)));
  const inner = ['pre', '', 'post'].flatMap((when): Inner[] => {
    const body = lookup.script?.(when + name) ?? null;
    if (body === null) return [];
    return [{ line: when === '' ? [body, ...rest].join(' ') : body, via: `${via} ${name}`, within: true }];
  });
  return { ...ALONE, inner };
}

interface Manager {
  readonly options: Wrapper;
  readonly run: readonly string[];
  /** Subcommands that are the script of that (or the given) name. */
  readonly scripts: Readonly<Record<string, string>>;
  readonly exec: readonly string[];
  /** Subcommands of its own; another word is a script or a program. Null where that is an error. */
  readonly own: ReadonlySet<string> | null;
}

const OWN = `add install i ci remove rm uninstall un up update upgrade outdated audit list ls ll la why info view show
  publish pack link unlink init create config set get login logout whoami cache store prune dedupe import patch
  version help rebuild root bin fund doctor licenses fetch env setup deploy server node dlx exec run workspaces
  workspace global policies plugin constraints unplug autoclean check generate-lock-entry owner tag team access
  search star ping pm upgrade-interactive test repl add-completion`;
const WORDS = OWN.split(/\s+/);
const flags = `s silent q quiet verbose w y yes D E g global json no-save offline frozen-lockfile production
  workspaces ws include-workspace-root if-present ignore-scripts foreground-scripts r recursive stream parallel no-color
  no-bail aggregate-output P F no package-lock-only no-audit no-fund prefer-offline legacy-peer-deps force`;
const values = 'prefix workspace C loglevel userconfig registry cache cwd dir filter F w script-shell';

const NPM: Manager = {
  options: { flags, values },
  run: ['run', 'run-script', 'rum', 'urn'],
  scripts: {
    test: 'test',
    t: 'test',
    tst: 'test',
    it: 'test',
    cit: 'test',
    'install-test': 'test',
    'install-ci-test': 'test',
    start: 'start',
    stop: 'stop',
    restart: 'restart',
  },
  exec: ['exec', 'x'],
  own: null,
};
const PNPM: Manager = { ...NPM, run: ['run', 'run-script'], exec: ['exec', 'dlx'], own: new Set(WORDS) };
const YARN: Manager = { ...PNPM, run: ['run'], scripts: { test: 'test', start: 'start' } };
/** `bun build` is its bundler; `pnpm build` and `yarn build` run the script. */
const BUN: Manager = { ...PNPM, run: ['run'], scripts: {}, exec: ['x', 'exec'], own: new Set([...WORDS, 'build']) };
const DENO: Manager = { ...NPM, run: ['task'], scripts: {}, exec: [] };

function manager(command: KnownCommand, lookup: Lookup, kind: Manager): StartedPrograms {
  const { program } = command;
  const skipped = skipOptions(command.args, kind.options);
  // Names a workspace, followed by the same syntax.
  const named = program === 'yarn' && command.args[skipped.at]?.value === 'workspace';
  const args = command.args.slice(named ? skipped.at + 2 : skipped.at);
  const [sub, ...rest] = args;
  if (!sub) return skipped.doubt ? { ...ALONE, hidden: hidden('unknown', 0, skipped.doubt) } : ALONE;
  const name = sub.value;
  if (name === null)
    return { ...ALONE, hidden: hidden('unknown', skipped.at, `what ${sub.text} expands to is not known`) };
  const started = subcommand(program, name, rest, args, lookup, kind, skipped.at);
  return skipped.doubt && !started.hidden ? { ...started, hidden: hidden('unknown', 0, skipped.doubt) } : started;
}

function subcommand(
  program: string,
  name: string,
  rest: readonly CommandWord[],
  args: readonly CommandWord[],
  lookup: Lookup,
  kind: Manager,
  at: number,
): StartedPrograms {
  if (kind.run.includes(name)) {
    const { at: start } = skipOptions(rest, kind.options);
    const script = rest[start];
    const started = startedByScript(`${program} ${name}`, script ? script.value : '', rest.slice(start + 1), lookup);
    // yarn, pnpm and bun also accept the name of a program here.
    return kind.own && script ? withProgram(started, rest.slice(start), program) : started;
  }
  const script = Object.hasOwn(kind.scripts, name) ? kind.scripts[name] : undefined;
  if (script !== undefined) return startedByScript(program, script, rest, lookup);
  if (kind.exec.includes(name)) return packageProgram(rest, `${program} ${name}`);
  const ends = rest.findIndex(({ value }) => value === '--');
  if (name === 'explore' && ends >= 0) return { ...ALONE, inner: [{ words: rest.slice(ends + 1), via: program }] };
  if (program === 'deno') return startedByDeno(name, at);
  if (program === 'bun' && /[./]/.test(name))
    return { ...ALONE, hidden: hidden('script', at, `what ${name} does is not in the line`) };
  if (program === 'bun' && name === 'repl') return { ...ALONE, hidden: hidden('stdin', at, 'bun runs what it reads') };
  if (!kind.own || kind.own.has(name)) return ALONE;
  return withProgram(startedByScript(program, name, rest, lookup), args, program);
}

const withProgram = (started: StartedPrograms, words: readonly CommandWord[], via: string): StartedPrograms =>
  started.inner.length > 0 ? started : { ...started, inner: [{ words, via, within: true }] };

function startedByDeno(name: string, at: number): StartedPrograms {
  if (name === 'eval' || name === 'repl')
    return { ...ALONE, hidden: hidden('code', at, `deno ${name} runs code that no rule reads`) };
  return name === 'run'
    ? { ...ALONE, hidden: hidden('script', at + 1, 'what the file does is not in the line') }
    : ALONE;
}

const EXEC: Wrapper = {
  flags: 'y yes no no-install q quiet prefer-offline ignore-existing s silent bun b offline r recursive parallel',
  values: 'p package w workspace prefix C from with python node-options n shell',
};

/** `npx pkg args`: a program with the package's name. */
function packageProgram(args: readonly CommandWord[], via: string): StartedPrograms {
  const call = args.findIndex(({ value }) => value === '-c' || value === '--call' || value?.startsWith('--call='));
  if (call >= 0) {
    const text = args[call]?.value?.startsWith('--call=') ? args[call]?.value?.slice(7) : args[call + 1]?.value;
    const unknown = hidden('unknown', call, 'the line it runs is not known before it runs');
    if (text == null) return { ...ALONE, hidden: unknown };
    return { ...ALONE, inner: [{ line: text, via, within: true }] };
  }
  const { at, doubt } = skipOptions(args, EXEC);
  const [program, ...rest] = args.slice(at);
  if (!program) return ALONE;
  const name = program.value?.replace(/(?<=.)@[^/]*$/, '').replace(/^@[^/]+\//, '');
  const words = [name === undefined ? program : knownWord(name), ...rest];
  return {
    ...ALONE,
    hidden: doubt ? hidden('unknown', 0, doubt) : null,
    inner: [{ words, via, within: true }],
  };
}
