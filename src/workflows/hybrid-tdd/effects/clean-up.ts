import { workspacePrefix } from '#contracts/run-workspaces.ts';
import type { HybridParts } from './parts.ts';

/** Removes every workspace of a run, except one in which an adviser may still read. */
export async function cleanUp(
  { store, workspaces: places }: Pick<HybridParts, 'store' | 'workspaces'>,
  run: string,
  except: string | null,
): Promise<void> {
  const { workspaces } = await store.diskUse();
  for (const { name } of workspaces)
    if (name.startsWith(workspacePrefix(run)) && name !== except) await places.close(name);
}
