import { join } from 'node:path';
import type { RunId } from '#contracts/ids.ts';
import { STATE_FILE, viewFiles } from '#workflows/gated-pr/sites/view-files.ts';
import { type StandIn, standInFor } from '#workflows/gated-pr/stand-in.ts';
import { placePrefix } from '#workflows/hybrid-tdd/places.ts';
import { exists } from '#workspace/git/remove-folder.ts';
import type { Runs } from '../runs.ts';
import { standingOf } from './standing-of.ts';

/** Whose workspaces these are. The log of a fork also names those of the run that it came from. */
export interface OwnPlaces {
  readonly run: RunId;
  /** What stands in for a workspace of that other run. */
  standIn(name: string): Promise<StandIn & { fill?(folder: string): Promise<void> }>;
}

/** Of two runs no workspace has the same name; where a run's log names another's, this is its own for the same. */
export function ownName(run: RunId, name: string): string {
  const prefix = placePrefix(run);
  return name.startsWith(prefix) ? name : `${prefix}${name.slice(name.indexOf('-') + 1)}`;
}

export const gatedPlaces = ({ store, blobs }: Pick<Runs, 'store' | 'blobs'>, run: RunId): OwnPlaces => ({
  run,
  standIn: async (name) => {
    const standing = await standingOf(store, blobs, run);
    if (!standing) throw new Error(`the log of ${run} names ${name} before it has a state`);
    const { state } = standing;
    return {
      ...standInFor(state, name),
      fill: async (folder) => {
        // Only what is not there: an edit is told by whoever looks at the views.
        if (state.shown && !(await exists(join(folder, STATE_FILE)))) await viewFiles(async () => folder).show(state);
      },
    };
  },
});
