import { isAbsolute, join, posix } from 'node:path';
import type { DependencyChange, LayerRequest } from '#contracts/dependencies.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Command } from '#contracts/exec.ts';
import type { Mount } from '#contracts/sandbox.ts';
import type { TreeSource } from '#contracts/tree-source.ts';
import { changeBetween, describeChange } from './dependency-change.ts';
import { findLayer, type Layer, obtainLayer } from './find-layer.ts';
import type { RunInstall } from './install.ts';
import { layerInterpreterOf } from './interpreter.ts';
import { isRealFolder } from './is-real-folder.ts';
import { layerKey } from './layer-key.ts';
import type { LayerOptions, Layers, Provided, VersionOf } from './layer-types.ts';
import { lockedPackages } from './lock-packages.ts';
import { movedInstall } from './moved-install.ts';
import { findRecipes, isInstallSetting } from './recipes.ts';

export function layersOn(options: LayerOptions): Layers {
  const versions = new Map<string, Promise<string>>();
  const versionOf: VersionOf = (command) => {
    const known = versions.get(command.program) ?? readVersion(options.install, command);
    versions.set(command.program, known);
    return known;
  };
  return {
    requests: (before, after, command) => findRequests(options, versionOf, { before, after, command }),
    async provide(source, checkout, how) {
      const files = await source.list();
      const { recipes } = findRecipes(files.map(({ path }) => path));
      const said: string[] = [];
      const provided: Layer[] = [];
      for (const recipe of recipes) {
        const needed = { recipe, recipes, files, source, how, checkout };
        const key = await layerKey(needed, versionOf);
        const isTrusted = how.trust === 'all' || how.trust.includes(key);
        const { layer, notes } = await (isTrusted ? obtainLayer : findLayer)(options, needed, key);
        said.push(...notes);
        if (layer) provided.push(layer);
      }
      const mounted = await Promise.all(provided.map((layer) => mountsOf(layer, checkout)));
      return {
        keys: provided.map(({ key }) => key),
        mounts: mounted.flatMap(({ mounts }) => mounts),
        env: Object.assign({}, ...mounted.map((each) => each.env).reverse()),
        notes: said,
      };
    },
  };
}

/** Where the folders of a layer appear; a Python environment also sets variables that name it. */
async function mountsOf({ recipe, folder, info }: Layer, checkout: string): Promise<Pick<Provided, 'mounts' | 'env'>> {
  const mounts: Mount[] = [];
  let env: Record<string, string> = {};
  for (const { name, at } of info.folders)
    mounts.push(await mountOf(folder, name, isAbsolute(at) ? at : join(checkout, at)));
  if (recipe.makes === 'node_modules')
    for (const { from, at } of mounts) env = { ...(await movedInstall(from, at)), ...env };
  if (recipe.makes === 'venv') {
    for (const { from, at } of [...mounts]) {
      // Programs of an environment made here name it by this path; those of the person's by theirs.
      if (!info.installed) mounts.push({ from, at: from });
      env = { VIRTUAL_ENV: info.installed ? at : from };
      mounts.push(...(await layerInterpreterOf(from)));
    }
  }
  return { mounts, env };
}

async function mountOf(folder: string, name: string, at: string): Promise<Mount> {
  const from = join(folder, name);
  if (await isRealFolder(from)) return { from, at };
  throw new AssayError('LAYER_FAILED', `${from}, from which dependencies are mounted, is no longer a folder.`, {
    next: `Remove ${folder}: it will be prepared again.`,
  });
}

async function findRequests(
  options: LayerOptions,
  versionOf: VersionOf,
  { before, after, command }: { before: TreeSource; after: TreeSource; command: Command | undefined },
): Promise<LayerRequest[]> {
  const [old, now] = [await before.list(), await after.list()];
  const hashes = new Map(old.map(({ path, hash }) => [path, hash]));
  const requests: LayerRequest[] = [];
  const { recipes } = findRecipes(now.map(({ path }) => path));
  for (const recipe of recipes) {
    if (recipe.commands('').length === 0) continue;
    const how = { trust: [], command };
    const needed = { recipe, recipes, files: now, source: after, how, checkout: '/' };
    const key = await layerKey(needed, versionOf);
    if ((await findLayer(options, needed, key)).layer) continue;
    const { lockfile, tool, dir } = recipe;
    const was = hashes.has(lockfile) ? lockedPackages(lockfile, await before.read(lockfile)) : [];
    const is = lockedPackages(lockfile, await after.read(lockfile));
    const change: DependencyChange =
      was && is ? changeBetween(was, is) : { type: 'unknown', why: `${lockfile} does not read` };
    const paths = new Set([...old, ...now].map(({ path }) => path).filter((path) => isInstallSetting(path, dir)));
    const settings = [...paths].filter((path) => hashes.get(path) !== now.find((file) => file.path === path)?.hash);
    // Its scripts and its version are checked elsewhere: they install nothing.
    const isSame =
      change.type === 'known' &&
      [change.added, change.removed, change.changed, change.replaced].every((list) => list.length === 0);
    if (posix.basename(lockfile) === 'package.json' && isSame && settings.length === 0) continue;
    const also = settings.length === 0 ? '' : `; install settings change: ${settings.join(', ')}`;
    requests.push({ key, lockfile, tool, change, settings, says: `${lockfile}: ${describeChange(change)}${also}.` });
  }
  return requests;
}

async function readVersion(install: RunInstall, command: Command): Promise<string> {
  const result = await install({ timeoutMs: 60_000, ...command }, '/');
  return result.exitCode === 0 ? result.stdout.text.trim() : 'unknown';
}
