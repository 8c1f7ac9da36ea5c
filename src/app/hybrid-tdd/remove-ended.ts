import { type RunWorkspaces, workspacePrefix } from '#contracts/run-workspaces.ts';
import { HYBRID_TDD } from '#contracts/workflow-names.ts';
import type { WorkspaceStore } from '#contracts/workspace.ts';
import type { Runs } from '#engine/runs.ts';

/**
 * A completed run has removed its own workspaces, except the one in which its last adviser read; a cancelled or failed
 * one has removed none. A run that only stopped comes back to them.
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
    // If another process holds it, that process has to remove it.
    if (ended.some((prefix) => name.startsWith(prefix))) await places.close(name).catch(() => undefined);
  }
}
