import { join } from 'node:path';
import type { OwnWorkspaces } from '#attempts/hosted/own-workspaces.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Runs } from '#engine/runs.ts';
import { exists } from '#host/remove-folder.ts';
import { STATE_FILE, viewFiles } from '#workflows/gated-pr/effects/view-files.ts';
import { forkStartFor } from '#workflows/gated-pr/fork-start.ts';
import { prSnapshotOf } from './pr-snapshot.ts';

/** Where the log of a fork names a workspace of its source run, its own begins at what was accepted by then. */
export const gatedPrWorkspaces = ({ store, blobs }: Pick<Runs, 'store' | 'blobs'>, run: RunId): OwnWorkspaces => ({
  run,
  forkStart: async (name) => {
    const snapshot = await prSnapshotOf(store, blobs, run);
    if (!snapshot) throw new Error(`the log of ${run} names ${name} before it has a state`);
    const { state } = snapshot;
    return {
      ...forkStartFor(state, name),
      fill: async (folder) => {
        // Only missing files: an edit is reported by the code that reads the views.
        if (state.shown && !(await exists(join(folder, STATE_FILE)))) await viewFiles(async () => folder).show(state);
      },
    };
  },
});
