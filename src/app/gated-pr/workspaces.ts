import { toErrorInfo } from '#contracts/errors.ts';
import type { DecideCommand, Workspace, WorkspaceStore } from '#contracts/workspace.ts';
import type { Workspaces } from '#workflows/gated-pr/sites/hosted-ground.ts';

/**
 * The workspaces of one run in the process that drives it: one handle each, made again where a crash left them, closed
 * when they are done with. Who asks holds the run's lease, so a process that had them and cannot be seen from here (a
 * container that is no more) has lost them.
 */
export function workspacesOf(
  store: WorkspaceStore,
  repository: string,
  decide?: DecideCommand,
): Workspaces & { closeAll(): Promise<void> } {
  const open = new Map<string, Promise<Workspace>>();
  const policy = { takeOver: true, ...(decide && { decide }) };
  const remember = (name: string, made: Promise<Workspace>): Promise<Workspace> => {
    open.set(name, made);
    made.catch(() => open.delete(name));
    return made;
  };
  const take = (name: string): Promise<Workspace> => open.get(name) ?? remember(name, store.open(name, policy));
  return {
    open: take,
    // After a crash it is there already; what it holds then is what the interrupted attempt left.
    create: (name, from) =>
      open.get(name) ??
      remember(
        name,
        store.open(name, policy).catch((error: unknown) => {
          if (toErrorInfo(error).code !== 'WORKSPACE_UNKNOWN') throw error;
          return store.create({ name, repository, from, ...policy });
        }),
      ),
    close: async (name) => {
      const workspace = await take(name).catch(() => null);
      open.delete(name);
      await workspace?.close();
    },
    closeAll: async () => {
      // Not `close`, which removes: a run that is stopped comes back to its workspace.
      open.clear();
    },
  };
}
