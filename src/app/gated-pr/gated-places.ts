import { join } from 'node:path';
import type { RunId } from '#contracts/ids.ts';
import { exists } from '#host/remove-folder.ts';
import { STATE_FILE, viewFiles } from '#workflows/gated-pr/sites/view-files.ts';
import { standInFor } from '#workflows/gated-pr/stand-in.ts';
import type { OwnPlaces } from '../hosted/own-places.ts';
import type { Runs } from '../runs.ts';
import { standingOf } from './standing-of.ts';

/** Where the log of a fork names a workspace of the run it came from, its own begins at what was accepted by then. */
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
