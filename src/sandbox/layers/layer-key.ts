import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { TreeSource } from '#contracts/tree-source.ts';
import type { HowToProvide, VersionOf } from './layer-types.ts';
import { isInstallSetting, type Recipe, recipeStepsOf } from './recipes.ts';

/** One layer that a tree needs. */
export interface NeededLayer {
  readonly recipe: Recipe;
  /** All of the tree. */
  readonly recipes: readonly Recipe[];
  readonly files: Awaited<ReturnType<TreeSource['list']>>;
  readonly source: TreeSource;
  readonly how: HowToProvide;
  /** Where the files will appear. */
  readonly checkout: string;
}

/** One layer for all checkouts in which these are the same. */
export async function layerKey({ recipe, files, source, how }: NeededLayer, versionOf: VersionOf): Promise<string> {
  const hash = createHash('sha256');
  const add = (...parts: string[]): void => void hash.update(JSON.stringify(parts));
  add('5', recipe.tool, recipe.dir, process.platform, process.arch, await versionOf(recipe.version));
  add(JSON.stringify(recipeStepsOf(recipe, '', how.command)));
  for (const { path, hash: blob } of files) {
    if (isInstallSetting(path, recipe.dir)) add(path, blob);
    else if (recipe.unlocked ? isManifestOf(path, recipe.dir) : path === recipe.lockfile && isLock(recipe))
      add(path, recipe.unlocked ? wantedBy(await source.read(path)) : blob);
  }
  return `${recipe.tool}-${hash.digest('hex').slice(0, 32)}`;
}

/**
 * The recipe `python` names a manifest instead of a lockfile. It holds much else, so a change of it is no reason to
 * install again.
 */
const isLock = ({ tool }: Recipe): boolean => tool !== 'python';

const isManifestOf = (path: string, dir: string): boolean =>
  posix.basename(path) === 'package.json' && (dir === '' || path.startsWith(`${dir}/`));

/** The part of a package.json that decides what is installed: not its scripts, not its version. */
export function wantedBy(manifest: string): string {
  try {
    const read = JSON.parse(manifest);
    return JSON.stringify(WANTS.map((field) => read[field] ?? null));
  } catch {
    return manifest;
  }
}

const WANTS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'workspaces',
  'overrides',
  'resolutions',
  'packageManager',
];
