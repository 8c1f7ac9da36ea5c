import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestEvidence, TestSelection } from '#contracts/test-run.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import type { TestFile, WrittenTest } from '../../inventory/test-inventory.ts';
import { type Channel, PIPE, type TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { remakable } from './closed-functions.ts';
import {
  type Instrumented,
  instrumentJavascript,
  type SeenAssertion,
  type SeenFunction,
} from './instrument-javascript.ts';
import { recorderJavascript } from './recorder-javascript.ts';
import { recorderPython } from './recorder-python.ts';
import { Seen, told } from './records.ts';

export interface ObservedFunction extends SeenFunction {
  readonly path: string;
}

export interface ObservedCall {
  readonly function: ObservedFunction;
  /** As JSON; null where they hold something that cannot be made again. */
  readonly args: string | null;
  readonly outcome: string;
  /** It was called as a method of something, and looks at what. */
  readonly bound: boolean;
  readonly test: string | null;
  /** No other changed function was at work. */
  readonly top?: boolean;
  /** Of a method: which object, the how manieth call of it (-1 makes it), and what the object held, as JSON. */
  readonly object?: { readonly id: string; readonly at: number; readonly state: string | undefined };
  /** It is several calls, put together so that they can be made again. */
  readonly composed?: true;
}

export interface ObservedTest {
  readonly id: string;
  readonly written: WrittenTest;
  readonly began: boolean;
  /** Of its last run; null where one that began did not end. */
  readonly ended: 'well' | { readonly threw: string } | null;
}

export interface ObservedAssertion extends SeenAssertion {
  readonly file: string;
  /** Each time it was passed. */
  readonly passed: readonly {
    readonly test: string | null;
    readonly given?: string | undefined;
    readonly wanted: readonly string[];
    /** Numbers of altered calls that were made for it. */
    readonly calls?: readonly number[];
  }[];
  /** Each time it failed, in a run that goes on behind it. */
  readonly failed: ObservedAssertion['passed'];
}

/** A call that was given another answer than its own. */
export interface AlteredCall {
  readonly n: number;
  readonly function: ObservedFunction;
  /** As JSON; null where they hold something that cannot be written down. */
  readonly args: string | null;
  readonly test: string | null;
}

/** What was seen of the changed code while the project's own runner ran its own tests. */
export interface Observation {
  readonly run: TestEvidence;
  readonly evidence: EvidenceRef;
  readonly functions: readonly ObservedFunction[];
  readonly entered: ReadonlySet<string>;
  readonly calls: readonly ObservedCall[];
  readonly tests: readonly ObservedTest[];
  readonly assertions: readonly ObservedAssertion[];
  readonly altered: readonly AlteredCall[];
  readonly env: Readonly<Record<string, string>>;
  /** Files of the change that were loaded at all. */
  readonly loaded: ReadonlySet<string>;
  /** Files of the change that were loaded by a process of the runner in which no test ran. */
  readonly loadedByRunner: readonly string[];
  /** Files of the change that could not be rewritten, and why. */
  readonly unread: readonly { readonly path: string; readonly why: string }[];
  /** Why the records are not whole; null where they are. */
  readonly broken: string | null;
  /** More was told than anybody reads; then nothing is known. */
  readonly overflow: boolean;
}

export interface ObserveOptions {
  /** Test files to watch, and to run. */
  readonly files: readonly TestFile[];
  /** Whether the changed code is to see no sign of a test. */
  readonly masked: boolean;
  /** Whether the project's whole suite is run, as it would be without us. */
  readonly whole?: true;
  /** Files whose assertions are told of, where not all are; of the rest only the bodies of tests. */
  readonly asserting?: ReadonlySet<string>;
  /** Whether the changed functions give other answers than their own; assertions that fail are told of and passed over. */
  readonly altered?: boolean;
}

const OBSERVED_MS = 180_000;

/** What is watched: functions of these files, if any, under this runner. */
export type Watchable = Pick<ChangedCode, 'runner' | 'sources'>;

export async function observe(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: Watchable,
  { files, masked, whole, asserting, altered = false }: ObserveOptions,
  signal: AbortSignal,
): Promise<Observation> {
  const { runner } = code;
  const nonce = randomBytes(12).toString('hex');
  const at = `/tmp/${randomBytes(6).toString('hex')}`;
  const place = { nonce, at, masked, asserting, altered };
  const plan = isPython(code) ? planPython(code, files, place) : planJavascript(code, files, place);
  const prepared = plan.edits.size === 0 ? tree : await treeRunner.write(tree, plan.edits);
  const select: TestSelection = whole
    ? { type: 'all' }
    : { type: 'files', files: files.map(({ path }) => posix.relative(runner.root, path)) };
  const limit = whole ? {} : { timeoutMs: OBSERVED_MS };
  const measured = await treeRunner.test(
    { tree: prepared, of: tree, runner, select, ...limit, channel: plan.channel },
    signal,
  );
  const { records, lost, foreign } = told(Seen, measured.heard, nonce);
  return {
    run: measured.value,
    evidence: measured.evidence,
    ...gathered(plan, records, runner.root),
    broken: brokenBy(lost, foreign),
    overflow: measured.heard === null,
  };
}

export const isPython = ({ runner }: Pick<ChangedCode, 'runner'>): boolean =>
  profileFor(runner.runner).family === 'python';

interface Plan {
  readonly edits: ReadonlyMap<string, string>;
  readonly channel: Channel;
  readonly functions: readonly ObservedFunction[];
  readonly tests: readonly { readonly id: string; readonly written: WrittenTest }[];
  readonly assertions: readonly (SeenAssertion & { readonly file: string })[];
  /** The file of a test by the beginning of its ids, where assertions are told by the run. */
  readonly keys: ReadonlyMap<string, string>;
  readonly unread: readonly { readonly path: string; readonly why: string }[];
}

interface Place {
  readonly nonce: string;
  readonly at: string;
  readonly masked: boolean;
  readonly asserting: ReadonlySet<string> | undefined;
  readonly altered: boolean;
}

function planJavascript({ sources }: Watchable, files: readonly TestFile[], place: Place): Plan {
  const { nonce, at, masked, asserting, altered } = place;
  const edits = new Map<string, string>();
  const functions: ObservedFunction[] = [];
  const tests: { id: string; written: WrittenTest }[] = [];
  const assertions: (SeenAssertion & { file: string })[] = [];
  const unread: { path: string; why: string }[] = [];
  const recorder = `${at}/r.cjs`;
  const prefix = `$${randomBytes(3).toString('hex')}`;
  let count = 0;
  const rewrite = (path: string, text: string, more: object): Instrumented | null => {
    count += 1;
    const made = instrumentJavascript({ path, text, recorder, key: `${prefix}${count}_`, ...more });
    if (!made) unread.push({ path, why: 'its text does not parse' });
    else if (made.text !== text) edits.set(path, made.text);
    return made;
  };
  for (const { path, text, lines } of sources) {
    const made = rewrite(path, text, lines ? { lines } : {});
    functions.push(...(made?.functions ?? []).map((each) => ({ ...each, path })));
  }
  for (const { path, text, tests: own } of files) {
    if (own === null) continue;
    const bodiesOnly = asserting !== undefined && !asserting.has(path);
    const made = rewrite(path, text, { tests: own.map(({ fact }) => fact.lines.first), bodiesOnly, soft: altered });
    for (const [id, line] of made?.tests ?? []) {
      const written = own.find(({ fact }) => fact.lines.first === line);
      if (written) tests.push({ id, written });
    }
    assertions.push(...(made?.assertions ?? []).map((each) => ({ ...each, file: path })));
  }
  const files_ = { 'r.cjs': recorderJavascript({ nonce, pipe: `${at}/${PIPE}`, masked, altered }) };
  return { edits, channel: { at, files: files_ }, functions, tests, assertions, keys: new Map(), unread };
}

function planPython({ sources, runner }: Watchable, files: readonly TestFile[], place: Place): Plan {
  const { nonce, at, masked, asserting, altered } = place;
  const inRoot = (path: string): string => posix.relative(runner.root, path);
  const functions = sources.flatMap((source, n) =>
    source.functions.map(
      (each): ObservedFunction => ({
        ...{ id: `s${n}:${each.line}`, path: source.path, line: each.line },
        ...{ name: each.name, exports: each.name.includes('.') ? [] : [each.name], kind: 'plain' },
        ...insideOf(each.name, n, source.functions),
      }),
    ),
  );
  const tests = files.flatMap(({ tests: own }, n) =>
    (own ?? []).map((written) => ({ id: `t${n}:${written.path.join('.')}`, written })),
  );
  const targets = [
    ...sources.map(({ path, lines }, n) => ({
      ...{ path: inRoot(path), key: `s${n}`, tests: false },
      ...(lines ? { lines: lines.map(({ first, last }) => [first, last] as const) } : {}),
    })),
    ...files.map(({ path }, n) => ({
      ...{ path: inRoot(path), key: `t${n}`, tests: true },
      bodiesOnly: asserting !== undefined && !asserting.has(path),
    })),
  ];
  const text = recorderPython({ nonce, pipe: `${at}/${PIPE}`, masked, altered, targets });
  const channel = { at, files: { 'sitecustomize.py': text }, env: { PYTHONPATH: at } };
  const keys = new Map(files.map(({ path }, n) => [`t${n}`, path]));
  return { edits: new Map(), channel, functions, tests, assertions: [], keys, unread: [] };
}

/** `Cart.total`: a method, or a function inside of another; which of them, the run tells. */
function insideOf(
  name: string,
  n: number,
  functions: ChangedCode['sources'][number]['functions'],
): Pick<ObservedFunction, 'method' | 'within'> {
  const [outer = '', inner, ...more] = name.split('.');
  if (inner === undefined || more.length > 0) return {};
  const around = functions.find((each) => each.name === outer);
  return around ? { within: `s${n}:${around.line}` } : { method: { of: outer, name: inner } };
}

function gathered(
  plan: Plan,
  records: readonly Seen[],
  root: string,
): Omit<Observation, 'run' | 'evidence' | 'broken' | 'overflow'> {
  const byId = new Map(plan.functions.map((each) => [each.id, each]));
  const entered = new Set<string>();
  const calls: ObservedCall[] = [];
  const open = new Map<string, number>();
  const ended = new Map<string, ObservedTest['ended']>();
  const passed = new Map<string, ObservedAssertion['passed'][number][]>();
  const failed = new Map<string, ObservedAssertion['passed'][number][]>();
  const altered: AlteredCall[] = [];
  const written: (SeenAssertion & { file: string })[] = [...plan.assertions];
  const unread = [...plan.unread];
  const testing = new Map<string, Extract<Seen, { k: 'b' }>>();
  const loaded: Extract<Seen, { k: 'm' }>[] = [];
  let env: Readonly<Record<string, string>> = {};
  for (const record of records) {
    if (record.k === 'e') entered.add(record.f);
    if (record.k === 'c') {
      const of = byId.get(record.f);
      const { h, s: nth, st: state, top = false } = record;
      if (of)
        calls.push({
          ...{ function: of, args: remakable(record.a), outcome: record.o, test: record.x, top },
          bound: record.t !== 0 && of.needsThis !== false,
          ...(h === undefined || nth === undefined ? {} : { object: { id: h, at: nth, state } }),
        });
    }
    if (record.k === 'b') {
      open.set(record.x, (open.get(record.x) ?? 0) + 1);
      testing.set(record.w, record);
    }
    if (record.k === 'm') loaded.push(record);
    if (record.k === 'p' || record.k === 't') {
      open.set(record.x, (open.get(record.x) ?? 0) - 1);
      ended.set(record.x, record.k === 'p' ? 'well' : { threw: record.m });
    }
    if (record.k === 'a' || record.k === 'n') {
      const made = record.k === 'a' ? passed : failed;
      const calls = record.k === 'n' ? { calls: record.y } : {};
      made.set(record.i, [
        ...(made.get(record.i) ?? []),
        { test: record.x, given: record.g, wanted: record.w, ...calls },
      ]);
    }
    if (record.k === 'y') {
      const of = byId.get(record.f);
      if (of) altered.push({ n: record.n, function: of, args: record.a, test: record.x });
    }
    if (record.k === 'h' && !written.some(({ id }) => id === record.i)) {
      const file = plan.keys.get(/^t\d+/.exec(record.i)?.[0] ?? '') ?? '';
      written.push({ id: record.i, how: record.how, line: record.line, test: record.x, must: record.must, file });
    }
    if (record.k === 'v') env = record.env;
    if (record.k === 'u') unread.push({ path: record.path, why: record.m });
  }
  return {
    ...{ functions: plan.functions, entered, calls, altered, env, unread },
    loaded: new Set(
      records.flatMap((each) => (each.k === 'm' ? [each.path] : each.k === 'l' ? [posix.join(root, each.path)] : [])),
    ),
    loadedByRunner: [...new Set(loaded.filter((each) => isOfRunner(each, testing)).map(({ path }) => path))],
    tests: plan.tests.map(({ id, written: test }) => ({
      ...{ id, written: test, began: open.has(id) },
      ended: (open.get(id) ?? 0) > 0 ? null : (ended.get(id) ?? null),
    })),
    assertions: written.map((each) => ({
      ...{ ...each, passed: passed.get(each.id) ?? [], failed: failed.get(each.id) ?? [] },
    })),
  };
}

/** No test runs there, and it has started a process or a thread in which some do. What tests start is not of the runner. */
const isOfRunner = (
  { w, pid }: Extract<Seen, { k: 'm' }>,
  testing: ReadonlyMap<string, Extract<Seen, { k: 'b' }>>,
): boolean => !testing.has(w) && [...testing.values()].some((test) => test.parent === pid || test.pid === pid);

function brokenBy(lost: boolean, foreign: number): string | null {
  if (foreign > 0) return 'something else than the gate wrote on its pipe';
  return lost ? 'records are missing that were written' : null;
}
