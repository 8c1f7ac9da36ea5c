import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PermissionRequest } from '#contracts/permission.ts';
import { pathPlaceOf } from './path-pattern.ts';

/**
 * The request with its paths as the system would find them: a link is judged by its target as well as by its name. A
 * file that does not exist yet is found by its folder.
 */
export async function withRealPaths(
  request: PermissionRequest,
  folders: { readonly project: string; readonly home?: string },
): Promise<PermissionRequest> {
  const { action } = request;
  if (action.type !== 'read' && action.type !== 'write') return request;
  const paths = await Promise.all(
    action.paths.map(async (path) => {
      const { absolute } = pathPlaceOf(path, folders);
      return [absolute, await realOf(absolute)];
    }),
  );
  return { ...request, action: { ...action, paths: [...new Set(paths.flat())] } };
}

/** Of the nearest existing parent folder. A cycle of links leads nowhere and stays as it is. */
export async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await realOf(above), basename(path));
  }
}
