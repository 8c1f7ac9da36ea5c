import { z } from 'zod';
import type { TreeHash } from '#contracts/ids.ts';
import { runAll, type WholeRun } from '../proofs/run-all.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { mainRun } from './main-run.ts';

/** Whole runs of the tree in which a test must pass before its one failure counts as chance. */
const MORE_RUNS = 3;
/** More tests than this do not fail by chance at once. */
const MOST_TESTS = 3;
/** A slower suite is not run again here: the next submission does that. */
const LONGEST_MS = 120_000;

export interface FailedOnce {
  readonly id: string;
  readonly runs: number;
}

interface Run {
  readonly main: TreeHash;
  readonly tree: TreeHash;
  readonly runners: readonly ProjectRunner[];
  readonly run: WholeRun;
  /** Tests that failed, and that main does not show failing. */
  readonly suspects: readonly { readonly id: string; readonly file: string }[];
}

/**
 * Of unchanged tests, those that failed in one whole run of this tree and passed in all others. Running a file alone
 * would not do: it would miss what another test left behind.
 */
export async function failedOnce(
  treeRunner: TreeRunner,
  { main, tree, runners, run, suspects }: Run,
  signal: AbortSignal,
): Promise<readonly FailedOnce[]> {
  const isShort = run.runs.reduce((sum, { result }) => sum + result.durationMs, 0) <= LONGEST_MS;
  const isBroken = run.runs.some(({ result }) => result.outcome.type !== 'ran');
  if (suspects.length === 0 || suspects.length > MOST_TESTS || !isShort || isBroken) return [];
  const touched = new Set((await treeRunner.diff(main, tree)).files.map(({ path }) => path));
  const onMain = new Set((await mainRun(treeRunner, main, runners, signal)).tests.map(({ id }) => id));
  const old = suspects.filter(({ id, file }) => onMain.has(id) && !touched.has(file));
  if (old.length < suspects.length) return [];
  const name = `failed once on ${tree}: ${old.map(({ id }) => id).join('; ')}`;
  const kept = z.boolean().safeParse(await treeRunner.recall(name));
  const passes = kept.success ? kept.data : await passesAgain(treeRunner, { tree, runners, suspects: old }, signal);
  if (!kept.success) await treeRunner.remember(name, passes);
  return passes ? old.map(({ id }) => ({ id, runs: MORE_RUNS + 1 })) : [];
}

async function passesAgain(
  treeRunner: TreeRunner,
  { tree, runners, suspects }: Pick<Run, 'tree' | 'runners' | 'suspects'>,
  signal: AbortSignal,
): Promise<boolean> {
  for (let more = 0; more < MORE_RUNS; more += 1) {
    const { tests } = await runAll(treeRunner, tree, runners, signal);
    const passed = new Set(tests.flatMap(({ id, state }) => (state === 'passed' ? [id] : [])));
    if (!suspects.every(({ id }) => passed.has(id))) return false;
  }
  return true;
}

/** For readers of a verdict. Empty where nothing was excused. */
export const onceNote = (once: readonly FailedOnce[]): string =>
  once.length === 0
    ? ''
    : [
        'Not counted, because they are as main has them, failed once and passed whenever all tests ran again:',
        ...once.map(({ id, runs }) => `- ${id} (1 of ${runs} whole runs of this tree)`),
      ].join('\n');
