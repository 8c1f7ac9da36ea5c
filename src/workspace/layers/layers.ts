import { createHash } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { z } from 'zod';
import type { DependencyChange, LayerRequest } from '#contracts/dependencies.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Command } from '#contracts/exec.ts';
import type { Mount } from '#contracts/sandbox.ts';
import { makeFolder } from '#host/make-folder.ts';
import { findPrepared, prepareOnce, type Shelf } from '../git/prepare-once.ts';
import { exists, removeFolder } from '../git/remove-folder.ts';
import type { TreeSource } from '../git/tree-source.ts';
import { makeCacheFolders } from './cache-folders.ts';
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

const LayerInfo = z.object({
  tool: z.string(),
  /** Folder in the layer → folder in the checkout. */
  folders: z.array(z.object({ name: z.string(), at: z.string() })),
});

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
              build: (folder) => build(options, { recipe, source, folder, command, signal }),
            })
          : await findPrepared(wanted);
        if (!layer) {
          said.push(`${recipe.lockfile} asks for dependencies that nobody granted yet, so there is no layer for it.`);
          continue;
        }
        keys.push(key);
        for (const { name, at } of layer.info.folders)
          mounts.push({ from: join(layer.folder, name), at: join(checkout, at) });
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

interface Build {
  readonly recipe: Recipe;
  readonly source: TreeSource;
  readonly folder: string;
  readonly command: Command | undefined;
  readonly signal: AbortSignal | undefined;
}

async function build(
  { shelf, install }: LayerOptions,
  { recipe, source, folder, command, signal }: Build,
): Promise<z.output<typeof LayerInfo>> {
  const work = join(folder, 'work');
  const home = join(folder, 'home');
  const venv = join(folder, 'venv');
  await makeFolder(home);
  await source.writeTo(work);
  for (const step of stepsOf(recipe, venv, command)) {
    const env = { HOME: home, npm_config_cache: join(home, 'npm'), VIRTUAL_ENV: venv, ...step.env };
    const result = await install({ ...step, env }, join(work, recipe.dir), signal, folder);
    if (result.outcome !== 'exited' || result.exitCode !== 0) throw failed(recipe, step, result);
  }
  const folders =
    recipe.makes === 'venv' ? await venvFolder(venv, recipe) : await moveModules(work, recipe.dir, folder);
  for (const { name, at } of folders) await makeCacheFolders(join(folder, name), at);
  for (const rest of [work, `${work}.private`, home]) await removeFolder(rest, shelf.trash);
  return { tool: recipe.tool, folders };
}

async function venvFolder(venv: string, { dir }: Recipe): Promise<{ name: string; at: string }[]> {
  return (await exists(venv)) ? [{ name: 'venv', at: posix.join(dir, '.venv') }] : [];
}

/** The node_modules of a project and of the packages in it (npm workspaces). */
async function moveModules(work: string, dir: string, folder: string): Promise<{ name: string; at: string }[]> {
  const folders: { name: string; at: string }[] = [];
  const visit = async (at: string): Promise<void> => {
    for (const entry of await readdir(join(work, at), { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name === '.git') continue;
      const path = posix.join(at, entry.name);
      if (entry.name !== 'node_modules') {
        await visit(path);
        continue;
      }
      const name = `modules-${folders.length}`;
      await rename(join(work, path), join(folder, name));
      folders.push({ name, at: path });
    }
  };
  await visit(dir);
  return folders;
}

const NEXT = [
  'Run that command in your own checkout, correct what it says, commit, then try again.',
  'If it works there: in the sandbox it reaches only registries that your own npm, pnpm, yarn, pip or uv is set up for,',
  'by https and without a password.',
].join(' ');

function failed(recipe: Recipe, step: Command, result: Awaited<ReturnType<RunInstall>>): AssayError {
  const line = [step.program, ...(step.args ?? [])].join(' ');
  const how = result.outcome === 'exited' ? `exit ${result.exitCode}` : result.outcome;
  const said = (result.error?.message ?? (result.stderr.text.trim() || result.stdout.text.trim())).slice(-500);
  const code = result.outcome === 'aborted' ? 'NODE_ABORTED' : 'LAYER_FAILED';
  return new AssayError(code, `Preparing the dependencies of ${recipe.lockfile} failed: ${line} (${how}). ${said}`, {
    next: result.error?.next ?? NEXT,
  });
}
