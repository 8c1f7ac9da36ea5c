import { posix } from 'node:path';
import type { RunnerStart } from '#project/test-runners/adapter.ts';

/** A runner as a command line starts it. */
export interface StartedRunner {
  readonly runner: string;
  readonly start: RunnerStart;
  /** A program of the project's own that starts it, where the installed one is not meant. */
  readonly launch?: readonly [string, ...string[]];
}

/** Which runner the words of one command start, and with what; null where none that Assay knows. */
export function startedRunner(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): StartedRunner | null {
  const assigned = { ...env };
  for (const [at, word] of words.entries()) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
    if (name !== undefined && value !== undefined) assigned[name] = value;
    const started = begins(word, words.slice(at + 1));
    if (started) return { ...started, start: { ...started.start, env: assigned } };
  }
  return null;
}

function begins(word: string, rest: readonly string[]): StartedRunner | null {
  const name = posix.basename(word).replace(/\.[cm]?js$/, '');
  if (name === 'node') return nodeStarts(rest);
  if (name === 'tsx' && rest.includes('--test')) return nodeStarts(['--import', 'tsx', ...rest]);
  // They find the files by Node's own patterns.
  if (name === 'borp' || name === 'bnt') return { runner: 'node:test', start: { ...NOTHING } };
  const runner = PROGRAMS[name];
  if (runner === undefined) return null;
  const own = word.includes('/') && !word.includes('node_modules/') ? ([word] as const) : undefined;
  return { runner, start: split(runner, rest), ...(own ? { launch: own } : {}) };
}

const PROGRAMS: Readonly<Record<string, string>> = {
  mocha: 'mocha',
  _mocha: 'mocha',
  jest: 'jest',
  'jest-cli': 'jest',
  vitest: 'vitest',
};

const NOTHING: RunnerStart = { nodeOptions: [], options: [], targets: [], env: {} };

/** `node --test …`, or a runner's file that Node is given with options of its own. */
function nodeStarts(words: readonly string[]): StartedRunner | null {
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
      if (!inner) return null;
      const launch = inner.launch && (['node', ...nodeOptions, ...inner.launch] as const);
      return { ...inner, ...(launch ? { launch } : {}), start: { ...inner.start, nodeOptions } };
    }
  }
  return isTest ? { runner: 'node:test', start: { ...NOTHING, nodeOptions, targets } } : null;
}

const NODE_VALUES = new Set(['--import', '--require', '-r', '--loader', '--experimental-loader', '-C', '--conditions']);
const NODE_DROPPED =
  /^--(test$|watch|test-reporter|experimental-test-coverage|test-coverage|test-only|test-isolation=)/;

function split(runner: string, words: readonly string[]): RunnerStart {
  const { values, dropped, verbs } = OPTIONS[runner] ?? { values: '', dropped: /^$/, verbs: '' };
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
  return { ...NOTHING, options, targets };
}

/** What they take with a value behind it, and what of theirs is for people or for another way of running. */
const OPTIONS: Readonly<Record<string, { values: string; dropped: RegExp; verbs: string }>> = {
  mocha: {
    values:
      '-r --require -R --reporter -O --reporter-option --reporter-options -t --timeout --timeouts -s --slow -u --ui ' +
      '--config --package --file --spec --extension -g --grep -f --fgrep -j --jobs -n --node-option --ignore --exclude ' +
      '--opts --retries --global --globals',
    dropped: /^(-R|--reporter|-O|--reporter-options?|-w|--watch|-b|--bail|-c|--colors?|--no-colors?)(=|$)/,
    verbs: '',
  },
  jest: {
    values:
      '-c --config --testMatch --testPathPattern --testPathPatterns --testRegex --maxWorkers -w --env ' +
      '--testEnvironment --projects --rootDir --selectProjects --shard --testTimeout --reporters --outputFile ' +
      '--workerIdleMemoryLimit --testPathIgnorePatterns -t --testNamePattern',
    dropped:
      /^(--coverage\w*|--collectCoverage\w*|--ci|--json|--outputFile|--watch\w*|-b|--bail|--colors?|--reporters|--verbose|--silent|--notify|-o|--onlyChanged|--passWithNoTests|-u|--updateSnapshot|-t|--testNamePattern|--shard)(=|$)/,
    verbs: '',
  },
  vitest: {
    values:
      '-c --config -r --root --project --dir --environment --pool -t --testNamePattern --shard --mode --testTimeout ' +
      '--reporter --outputFile --maxWorkers --minWorkers',
    dropped:
      /^(--run|-w|--watch|--coverage[\w.]*|--reporter|--outputFile[\w.]*|--ui|--open|-u|--update|--passWithNoTests|--bail|--typecheck[\w.]*|-t|--testNamePattern|--shard|--silent)(=|$)/,
    verbs: 'run watch dev',
  },
};
