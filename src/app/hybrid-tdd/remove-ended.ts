import { type RunWorkspaces, workspacePrefix } from '#contracts/run-workspaces.ts';
import { HYBRID_TDD } from '#contracts/workflow-names.ts';
import type { WorkspaceStore } from '#contracts/workspace.ts';
import type { Runs } from '#engine/runs.ts';

/**
 * A run that came to its end has removed its workspaces itself, but for the one in which its last adviser read; one that
 * was called off or failed has removed none. One that only stopped comes back to them.
 */
export async function removeEnded(
  { store }: Pick<Runs, 'store'>,
  workspaceStore: Pick<WorkspaceStore, 'diskUse'>,
  places: Pick<RunWorkspaces, 'close'>,
): Promise<void> {
  const ended = (await store.list({ status: ['completed', 'failed', 'cancelled'] }))
    .filter(({ graph }) => graph.name === HYBRID_TDD)
    .map(({ run }) => workspacePrefix(run));
  if (ended.length === 0) return;
  const { workspaces } = await workspaceStore.diskUse();
  for (const { name } of workspaces) {
    // One that somebody else holds is theirs to remove.
    if (ended.some((prefix) => name.startsWith(prefix))) await places.close(name).catch(() => undefined);
  }
}
