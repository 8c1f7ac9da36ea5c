import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { WholeRun } from '../proofs/run-all.ts';
import { type KnownOnMain, NOTHING_KNOWN, runProblems } from '../proofs/run-problems.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { keepKnown, knownNote, mainShows } from './main-ledger.ts';
import { mainRun } from './main-run.ts';

export interface Excused extends KnownOnMain {
  readonly evidence: readonly EvidenceRef[];
  /** For whoever reads the verdict; empty where nothing was excused. */
  readonly note: string;
}

/** What of a run's failures main shows too. Asks main only where something failed. */
export async function knownOnMain(
  treeRunner: TreeRunner,
  main: TreeHash,
  runners: readonly ProjectRunner[],
  run: WholeRun,
  signal: AbortSignal,
): Promise<Excused> {
  if (runProblems(run).length === 0) return { ...NOTHING_KNOWN, evidence: [], note: '' };
  const failing = run.tests.filter(({ state }) => state === 'failed');
  const known = await mainShows(treeRunner, main, runners, failing, signal);
  const isBroken = run.runs.some(({ result }) => result.outcome.type === 'broken');
  const broken = new Set(isBroken ? (await mainRun(treeRunner, main, runners, signal)).broken.filter(Boolean) : []);
  return {
    tests: new Set(known.map(({ id }) => id)),
    broken,
    evidence: await keepKnown(treeRunner, main, known),
    note: knownNote(known),
  };
}
