import { toErrorInfo } from '#contracts/errors.ts';
import type { RunWorkspaces } from '#contracts/run-workspaces.ts';
import type { CreateWorkspace, Workspace, WorkspaceStore } from '#contracts/workspace.ts';
import { type OwnWorkspaces, ownName } from './own-workspaces.ts';

/**
 * The workspaces of one run in the process that drives it: one handle each, made again where a crash left them, closed
 * when they are no longer needed. The caller holds the run's lease, so a process that had them and cannot be seen from
 * here (a container that is gone) has lost them. With `own`, the run may be a fork: where it names a workspace of its
 * source run, it gets one of its own in the same state, and the other is neither changed nor closed.
 */
export function workspacesOf(
  store: WorkspaceStore,
  repository: string,
  own?: OwnWorkspaces,
): RunWorkspaces & { closeAll(): Promise<void> } {
  const handles = new Map<string, Promise<Workspace>>();
  const remember = (name: string, made: Promise<Workspace>): Promise<Workspace> => {
    handles.set(name, made);
    made.catch(() => handles.delete(name));
    return made;
  };
  const nameOf = (name: string): string => (own ? ownName(own.run, name) : name);
  const find = (name: string): Promise<Workspace> => store.open(name, { takeOver: true });
  const findOrMake = (name: string, how: () => Promise<Omit<CreateWorkspace, 'name' | 'repository'>>) =>
    find(name).catch(async (error: unknown) => {
      if (toErrorInfo(error).code !== 'WORKSPACE_UNKNOWN') throw error;
      return store.create({ name, repository, takeOver: true, ...(await how()) });
    });
  const forkStart = async (own: OwnWorkspaces, name: string): Promise<Workspace> => {
    const { from, tree, fill } = await own.forkStart(name);
    const workspace = await findOrMake(ownName(own.run, name), async () => ({ from, ...(tree && { tree }) }));
    await fill?.(workspace.path);
    return workspace;
  };
  return {
    open: (name) => {
      const mine = nameOf(name);
      return handles.get(mine) ?? remember(mine, own && mine !== name ? forkStart(own, name) : find(mine));
    },
    // After a crash it exists already, with what the interrupted attempt left.
    create: (name, from) => {
      const mine = nameOf(name);
      return (
        handles.get(mine) ??
        remember(
          mine,
          findOrMake(mine, async () => ({ from })),
        )
      );
    },
    close: async (name) => {
      const mine = nameOf(name);
      const workspace = await (handles.get(mine) ?? find(mine)).catch(() => null);
      handles.delete(mine);
      await workspace?.close();
    },
    closeAll: async () => {
      // Not `close`, which removes: a stopped run comes back to its workspace.
      handles.clear();
    },
  };
}
