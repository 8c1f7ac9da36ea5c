import type { RunId } from '#contracts/ids.ts';
import type { RunView } from '#contracts/run-view.ts';

type Paused = Pick<RunView, 'pausedBy' | 'why'>;

/** The command that goes on with a run that stands still: one whose budget is used up would only pause again. */
export const wayOn = (run: RunId, { pausedBy }: Paused): string =>
  pausedBy === 'budget'
    ? `assay runs budget ${run} --usd N (or --tokens, --attempts, --seconds), then assay runs resume ${run}`
    : `assay runs resume ${run}`;

export const pausedWords = (run: RunId, { pausedBy, why }: Paused): string =>
  pausedBy === 'budget' ? `run ${run} is paused: ${why}` : `run ${run} is paused`;
