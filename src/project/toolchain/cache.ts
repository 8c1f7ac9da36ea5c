import { Toolchain } from '#contracts/toolchain.ts';
import { discover } from './discover.ts';
import type { FileView } from './file-view.ts';
import type { DiscoverOptions } from './found-tool.ts';
import { viewHash } from './view-hash.ts';

/** Where findings are kept: a map in memory, a database. Keyed by content, so nothing in it can be out of date. */
export interface ToolchainCache {
  get(hash: string): Promise<unknown>;
  set(hash: string, toolchain: Toolchain): Promise<void>;
}

/** Discovery that is done once for the same content. */
export async function discoverCached(
  view: FileView,
  cache: ToolchainCache,
  options: DiscoverOptions = {},
): Promise<Toolchain> {
  const hash = viewHash(view, options);
  const kept = Toolchain.safeParse(await cache.get(hash));
  if (kept.success && kept.data.hash === hash) return kept.data;
  const found = discover(view, options);
  await cache.set(hash, found);
  return found;
}

export function memoryCache(): ToolchainCache & { readonly size: () => number } {
  const kept = new Map<string, Toolchain>();
  return {
    get: async (hash) => kept.get(hash),
    set: async (hash, toolchain) => void kept.set(hash, toolchain),
    size: () => kept.size,
  };
}
