import type { RunId } from '#contracts/ids.ts';
import { RunViewFold } from '#contracts/run-view.ts';
import { eventsOf, isDriven, type Runs } from '#engine/runs.ts';
import { type OpenPermit, OpenPermits } from './open-permits.ts';

export interface WaitingPermit extends OpenPermit {
  readonly run: RunId;
  readonly title: string;
}

/** What working agents wait for, in every run that is being driven: in other runs no one waits. */
export async function waitingPermits(runs: Runs): Promise<WaitingPermit[]> {
  const waiting: WaitingPermit[] = [];
  for (const header of await runs.store.list({ status: ['running'] })) {
    if (!isDriven(header, runs)) continue;
    const { run, title } = header;
    for (const permit of await openIn(runs, run)) waiting.push({ ...permit, run, title });
  }
  return waiting.sort((one, other) => one.at - other.at);
}

async function openIn({ store, blobs, clock }: Runs, run: RunId): Promise<OpenPermit[]> {
  const events = await eventsOf(store, run);
  const permits = new OpenPermits();
  for (const event of events) permits.add(event);
  if (permits.asked === 0) return [];
  const fold = new RunViewFold();
  for (const event of events) fold.add(event);
  return permits.open(fold.view().nodes, clock.now(), blobs);
}
