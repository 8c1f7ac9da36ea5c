import { openShellParser, type ShellParser } from '#code/shell-tree.ts';
import type { CommandUse } from '#contracts/policy.ts';
import { readCommands } from '#policy/read-commands.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { type RunnerInFile, type StartedRunner, startedRunner } from './runner-words.ts';

/** The commands that a project's test script runs. */
export interface ScriptRunner extends StartedRunner {
  /** Commands before it that prepare something for the tests. */
  readonly setup: readonly string[];
  /** Tests of packed or deployed output, with a build of their own: used for measuring only if there are no others. */
  readonly isApart?: true;
}

/**
 * The runners that the scripts of a package.json start, with their arguments: from `test`, else from scripts with a
 * similar name. A command before a runner that neither checks style or types nor uses the network prepares something
 * for the tests.
 */
export async function readScripts(
  scripts: Readonly<Record<string, string>>,
  inFile: RunnerInFile = () => null,
): Promise<readonly ScriptRunner[]> {
  const parser = await openShellParser();
  try {
    for (const name of candidates(scripts)) {
      const found = readScript({ scripts, parser, inFile, seen: new Set() }, name);
      const usual = found.filter(({ isApart }) => isApart !== true);
      if (found.length > 0) return merged(usual.length > 0 ? usual : found);
    }
    return [];
  } finally {
    parser.close();
  }
}

function candidates(scripts: Readonly<Record<string, string>>): string[] {
  const others = Object.keys(scripts).filter(
    (name) =>
      /(^|[:_-])(test|tests|unit|spec)([:_-]|$)/.test(name) && !/watch|debug|update|browser|e2e|^pre|^post/.test(name),
  );
  const isUsual = (name: string): number => (USUAL.indexOf(name) === -1 ? USUAL.length : USUAL.indexOf(name));
  return [...new Set(['test', ...others.sort((a, b) => isUsual(a) - isUsual(b) || a.length - b.length)])].filter(
    (name) => Object.hasOwn(scripts, name),
  );
}
const USUAL = ['test', 'test:unit', 'unit', 'test-unit', 'test:node', 'test:ci', 'tests'];

interface Reading {
  readonly scripts: Readonly<Record<string, string>>;
  readonly parser: ShellParser;
  readonly inFile: RunnerInFile;
  /** The scripts that led to this one: a script may run twice with different arguments, but may not start itself. */
  readonly seen: ReadonlySet<string>;
}

function readScript(above: Reading, name: string): ScriptRunner[] {
  if (above.seen.has(name)) return [];
  const reading = { ...above, seen: new Set([...above.seen, name]) };
  const setup: string[] = [];
  const found: ScriptRunner[] = [];
  for (const script of [`pre${name}`, name]) {
    for (const part of partsOf(reading, reading.scripts[script] ?? '')) {
      const own = runnersIn(reading, part);
      if (own.length > 0) found.push(...own.map((each) => within(name, { ...each, setup: [...setup, ...each.setup] })));
      else if (found.length === 0 && !looksOnly(reading, part) && makes(usesOf(reading, part))) setup.push(part);
    }
  }
  return found;
}

const within = (name: string, each: ScriptRunner): ScriptRunner =>
  each.setup.length > 0 && /integration|e2e|smoke/.test(name) ? { ...each, isApart: true } : each;

/** The commands joined by `&&` and `;`. */
function partsOf({ parser }: Reading, line: string): string[] {
  if (line.trim() === '') return [];
  const parts: string[] = [];
  const walk = (node: ReturnType<ShellParser['parse']>['root']): void => {
    if (node.type === 'program' || node.type === 'list') for (const child of node.children) walk(child);
    else if (node.named && node.type !== 'comment') parts.push(node.text);
  };
  walk(parser.parse(line).root);
  return parts;
}

function runnersIn(reading: Reading, part: string): ScriptRunner[] {
  const words = wordsOf(reading, part);
  const named = scriptNames(words, reading.scripts);
  if (named.length > 0) {
    const rest = words.includes('--') ? words.slice(words.indexOf('--') + 1) : [];
    return named.flatMap((name) => readScript(reading, name)).map((each) => withArguments(each, rest));
  }
  const started = usesOf(reading, part)
    .filter(({ role }) => role !== 'assignment')
    .filter(({ program }) => !/^(vue-)?tsc$/.test(program ?? ''))
    .filter(({ program }) => !LOOKS.test(program ?? '') || /^(nyc|c8)$/.test(program ?? ''))
    .map((use) => startedRunner(wordsOfUse(use), assignsOf(use), reading.inFile))
    .find((each) => each !== null);
  return started ? [{ ...started, setup: [] }] : [];
}

/** `npm run test:unit -- --x`: the rest goes to the runner. */
function withArguments(each: ScriptRunner, rest: readonly string[]): ScriptRunner {
  if (rest.length === 0) return each;
  const name = profileFor(each.runner).found.run;
  const more = startedRunner([...name, ...rest])?.start;
  if (!more) return each;
  const { start } = each;
  return {
    ...each,
    start: { ...start, options: [...start.options, ...more.options], targets: [...start.targets, ...more.targets] },
  };
}

/** The scripts that a command runs by their names. */
function scriptNames(words: readonly string[], scripts: Readonly<Record<string, string>>): string[] {
  const [program = '', ...rest] = words;
  const named = rest.filter((word) => !word.startsWith('-') && word !== 'run' && word !== 'run-script');
  if (/^(npm|pnpm|yarn|bun)$/.test(program)) {
    const pattern = /^\/(.+)\/$/.exec(named[0] ?? '')?.[1];
    if (pattern !== undefined) return Object.keys(scripts).filter((name) => new RegExp(pattern).test(name));
    return named.slice(0, 1).filter((name) => Object.hasOwn(scripts, name));
  }
  if (/^(run-s|run-p|npm-run-all2?|concurrently)$/.test(program))
    return named.map((word) => word.replace(/^npm:/, '')).flatMap((word) => matching(word, scripts));
  return [];
}

function matching(word: string, scripts: Readonly<Record<string, string>>): string[] {
  const text = word
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**', '\0')
    .replaceAll('*', '[^:]*');
  const pattern = new RegExp(`^${text.replaceAll('\0', '.*')}$`);
  return Object.keys(scripts).filter((name) => pattern.test(name));
}

function usesOf({ scripts, parser }: Reading, part: string): readonly CommandUse[] {
  const read = readCommands(part, { parser, lookup: { script: (name) => scripts[name] ?? null } });
  return read.type === 'read' ? read.uses : [];
}

const wordsOf = (reading: Reading, part: string): string[] => {
  const [first] = usesOf(reading, part);
  return first ? wordsOfUse(first) : [];
};

const wordsOfUse = ({ path, program, args }: CommandUse): string[] => [
  path ?? program ?? '',
  ...args.map(({ value, text }) => value ?? text.replace(/^(['"])(.*)\1$/s, '$2')),
];

const assignsOf = ({ assigns }: CommandUse): Record<string, string> =>
  Object.fromEntries(assigns.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));

/** Recognised by name: tests do not need anything that such scripts run. */
const looksOnly = (reading: Reading, part: string): boolean => {
  const names = scriptNames(wordsOf(reading, part), reading.scripts);
  return names.length > 0 && names.every((name) => /lint|format|fmt|types?$|typecheck|check|^readme$/.test(name));
};

/** Whether a command prepares something: it is not a check of style or types, an install or a clean-up. */
function makes(uses: readonly CommandUse[]): boolean {
  const real = uses.filter(({ role, program }) => role === 'command' && program !== null && !MANAGERS.test(program));
  return real.some(({ program, args }) => {
    const words = args.map(({ value }) => value ?? '');
    if (program === 'tsc' || program === 'vue-tsc') return !words.includes('--noEmit');
    return !LOOKS.test(program ?? '');
  });
}

const MANAGERS = /^(npm|pnpm|yarn|bun|npx|run-s|run-p|npm-run-all2?|concurrently|cross-env|env)$/;
const LOOKS =
  /^(eslint|prettier|xo|tsd|tstyche|oxlint|biome|standard|semistandard|markdownlint\S*|remark|knip|publint|attw|cspell|installed-check|template-oss-\S+|dtslint|size-limit|depcheck|ls-lint|stylelint|commitlint|patch-package|playwright|docker|docker-compose|git|curl|echo|true|rimraf|rm|shx|del-cli|del|husky|codecov|nyc|c8|karma|deno|attw|lint-staged|editorconfig-checker)$/;

/** The same runner with the same options, after the same builds, is one run. */
function merged(found: readonly ScriptRunner[]): ScriptRunner[] {
  const byKey = new Map<string, ScriptRunner>();
  for (const each of found) {
    const { runner, launch, start } = each;
    const key = JSON.stringify([runner, launch, start.options, start.nodeOptions, each.setup]);
    const known = byKey.get(key);
    const isAll = known && (known.start.targets.length === 0 || start.targets.length === 0);
    const targets = isAll ? [] : [...new Set([...(known?.start.targets ?? []), ...start.targets])];
    byKey.set(key, known ? { ...known, start: { ...known.start, targets } } : each);
  }
  return withoutRepeats([...byKey.values()]);
}

/** A plain start is covered by another start of the same runner: its preparation counts for that one. */
function withoutRepeats(found: readonly ScriptRunner[]): ScriptRunner[] {
  const isPlain = ({ launch, start }: ScriptRunner): boolean =>
    launch === undefined && start.options.length + start.nodeOptions.length === 0;
  const kept = new Map<string, ScriptRunner>();
  const isWhole = ({ start: { targets, options } }: ScriptRunner): boolean =>
    targets.length === 0 && !options.some((word) => SELECTS.test(word));
  for (const each of found.filter(isWhole)) {
    const known = kept.get(each.runner);
    if (known === undefined || (isPlain(known) && !isPlain(each))) kept.set(each.runner, each);
  }
  return found.flatMap((each) => {
    const whole = kept.get(each.runner);
    if (!isWhole(each) || whole === undefined) return [each];
    if (each !== whole) return isPlain(each) ? [] : [each];
    const repeats = found.filter((other) => other.runner === each.runner && isWhole(other) && isPlain(other));
    return [{ ...each, setup: [...new Set([...each.setup, ...repeats.flatMap(({ setup }) => setup)])] }];
  });
}

/** With another configuration, project, folder or name it runs other tests. */
const SELECTS =
  /^(-c|--config|--projects?|--dir|--root|--rootDir|--roots|--selectProjects|--testPathPatterns?|-t|--testNamePattern|-g|--grep|--spec|--workspace)(=|$)/;
