import { AssayError } from '#contracts/errors.ts';
import { isOver } from '#contracts/http/run-shown.ts';
import { type RunId, Seq } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { forkRun } from '../drive/runs.ts';
import { findRun } from '../find-run.ts';
import type { Runs } from '../runs.ts';

export interface Forked {
  readonly run: RunId;
  /** Events that were written together stay together, so the cut may be a little later. */
  readonly forkedFrom: NonNullable<ListedRun['forkedFrom']>;
}

/** A new run with the events of another, up to one of them. */
export async function forkAt(runs: Runs, wanted: string, at: number): Promise<Forked> {
  const from = await findRun(runs.store, wanted);
  if (at < 1 || at > from.head) {
    const next = `Its events are 1 to ${from.head}.`;
    throw new AssayError('USAGE', `run ${from.run} has no event ${at}`, { next });
  }
  // With its end in it a fork would be over, too.
  if (at === from.head && isOver(from.status)) {
    const next = at === 1 ? 'There is no earlier event.' : `Name an earlier event: 1 to ${at - 1}.`;
    throw new AssayError('USAGE', `run ${from.run} ended with event ${at}: a fork has nothing to do after it`, {
      next,
    });
  }
  const run = await forkRun(runs, from.run, Seq.parse(at));
  const { forkedFrom } = await findRun(runs.store, run);
  return { run, forkedFrom: forkedFrom ?? { run: from.run, seq: Seq.parse(at) } };
}
