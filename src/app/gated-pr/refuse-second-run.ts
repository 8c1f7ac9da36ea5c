import type { Project } from '#attempts/open-project.ts';
import { AssayError } from '#contracts/errors.ts';
import { GATED_PR } from '#contracts/workflow-names.ts';
import type { Runs } from '#engine/runs.ts';
import { prSnapshotOf } from './pr-snapshot.ts';

/** Two runs over one plan would both make its next PR. One that has begun nothing yet is in nobody's way. */
export async function refuseSecondRun({ store, blobs }: Runs, { session }: Pick<Project, 'session'>): Promise<void> {
  for (const { run, graph } of await store.list({ session, status: ['running', 'paused'] })) {
    if (graph.name !== GATED_PR) continue;
    const state = (await prSnapshotOf(store, blobs, run))?.state;
    if (!state || (state.item === null && state.pr === null)) continue;
    const title = state.pr?.prTitle ?? state.item?.title ?? '';
    throw new AssayError('RUN_EXISTS', `run ${run} of this repository is not done: ${title} (${state.status})`, {
      next: `Go on with it: assay runs resume ${run}. Or give it up: assay runs cancel ${run}.`,
    });
  }
}
