import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DependencyChange, LayerRequest } from '#contracts/dependencies.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Command } from '#contracts/exec.ts';
import type { Mount } from '#contracts/sandbox.ts';
import type { TreeSource } from '#contracts/tree-source.ts';
import { findPrepared, prepareOnce, type Shelf } from '#host/prepare-once.ts';
import { buildLayer, isRealFolder, LayerInfo } from './build-layer.ts';
import { changeBetween, describeChange } from './dependency-change.ts';
import type { RunInstall } from './install.ts';
import { lockedPackages } from './lock-packages.ts';
import { findRecipes, isInstallSetting, type Recipe, stepsOf } from './recipes.ts';

/** Dependencies for a checkout: folders to mount read-only, shared by all that have the same lockfile. */
export interface Provided {
  readonly keys: readonly string[];
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/**
 * `all`: the files are on a branch of the person's, whoever wrote them; an install is safe only by where it runs. Else
 * the keys of the layers that were granted.
 */
export type Trust = 'all' | readonly string[];

export interface Layers {
  /**
   * A missing layer is prepared only if it is trusted. Of files that an agent wrote only layers that exist are given: a
   * new dependency runs strangers' code, and is for a gate to grant.
   */
  provide(source: TreeSource, checkout: string, how: HowToProvide): Promise<Provided>;
  /** The layers that `after` calls for and that are not there yet, each with what it would bring in. */
  requests(before: TreeSource, after: TreeSource, command?: Command): Promise<readonly LayerRequest[]>;
}

export interface HowToProvide {
  readonly trust: Trust;
  /** The project's own install command, instead of the usual one of the package managers of its kind. */
  readonly command?: Command | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface LayerOptions {
  readonly shelf: Shelf;
  readonly install: RunInstall;
}

export function layersOn(options: LayerOptions): Layers {
  const versions = new Map<string, Promise<string>>();
  const versionOf = (command: Command): Promise<string> => {
    const known = versions.get(command.program) ?? readVersion(options.install, command);
    versions.set(command.program, known);
    return known;
  };
  return {
    requests: (before, after, command) => findRequests(options, versionOf, { before, after, command }),
    async provide(source, checkout, { trust, command, signal }) {
      const files = await source.list();
      const { recipes, notes } = findRecipes(files.map(({ path }) => path));
      const mounts: Mount[] = [];
      const keys: string[] = [];
      const said = [...notes];
      let env: Record<string, string> = {};
      for (const recipe of recipes) {
        const key = keyOf(recipe, files, command, await versionOf(recipe.version));
        const wanted = { shelf: options.shelf, key, info: LayerInfo };
        const layer = isTrusted(trust, key)
          ? await prepareOnce({
              ...wanted,
              signal,
              build: (folder) => buildLayer(options, { recipe, source, folder, command, signal }),
            })
          : await findPrepared(wanted);
        if (!layer) {
          said.push(`${recipe.lockfile} asks for dependencies that nobody granted yet, so there is no layer for it.`);
          continue;
        }
        keys.push(key);
        for (const { name, at } of layer.info.folders)
          mounts.push(await mountOf(layer.folder, name, join(checkout, at)));
        if (layer.info.folders.length === 0) said.push(`Installing ${recipe.lockfile} made no ${recipe.makes}.`);
        else if (recipe.makes === 'venv') {
          const venv = join(layer.folder, 'venv');
          mounts.push({ from: venv, at: venv }); // its programs name it by this path
          env = { VIRTUAL_ENV: venv, ...env };
        }
      }
      return { keys, mounts, env, notes: said };
    },
  };
}

async function mountOf(folder: string, name: string, at: string): Promise<Mount> {
  const from = join(folder, name);
  if (await isRealFolder(from)) return { from, at };
  throw new AssayError('LAYER_FAILED', `${from}, of which dependencies are mounted, is no folder any more.`, {
    next: `Remove ${folder}: it is prepared anew.`,
  });
}

const isTrusted = (trust: Trust, key: string): boolean => trust === 'all' || trust.includes(key);

async function findRequests(
  options: LayerOptions,
  versionOf: (command: Command) => Promise<string>,
  { before, after, command }: { before: TreeSource; after: TreeSource; command: Command | undefined },
): Promise<LayerRequest[]> {
  const [old, now] = [await before.list(), await after.list()];
  const hashes = new Map(old.map(({ path, hash }) => [path, hash]));
  const requests: LayerRequest[] = [];
  for (const recipe of findRecipes(now.map(({ path }) => path)).recipes) {
    const key = keyOf(recipe, now, command, await versionOf(recipe.version));
    if (await findPrepared({ shelf: options.shelf, key, info: LayerInfo })) continue;
    const { lockfile, tool, dir } = recipe;
    const was = hashes.has(lockfile) ? lockedPackages(lockfile, await before.read(lockfile)) : [];
    const is = lockedPackages(lockfile, await after.read(lockfile));
    const change: DependencyChange =
      was && is ? changeBetween(was, is) : { type: 'unknown', why: `${lockfile} does not read` };
    const paths = new Set([...old, ...now].map(({ path }) => path).filter((path) => isInstallSetting(path, dir)));
    const settings = [...paths].filter((path) => hashes.get(path) !== now.find((file) => file.path === path)?.hash);
    const also = settings.length === 0 ? '' : `; install settings change: ${settings.join(', ')}`;
    requests.push({ key, lockfile, tool, change, settings, says: `${lockfile}: ${describeChange(change)}${also}.` });
  }
  return requests;
}

/** One layer for all checkouts in which these are the same. */
function keyOf(
  recipe: Recipe,
  files: Awaited<ReturnType<TreeSource['list']>>,
  command: Command | undefined,
  version: string,
): string {
  const hash = createHash('sha256');
  const add = (...parts: string[]): void => void hash.update(JSON.stringify(parts));
  add('2', recipe.tool, recipe.dir, process.platform, process.arch, version);
  add(JSON.stringify(stepsOf(recipe, '', command)));
  for (const { path, hash: blob } of files)
    if (path === recipe.lockfile || isInstallSetting(path, recipe.dir)) add(path, blob);
  return `${recipe.tool}-${hash.digest('hex').slice(0, 32)}`;
}

async function readVersion(install: RunInstall, command: Command): Promise<string> {
  const result = await install({ timeoutMs: 60_000, ...command }, '/');
  return result.exitCode === 0 ? result.stdout.text.trim() : 'unknown';
}
