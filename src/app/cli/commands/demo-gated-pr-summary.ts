import type { z } from 'zod';
import type { RunId } from '#contracts/ids.ts';
import { fromLog } from '#engine/payloads.ts';
import { eventsOf, type Runs } from '#engine/runs.ts';
import { EMPTY } from '#engine/step/state.ts';
import { PrOutput } from '#workflows/gated-pr/graph.ts';
import { prSnapshotOf } from '../../gated-pr/pr-snapshot.ts';
import type { Screen } from '../screen.ts';

/** What a plan's run refused and why, what was merged, and that the engineer was simulated. */
export async function planSummary({ paint }: Screen, runs: Runs, run: RunId): Promise<string[]> {
  const snapshot = await prSnapshotOf(runs.store, runs.blobs, run);
  const refused = (snapshot?.answers ?? []).flatMap(({ answer }) =>
    answer.status === 'FAILURE' ? answer.reasons.slice(0, 1) : [],
  );
  return [
    '',
    paint('bold', 'Refused on the way'),
    ...refused.map(({ code, message }) => `  ${paint('red', '✗')} ${code}: ${message.split('\n')[0]}`),
    paint('bold', 'Merged'),
    ...(await mergedBy(runs, run)).map(
      ({ title, merge }) => `  ${paint('green', '✓')} ${title} ${paint('dim', merge.slice(0, 12))}`,
    ),
    '',
    'The engineer was simulated (a script on this machine). The workspace, the tests, the gates and the merges were real.',
  ];
}

/** The last merge is not in any PR's state: with it the run is over. */
async function mergedBy({ store, blobs }: Runs, run: RunId): Promise<z.infer<typeof PrOutput>['finished']> {
  const last = (await eventsOf(store, run)).at(-1);
  if (last?.type !== 'run.ended' || last.data.ending.status !== 'completed') return [];
  return PrOutput.parse(await fromLog(last.data.ending.output, EMPTY, blobs)).finished;
}
