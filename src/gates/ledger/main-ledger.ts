import { z } from 'zod';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { runAll } from '../proofs/run-all.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { mainRun } from './main-run.ts';

/** A test that fails without the change: in how many runs of how many. */
export const KnownFailure = z.object({
  id: z.string(),
  file: z.string(),
  failed: z.number().int().positive(),
  runs: z.number().int().positive(),
});
export type KnownFailure = z.infer<typeof KnownFailure>;

export const isFlaky = ({ failed, runs }: KnownFailure): boolean => failed < runs;

export const MainLedger = z.object({ tree: z.string(), failures: z.array(KnownFailure) });
export type MainLedger = z.infer<typeof MainLedger>;

/** The ledger of the tree that was measured last, for display. */
export const LATEST_LEDGER = 'ledger of main';

/** Runs of main that decide between red and flaky. */
const RUNS = 3;
/** A change that breaks more files than this has broken something: main is not run file by file. */
const MOST_FILES = 8;

export interface Suspect {
  readonly id: string;
  readonly file: string;
}

/** Of tests that fail on a tree, those that also fail on main. Measures main if that is not known yet. */
export async function mainShows(
  treeRunner: TreeRunner,
  main: TreeHash,
  runners: readonly ProjectRunner[],
  suspects: readonly Suspect[],
  signal: AbortSignal,
): Promise<readonly KnownFailure[]> {
  if (suspects.length === 0) return [];
  const first = await mainRun(treeRunner, main, runners, signal);
  const name = `failures of ${main}`;
  const kept = Counts.safeParse(await treeRunner.recall(name));
  const counts = kept.success ? kept.data : { files: {}, failed: {} };
  const wanted = new Set(suspects.map(({ file }) => file));
  const known = new Set(first.tests.map(({ file }) => file));
  const files = [...wanted].filter((file) => known.has(file) && counts.files[file] === undefined);
  const redOnMain = new Set(first.tests.filter(({ state }) => state === 'failed').map(({ file }) => file));
  const asked = wanted.size > MOST_FILES ? files.filter((file) => redOnMain.has(file)) : files;
  if (asked.length > 0) {
    for (const file of asked) counts.files[file] = RUNS;
    const isAsked = new Set(asked);
    const note = (tests: readonly { id: string; file: string; state: string }[]): void => {
      for (const { id, file, state } of tests)
        if (state === 'failed' && isAsked.has(file)) counts.failed[id] = (counts.failed[id] ?? 0) + 1;
    };
    note(first.tests);
    for (let run = 1; run < RUNS; run += 1) {
      const again = await runAll(treeRunner, main, runners, signal, { only: selectionOf(asked, runners) });
      note(again.tests);
    }
    await treeRunner.remember(name, counts);
    await treeRunner.remember(LATEST_LEDGER, ledgerOf(main, counts, first.tests));
  }
  const isSuspect = new Set(suspects.map(({ id }) => id));
  return ledgerOf(main, counts, first.tests).failures.filter(({ id }) => isSuspect.has(id));
}

const Counts = z.object({ files: z.record(z.string(), z.number()), failed: z.record(z.string(), z.number()) });

/** A runner that reports packages or targets cannot be run by file. */
const selectionOf = (files: readonly string[], runners: readonly ProjectRunner[]): readonly string[] | undefined =>
  files.every((file) => runners.some((runner) => runner.isTestFile(file))) ? files : undefined;

function ledgerOf(tree: TreeHash, counts: z.infer<typeof Counts>, tests: readonly Suspect[]): MainLedger {
  const fileOf = new Map(tests.map(({ id, file }) => [id, file]));
  return {
    tree,
    failures: Object.entries(counts.failed).map(([id, failed]) => ({
      id,
      file: fileOf.get(id) ?? '',
      failed,
      runs: Math.max(RUNS, failed),
    })),
  };
}

/** For readers of a verdict: the failures that were not counted, and why. Empty if all were. */
export function knownNote(known: readonly KnownFailure[]): string {
  if (known.length === 0) return '';
  const lines = known
    .slice(0, MOST_SHOWN)
    .map((each) => `- ${each.id} (${isFlaky(each) ? 'flaky' : 'red'}: ${each.failed} of ${each.runs} runs of main)`);
  const more = known.length > MOST_SHOWN ? [`… and ${known.length - MOST_SHOWN} more`] : [];
  return ['Not counted, because they fail on main too:', ...lines, ...more].join('\n');
}

const MOST_SHOWN = 20;

export const keepKnown = (
  treeRunner: TreeRunner,
  main: TreeHash,
  known: readonly KnownFailure[],
): Promise<readonly EvidenceRef[]> =>
  known.length === 0
    ? Promise.resolve([])
    : treeRunner
        .keep('tests', `${known.length} known on main, not counted`, main, { failures: known })
        .then((kept) => [kept]);
