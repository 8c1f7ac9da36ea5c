import { posix } from 'node:path';
import type { EvidenceRef, Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestEvidence } from '#contracts/test-run.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { judgeRun, lost, NO_NEWS } from '../challenge/observe/judge-run.ts';
import { observe } from '../challenge/observe/observe.ts';
import { inventoryOf, type TestFile } from '../inventory/test-inventory.ts';
import { mainRun } from '../ledger/main-run.ts';
import { runAll, type WholeRun } from '../proofs/run-all.ts';
import type { Measured, ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { isBeaconed, runWithBeacons } from './run-with-beacons.ts';

export interface WatchedOrder {
  /** Main, where the work began. */
  readonly base: TreeHash;
  readonly tree: TreeHash;
  readonly runners: readonly ProjectRunner[];
  /** Every test file of the tree. */
  readonly files: ReadonlyMap<string, TestFile>;
  /** Files that are new or changed since main: in those that are tests, assertions are watched too. */
  readonly changed: ReadonlySet<string>;
}

/** A run of everything, with those reported results that observation contradicts. */
export interface WatchedRun extends WholeRun {
  readonly untrue: readonly Refusal[];
}

/**
 * All tests, run by the project's own runners, with a statement of ours in the body of each: it reports over a pipe of
 * the gate's that it began and how it ended. A runner's report can be forged by the code that it loads; a test that is
 * reported as passed and was not seen to run, or to end, or ended otherwise, did not pass.
 * Where the tests do not pass this way, they are run unchanged, and that run is judged: an effect of our statement on a
 * test is not the work's fault. Tests that pass only unwatched, where main's can be watched, are refused.
 */
export async function runWatched(
  treeRunner: TreeRunner,
  order: WatchedOrder,
  signal: AbortSignal,
): Promise<WatchedRun> {
  const untrue: Refusal[] = [];
  const test = async (runner: ProjectRunner): Promise<Measured<TestEvidence>> => {
    const seen = await watch(treeRunner, order.tree, runner, order, signal);
    untrue.push(...(seen?.untrue ?? []));
    if (seen && (await isClean(treeRunner, order, runner, seen.run, signal)))
      return { value: seen.run, evidence: seen.evidence };
    const bare = await treeRunner.test({ tree: order.tree, runner, select: { type: 'all' } }, signal);
    const unseen = seen ? lost(bare.value, seen.run) : [];
    if (unseen.length > 0) {
      const again = async (): Promise<Seen | null> => watch(treeRunner, order.tree, runner, order, signal);
      const isFair = (): Promise<boolean> => isWatchable(treeRunner, order.base, runner, signal);
      untrue.push(...(await onlyUnwatched(unseen, bare.value, isFair, again)));
    }
    return bare;
  };
  const run = await runAll(treeRunner, order.tree, order.runners, signal, { test });
  return { ...run, untrue };
}

interface Seen {
  readonly run: TestEvidence;
  readonly evidence: EvidenceRef;
  readonly untrue: readonly Refusal[];
}

/** Null where none of this runner's tests can be watched. */
async function watch(
  treeRunner: TreeRunner,
  tree: TreeHash,
  runner: ProjectRunner,
  { files, changed }: Pick<WatchedOrder, 'files' | 'changed'>,
  signal: AbortSignal,
): Promise<Seen | null> {
  const own = [...files.values()].filter((file) => file.runner === runner);
  if (isBeaconed(runner)) {
    const seen = await runWithBeacons(treeRunner, tree, runner, signal);
    return seen && { ...seen, untrue: [...seen.untrue.map(refusal), ...onPipe(seen.broken)] };
  }
  const watched = own.filter(({ tests }) => tests !== null && tests.length > 0);
  if (watched.length === 0 || !isParsed(runner.runner) || runner.setup !== undefined) return null;
  const seen = await observe(
    treeRunner,
    tree,
    { runner, sources: [] },
    { files: watched, masked: false, whole: true, asserting: changed },
    signal,
  );
  if (seen.overflow) return null;
  const findings = judgeRun(seen, runner.root, NO_NEWS);
  return {
    ...{ run: seen.run, evidence: seen.evidence },
    untrue: [...findings.map(refusal), ...silentFiles(seen, runner), ...onPipe(seen.broken)],
  };
}

/** Their tests can be parsed from source. Compiled tests do not run from source. */
const isParsed = (runner: string): boolean => profileFor(runner).family !== 'other';

/**
 * Only failures that main shows too, in files that the change does not touch: our statement cannot be the cause, and
 * nothing has to be run again.
 */
async function isClean(
  treeRunner: TreeRunner,
  { base, runners, changed }: WatchedOrder,
  { root }: ProjectRunner,
  { outcome, tests }: TestEvidence,
  signal: AbortSignal,
): Promise<boolean> {
  if (outcome.type !== 'ran') return false;
  const failed = tests.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return true;
  const onMain = await mainRun(treeRunner, base, runners, signal);
  const red = new Set(onMain.tests.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])));
  const fromTop = (name: string): string => (root === '.' ? name : `${root}/${name}`);
  return failed.every(({ id, file }) => red.has(fromTop(id)) && !changed.has(fromTop(file)));
}

/** A file with tests reported as passed, of which none was seen to begin: their titles may be anything. */
function silentFiles(
  { run, tests }: Pick<Awaited<ReturnType<typeof observe>>, 'run' | 'tests'>,
  { root }: ProjectRunner,
): Refusal[] {
  const began = new Set(tests.filter((test) => test.began).map(({ written }) => written.file));
  const watched = new Set(tests.map(({ written }) => written.file));
  const told = run.tests.filter(({ state }) => state === 'passed').map(({ file }) => posix.join(root, file));
  return [...new Set(told)]
    .filter((file) => watched.has(file) && !began.has(file))
    .map((file) =>
      refusal({ file, line: null, message: `${file}: tests are reported as passed, but none was seen to run` }),
    );
}

/** Nothing else may write to this pipe. */
const onPipe = (broken: string | null): Refusal[] =>
  broken === null
    ? []
    : [
        {
          code: 'REPORT_UNTRUE',
          message: `while the tests ran, ${broken}: the code or its set-up interferes with the measurement`,
          next: NEXT,
        },
      ];

const NEXT = 'Remove the code that writes the runner’s report; tests must run and pass on their own.';

const refusal = ({ file, line, message }: { file: string; line: number | null; message: string }): Refusal => ({
  ...{ code: 'REPORT_UNTRUE', message, next: NEXT, file },
  ...(line === null ? {} : { line }),
});

/**
 * Tests that pass unchanged and never while watched, where main's tests do both. Each has three chances: a test that
 * measures time may miss on a busy machine, and not all miss at once. One that passed watched was seen to pass.
 */
export async function onlyUnwatched(
  unseen: readonly string[],
  bare: TestEvidence,
  isFair: () => Promise<boolean>,
  watchAgain: () => Promise<Pick<Seen, 'run' | 'untrue'> | null>,
): Promise<Refusal[]> {
  if (!(await isFair())) return [];
  const untrue: Refusal[] = [];
  let gone = unseen;
  for (let round = 0; round < MORE_ROUNDS && gone.length > 0; round += 1) {
    const again = await watchAgain();
    const lostAgain = new Set(again ? lost(bare, again.run) : []);
    gone = gone.filter((id) => lostAgain.has(id));
    untrue.push(...(again?.untrue ?? []));
  }
  const [first] = gone;
  if (first === undefined) return untrue;
  const more = gone.length > 1 ? ` (and ${gone.length - 1} more)` : '';
  return [
    {
      code: 'REPORT_UNTRUE',
      message: `${first} passes as written but fails while its file is being watched${more}: its result cannot be compared with what really ran`,
      next: 'Test what the code does, not the text of code or tests.',
    },
  ];
}
const MORE_ROUNDS = 2;

/** Whether main's tests can be watched. Measured once. */
async function isWatchable(
  treeRunner: TreeRunner,
  base: TreeHash,
  runner: ProjectRunner,
  signal: AbortSignal,
): Promise<boolean> {
  const name = `whether tests of ${base} by ${runner.runner} in ${runner.root} can be watched`;
  const kept = await treeRunner.recall(name);
  if (typeof kept === 'boolean') return kept;
  const files = await inventoryOf(treeRunner, base, [runner]);
  const order = { files, changed: new Set<string>() };
  const seen = await watch(treeRunner, base, runner, order, signal);
  const { value } = await treeRunner.test({ tree: base, runner, select: { type: 'all' } }, signal);
  const can = seen !== null && value.tests.length > 0 && lost(value, seen.run).length === 0;
  await treeRunner.remember(name, can);
  return can;
}
