import { posix } from 'node:path';
import type { RunnerStart } from '#project/test-runners/adapter.ts';
import { BORP_FILES } from '#project/test-runners/borp.ts';
import type { RunnerOptions } from '#project/test-runners/profile.ts';
import { PROFILES } from '#project/test-runners/profiles.ts';
import type { PlainRunner } from './runner-in-file.ts';

/** A runner as a command line starts it. */
export interface StartedRunner {
  readonly runner: string;
  readonly start: RunnerStart;
  /** A program of the project that starts it, instead of the installed program. */
  readonly launch?: readonly [string, ...string[]];
}

/** The runner of a test file that Node is started with directly. */
export type RunnerInFile = (file: string) => PlainRunner | null;

/** The runner that a command starts, and its arguments; null if Assay does not know it. */
export function startedRunner(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  inFile: RunnerInFile = () => null,
): StartedRunner | null {
  const assigned = { ...env };
  for (const [at, word] of words.entries()) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
    if (name !== undefined && value !== undefined) assigned[name] = value;
    const started = begins(word, words.slice(at + 1), inFile);
    if (started) return { ...started, start: { ...started.start, env: { ...started.start.env, ...assigned } } };
  }
  return null;
}

function begins(word: string, rest: readonly string[], inFile: RunnerInFile): StartedRunner | null {
  // A runner's start file may have any name, but it is in the runner's package.
  const [, held] = /(?:^|\/)node_modules\/([\w-]+)\/.*\.[cm]?js$/.exec(word) ?? [];
  const name = held ?? posix.basename(word).replace(/\.[cm]?js$/, '');
  if (name === 'node') return nodeStarts(rest, inFile);
  if (name === 'bnt') return betterNodeTest(rest);
  if (name === 'borp') return borpStarts(rest);
  if (name === 'tsx' && rest.includes('--test')) return nodeStarts(['--import', 'tsx', ...rest]);
  const found = [...PROFILES.values()].find((each) => each.family === 'javascript' && each.programs.includes(name));
  if (!found) return null;
  const { runner, commandLine } = found;
  if (!commandLine) return { runner, start: BARE_START };
  const own = word.includes('/') && !word.includes('node_modules/') ? ([word] as const) : undefined;
  return { runner, start: split(commandLine, rest), ...(own ? { launch: own } : {}) };
}

export const BARE_START: RunnerStart = { nodeOptions: [], options: [], targets: [], env: {} };

/** `node --test …`, a test file run as an ordinary program, or a runner's file with options of Node's own. */
function nodeStarts(words: readonly string[], inFile: RunnerInFile = () => null): StartedRunner | null {
  const nodeOptions: string[] = [];
  const targets: string[] = [];
  const isTest = words.includes('--test');
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word.startsWith('-')) {
      const value = NODE_VALUES.has(word) ? words[at + 1] : undefined;
      if (!NODE_DROPPED.test(word)) nodeOptions.push(word, ...(value === undefined ? [] : [value]));
      if (value !== undefined) at += 1;
    } else if (isTest) targets.push(word);
    else {
      const inner = startedRunner(words.slice(at));
      const plain = inner ? null : inFile(word);
      if (plain) return { runner: plain, start: { ...BARE_START, nodeOptions, targets: [word] } };
      if (!inner) return null;
      const launch = inner.launch && (['node', ...nodeOptions, ...inner.launch] as const);
      return { ...inner, ...(launch ? { launch } : {}), start: { ...inner.start, nodeOptions } };
    }
  }
  return isTest ? { runner: 'node:test', start: { ...BARE_START, nodeOptions, targets } } : null;
}

/** It searches for files itself: Node alone would also run a benchmark, and anything else in `test/`. */
function betterNodeTest(words: readonly string[]): StartedRunner {
  const values = '-t --coverage --coverage-include --coverage-exclude';
  const { targets } = split({ values, dropped: /^-/, verbs: '' }, words);
  const found = targets.length > 0 ? targets : ['**/*.{test,spec}.{js,ts}'];
  return { runner: 'node:test', start: { ...BARE_START, targets: found, env: { NODE_ENV: 'test' } } };
}

/** It runs only files with `.test.` in their names: Node alone would also run each helper in `test/`. */
function borpStarts(words: readonly string[]): StartedRunner {
  const values =
    '-p --pattern -c --concurrency -t --timeout -X --coverage-exclude -i --ignore -P --post-compile -r --reporter ' +
    '--lines --branches --functions --statements';
  const { options, targets } = split({ values, dropped: /^$/, verbs: '' }, words);
  const pattern = options.flatMap((word, at) => {
    const [, inline] = /^(?:--pattern=|-p=?)(.+)$/.exec(word) ?? [];
    return inline ?? (/^(-p|--pattern)$/.test(word) ? (options[at + 1] ?? []) : []);
  });
  const named = [targets, pattern].find((each) => each.length > 0) ?? [BORP_FILES];
  const nodeOptions = options.includes('--expose-gc') ? ['--expose-gc'] : [];
  return { runner: 'node:test', start: { ...BARE_START, nodeOptions, targets: named } };
}

const NODE_VALUES = new Set(['--import', '--require', '-r', '--loader', '--experimental-loader', '-C', '--conditions']);
const NODE_DROPPED =
  /^--(test$|watch|test-reporter|experimental-test-coverage|test-coverage|test-only|test-isolation=)/;

function split({ values, dropped, verbs }: RunnerOptions, words: readonly string[]): RunnerStart {
  const takesValue = new Set(values.split(' '));
  const options: string[] = [];
  const targets: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      if (!verbs.split(' ').includes(word)) targets.push(word);
      continue;
    }
    if (word === '--') continue;
    const value = takesValue.has(word) ? words[at + 1] : undefined;
    if (value !== undefined) at += 1;
    if (!dropped.test(word)) options.push(word, ...(value === undefined ? [] : [value]));
  }
  return { ...BARE_START, options, targets };
}
