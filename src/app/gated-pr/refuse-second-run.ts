import type { Project } from '#attempts/open-project.ts';
import { AssayError } from '#contracts/errors.ts';
import { GATED_PR } from '#contracts/workflow-names.ts';
import { isDriven, type Runs } from '#engine/runs.ts';
import { prSnapshotOf } from './pr-snapshot.ts';

/**
 * Two runs over one plan would both make its next PR. A run that has begun nothing yet is no obstacle, unless an agent
 * is about to start: a client that is connected and idle is not.
 */
export async function refuseSecondRun(runs: Runs, { session }: Pick<Project, 'session'>): Promise<void> {
  const { store, blobs } = runs;
  for (const header of await store.list({ session, status: ['running', 'paused'] })) {
    const { run, graph } = header;
    if (graph.name !== GATED_PR) continue;
    const state = (await prSnapshotOf(store, blobs, run))?.state;
    const isDrivenNow = isDriven(header, runs);
    if (isDrivenNow && (!state || state.mode === 'hosted')) {
      throw new AssayError('RUN_EXISTS', `run ${run} of this repository is at work already`, {
        next: `Watch it: assay runs watch ${run}. Or give it up: assay runs cancel ${run}.`,
      });
    }
    if (!state || (state.item === null && state.pr === null)) continue;
    const title = state.pr?.prTitle ?? state.item?.title ?? '';
    throw new AssayError('RUN_EXISTS', `run ${run} of this repository is not done: ${title} (${state.status})`, {
      next: `Go on with it: assay runs resume ${run}. Or give it up: assay runs cancel ${run}.`,
    });
  }
}
