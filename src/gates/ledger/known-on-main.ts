import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { WholeRun } from '../proofs/run-all.ts';
import { type KnownOnMain, NOTHING_KNOWN, runProblems } from '../proofs/run-problems.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { failedOnce, onceNote } from './failed-once.ts';
import { keepKnown, knownNote, mainShows } from './main-ledger.ts';
import { mainRun } from './main-run.ts';

export interface Excused extends KnownOnMain {
  readonly evidence: readonly EvidenceRef[];
  /** For readers of the verdict; empty where nothing was excused. */
  readonly note: string;
}

export interface MeasuredTree {
  readonly main: TreeHash;
  readonly tree: TreeHash;
  readonly runners: readonly ProjectRunner[];
}

/**
 * The failures of a run that say nothing about the change: main shows them too, or a test of main failed only this
 * once. Measures only if something failed.
 */
export async function knownOnMain(
  treeRunner: TreeRunner,
  { main, tree, runners }: MeasuredTree,
  run: WholeRun,
  signal: AbortSignal,
): Promise<Excused> {
  if (runProblems(run).length === 0) return { ...NOTHING_KNOWN, evidence: [], note: '' };
  const failing = run.tests.filter(({ state }) => state === 'failed');
  const known = await mainShows(treeRunner, main, runners, failing, signal);
  const isKnown = new Set(known.map(({ id }) => id));
  const suspects = failing.filter(({ id }) => !isKnown.has(id));
  const once = await failedOnce(treeRunner, { main, tree, runners, run, suspects }, signal);
  const isBroken = run.runs.some(({ result }) => result.outcome.type === 'broken');
  const broken = new Set(isBroken ? (await mainRun(treeRunner, main, runners, signal)).broken.filter(Boolean) : []);
  return {
    tests: new Set([...isKnown, ...once.map(({ id }) => id)]),
    broken,
    evidence: await keepKnown(treeRunner, main, known),
    note: [knownNote(known), onceNote(once)].filter((note) => note !== '').join('\n\n'),
  };
}
