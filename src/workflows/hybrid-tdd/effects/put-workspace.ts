import type { Workspace } from '#contracts/workspace.ts';
import type { TddPoint } from '../state.ts';
import type { HybridParts } from './parts.ts';

/** A workspace of that name at a commit; existing content is kept, or discarded first. */
export async function putWorkspace(
  { workspaces }: Pick<HybridParts, 'workspaces'>,
  name: string,
  from: TddPoint,
  anew: boolean,
): Promise<Workspace> {
  if (anew) await workspaces.close(name);
  return workspaces.create(name, from.commit);
}
