import { placePrefix } from '../../places.ts';
import type { SiteParts } from './parts.ts';

/** Every workspace of a run goes, but for one in which an adviser may still read. */
export async function cleanUp(
  { store, workspaces: places }: Pick<SiteParts, 'store' | 'workspaces'>,
  run: string,
  except: string | null,
): Promise<void> {
  const { workspaces } = await store.diskUse();
  for (const { name } of workspaces) if (name.startsWith(placePrefix(run)) && name !== except) await places.close(name);
}
