import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { isRunnerConfig, runnerVariables } from '#project/test-runners/known-runners.ts';
import { mentionedBy } from '../../tamper/protected-paths.ts';
import { type Channel, PIPE, type TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { answersJavascript, controlJavascript, plainJavascript } from './asker-javascript.ts';
import { askerPython, controlPython, plainPython } from './asker-python.ts';
import { isPython } from './observe.ts';
import { AnsweredRecord, told } from './records.ts';

/** One call: an exported function, and its arguments as JSON. */
export interface OutsideQuestion {
  readonly module: string;
  readonly name: string;
  readonly args: string;
  /** Python: the function beneath its decorators is asked, if none of them is in one of these files. */
  readonly beneath?: readonly string[];
}

export interface Answers {
  /** In the order of the calls; null where there was no answer. */
  readonly outcomes: readonly (string | null)[];
  /** Modules, and set-up files of the tests, that could not be loaded. */
  readonly unloaded: readonly { readonly path: string; readonly why: string }[];
  readonly setUp: readonly { readonly path: string; readonly why: string }[];
  /** Answers that had changed when they were inspected again; only where that was requested. */
  readonly changingAnswers: readonly Extract<AnsweredRecord, { k: 'w' }>[];
  /** It ran to its end. */
  readonly whole: boolean;
  /** It failed or was ended before it reported anything. */
  readonly silent?: boolean;
  /** It exited early, without an error. */
  readonly left: boolean;
  readonly broken: string | null;
  /** Our own Node was used: the project's is too old. Different answers of the two need not be the code's fault. */
  readonly otherNode?: boolean;
  readonly evidence: EvidenceRef;
}

export interface OutsideAskOptions {
  /** The environment of the tests' own run, without signs of a test. */
  readonly env: Readonly<Record<string, string>>;
  /** Files that the runner loads before tests. */
  readonly before: readonly string[];
  /** Whether answers are inspected more than once. */
  readonly lasting?: true;
}

const PLAIN_MS = 30_000;

/** Calls the untouched functions in a process that shows no sign of a test, on a tree without tests. */
export async function askOutside(
  treeRunner: TreeRunner,
  bare: TreeHash,
  code: ChangedCode,
  questions: readonly OutsideQuestion[],
  { env, before, lasting }: OutsideAskOptions,
  signal: AbortSignal,
): Promise<Answers> {
  const { nonce, channel } = channelFor(code, questions, before, lasting);
  const python = isPython(code);
  const command = {
    args: python ? [`${channel.at}/m.py`] : [...FLAGS, `${channel.at}/m.mjs`],
    env: { ...env },
    timeoutMs: PLAIN_MS,
    ...(code.runner.root === '.' ? {} : { cwd: code.runner.root }),
  };
  const ask = async (program: string, withIt?: { readonly program: string }): Promise<Answers> => {
    const told = { ...channel, ...withIt };
    const { value, evidence, heard } = await treeRunner.run(bare, { ...command, program }, signal, told);
    const exited = value.outcome === 'exited' && value.exitCode === 0;
    return { ...answersOf(heard, nonce, questions.length, exited), silent: heard === '' && !exited, evidence };
  };
  if (python) return ask('python3');
  const program = process.execPath;
  const ours = async (): Promise<Answers> => ({ ...(await ask(program, { program })), otherNode: true });
  if (needOurs.has(treeRunner)) return ours();
  const theirs = await ask('node');
  if (!theirs.silent) return theirs;
  const answers = await ours();
  if (answers.silent) return theirs;
  needOurs.add(treeRunner);
  return answers;
}

/** Where the project's Node cannot run the calling program: it knows neither types nor hooks (before 22.15). */
const needOurs = new WeakSet<TreeRunner>();

const FLAGS = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];

/** The same calls under the project's runner, in place of one of its test files; null where that is impossible. */
export async function askUnderRunner(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  questions: readonly OutsideQuestion[],
  signal: AbortSignal,
): Promise<Answers | null> {
  const [first] = code.tests;
  const { nonce, channel } = channelFor(code, questions, []);
  const text = isPython(code) ? controlPython(channel.at) : controlJavascript(code.runner.runner, channel.at);
  if (!first || text === null) return null;
  // The test's text stays in its file: code that reads it finds it unchanged.
  const rest = isPython(code) ? first.text.replace(/^/gm, '# ') : `/*\n${first.text.replaceAll('*/', '* /')}\n*/`;
  const prepared = await treeRunner.write(tree, new Map([[first.path, `${text}\n${rest}\n`]]));
  const select = { type: 'files' as const, files: [posix.relative(code.runner.root, first.path)] };
  const { evidence, heard } = await treeRunner.test({ tree: prepared, runner: code.runner, select, channel }, signal);
  return { ...answersOf(heard, nonce, questions.length, false), evidence };
}

function channelFor(
  code: ChangedCode,
  questions: readonly OutsideQuestion[],
  before: readonly string[],
  lasting = false,
): { nonce: string; channel: Channel } {
  const nonce = randomBytes(12).toString('hex');
  const at = `/tmp/${randomBytes(6).toString('hex')}`;
  const inRoot = (path: string): string => posix.relative(code.runner.root, path);
  const calls = questions.map(({ beneath, ...each }, n) => ({
    ...{ n, ...each, module: inRoot(each.module) },
    ...(beneath ? { beneath: beneath.map(inRoot) } : {}),
  }));
  const modules = [...new Set(calls.map(({ module }) => module))];
  const orders = { before: before.map(inRoot), modules, calls, lasting };
  const asker = { nonce, pipe: `${at}/${PIPE}` };
  const files: Record<string, string> = isPython(code)
    ? { 'a.py': askerPython(asker), 'm.py': plainPython(at) }
    : { 'a.cjs': answersJavascript(asker), 'm.mjs': plainJavascript() };
  return { nonce, channel: { at, files: { ...files, 'o.json': JSON.stringify(orders) } } };
}

function answersOf(
  heard: string | null | undefined,
  nonce: string,
  count: number,
  exited: boolean,
): Omit<Answers, 'evidence'> {
  const { records, lost, foreign } = told(AnsweredRecord, heard, nonce);
  const outcomes: (string | null)[] = Array.from({ length: count }, () => null);
  let twice = false;
  for (const record of records) {
    if (record.k !== 'q') continue;
    // The first report counts; a second one is someone else's.
    if (outcomes[record.n] !== null) twice = true;
    else outcomes[record.n] = record.o;
  }
  const whole = records.some(({ k }) => k === 'z' || k === 'x');
  return {
    outcomes,
    unloaded: records.flatMap((each) => (each.k === 'u' ? [{ path: each.path, why: each.m }] : [])),
    setUp: records.flatMap((each) => (each.k === 's' ? [{ path: each.path, why: each.m }] : [])),
    changingAnswers: records.filter((each) => each.k === 'w'),
    whole,
    left: exited && !whole,
    broken:
      foreign > 0 || twice ? 'something other than the gate wrote on its pipe' : lost ? 'records are missing' : null,
  };
}

/** Code that searches for its tests on disk must find none either. */
export const withoutTests = async (
  treeRunner: TreeRunner,
  tree: TreeHash,
  { runner }: ChangedCode,
): Promise<TreeHash> => {
  const tests = (await treeRunner.list(tree)).filter((path) => runner.isTestFile(path));
  return treeRunner.write(tree, new Map(tests.map((path) => [path, null])));
};

export interface SetUp {
  /** Files that the runner loads before tests. */
  readonly files: readonly string[];
  /** Whether the tests' environment includes more than files that can be loaded: automatic fixtures, hooks. */
  readonly reaches: boolean;
}

const isConfig = (path: string): boolean => isRunnerConfig(posix.basename(path));

export async function setUpOf(treeRunner: TreeRunner, tree: TreeHash, code: ChangedCode): Promise<SetUp> {
  const files = await treeRunner.list(tree);
  if (isPython(code)) {
    const conftests = await treeRunner.readAll(
      tree,
      files.filter((path) => posix.basename(path) === 'conftest.py'),
    );
    return {
      files: [],
      reaches: [...conftests.values()].some((text) => /\bautouse\b|^def pytest_|pytest_plugins/m.test(text)),
    };
  }
  const configs = await treeRunner.readAll(
    tree,
    files.filter((path) => isConfig(path)),
  );
  const named = [...configs].flatMap(([path, text]) =>
    mentionedBy(text, files, path).filter(
      (each) => /\.[cm]?[jt]sx?$/.test(each) && !code.runner.isTestFile(each) && !isConfig(each),
    ),
  );
  return { files: [...new Set(named)], reaches: false };
}

/** Variables that show a program that it is being tested, and those that belong to the place it runs in. */
export const withoutMarks = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !MARKS.test(name) && !PLACE.test(name)));

const MARKS = new RegExp(
  `^(${runnerVariables('javascript')}|${runnerVariables('python')}|VITE|JEST|NODE_ENV$|TEST$|MODE$|DEV$|PROD$|SSR$|BASE_URL$|CI$|npm_|INIT_CWD|NODE_OPTIONS$|NODE_UNIQUE_ID|NODE_CHANNEL)`,
);
const PLACE = /^(PATH|HOME|PWD|OLDPWD|TMPDIR|SHLVL|_|LD_.*|PYTHONPATH|PYTHONDONTWRITEBYTECODE)$/;
