import { mkdir, readdir, rename } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { Command } from '#contracts/exec.ts';
import type { TreeSource } from '#contracts/tree-source.ts';
import { enter } from '#host/enter-folder.ts';
import { makeFolder } from '#host/make-folder.ts';
import type { Shelf } from '#host/prepare-once.ts';
import { exists, removeFolder } from '#host/remove-folder.ts';
import { makeCacheFolders } from './cache-folders.ts';
import type { RunInstall } from './install.ts';
import { isRealFolder } from './is-real-folder.ts';
import { type Recipe, recipeStepsOf } from './recipes.ts';

export const LayerInfo = z.object({
  tool: z.string(),
  /** Folder in the layer → folder in the checkout. */
  folders: z.array(z.object({ name: z.string(), at: z.string() })),
  /** For a copy of what the person had installed: its exact identity. */
  installed: z.object({ hash: z.string(), files: z.number(), bytes: z.number() }).optional(),
});
export type LayerInfo = z.output<typeof LayerInfo>;

const TREE = 'tree';

/**
 * Where a folder of the checkout is in a layer: packages find each other by their real paths, also where a layer is
 * linked into a checkout because nothing can be mounted.
 */
export const placeInLayer = (at: string): string => posix.join(TREE, at);

interface Build {
  readonly recipe: Recipe;
  readonly source: TreeSource;
  readonly folder: string;
  readonly command: Command | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Fills the folder of a layer. All processes of the install have ended, and what it left is untrusted. */
export async function buildLayer(
  { shelf, install }: { readonly shelf: Shelf; readonly install: RunInstall },
  { recipe, source, folder, command, signal }: Build,
): Promise<LayerInfo> {
  const work = join(folder, 'work');
  const home = join(folder, 'home');
  const venv = join(folder, 'venv');
  await makeFolder(home);
  await source.writeTo(work);
  for (const step of recipeStepsOf(recipe, venv, command)) {
    const env = { HOME: home, npm_config_cache: join(home, 'npm'), VIRTUAL_ENV: venv, ...step.env };
    const result = await install({ ...step, env }, join(work, recipe.dir), signal, folder);
    if (result.outcome !== 'exited' || result.exitCode !== 0) throw failed(recipe, step, result);
  }
  const folders = await (recipe.makes === 'venv' ? venvFolder(venv, recipe) : moveModules(folder, recipe));
  for (const { name, at } of folders) await makeCacheFolders(join(folder, name), at);
  for (const rest of [work, `${work}.private`, home]) await removeFolder(rest, shelf.trash);
  return { tool: recipe.tool, folders };
}

async function venvFolder(venv: string, recipe: Recipe): Promise<LayerInfo['folders']> {
  if (!(await exists(venv))) return [];
  if (!(await isRealFolder(venv))) throw unfit(recipe, 'venv is not a folder');
  return [{ name: 'venv', at: posix.join(recipe.dir, '.venv') }];
}

/** The node_modules of a project and of the packages in it (npm workspaces). No link is followed on the way. */
async function moveModules(folder: string, recipe: Recipe): Promise<LayerInfo['folders']> {
  const folders: { name: string; at: string }[] = [];
  // Made by us alone: an install that put something there has left a layer that cannot be used.
  await mkdir(join(folder, TREE)).catch((error) => {
    throw unfit(recipe, toErrorInfo(error).message);
  });
  const toVisit = [recipe.dir];
  for (let at = toVisit.pop(); at !== undefined; at = toVisit.pop()) {
    const modules = posix.join(at, 'node_modules');
    const inside = await enter(folder, posix.join('work', modules), async (held) => {
      const names = await foldersIn(held.at);
      if (names.includes(held.name)) {
        const name = placeInLayer(modules);
        await mkdir(join(folder, posix.dirname(name)), { recursive: true });
        await rename(join(held.at, held.name), join(folder, name));
        folders.push({ name, at: modules });
      }
      return names.filter((name) => name !== held.name && name !== '.git');
    }).catch((error) => {
      throw unfit(recipe, toErrorInfo(error).message);
    });
    for (const name of inside) toVisit.push(posix.join(at, name));
  }
  return folders;
}

const foldersIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);

const unfit = ({ lockfile }: Recipe, why: string): AssayError =>
  new AssayError('LAYER_FAILED', `What installing ${lockfile} left behind cannot be used: ${why}.`, {
    next: 'Look at what its packages, or the project’s own install command, run: they moved folders that do not belong to them.',
  });

const NEXT = [
  'Run that command in your own checkout, correct what it says, commit, then try again.',
  'If it works there: in the sandbox it reaches only registries that your own npm, pnpm, yarn, pip or uv is set up for,',
  'by https; with a password only where your own ~/.npmrc, ~/.netrc or the address of a Python index has one.',
].join(' ');

function failed(recipe: Recipe, step: Command, result: Awaited<ReturnType<RunInstall>>): AssayError {
  const line = [step.program, ...(step.args ?? [])].join(' ');
  const how = result.outcome === 'exited' ? `exit ${result.exitCode}` : result.outcome;
  const said = result.error?.message ?? lastLines(result.stderr.text.trim() || result.stdout.text.trim());
  const code = result.outcome === 'aborted' ? 'NODE_ABORTED' : 'LAYER_FAILED';
  return new AssayError(code, `Preparing the dependencies of ${recipe.lockfile} failed: ${line} (${how}). ${said}`, {
    next: result.error?.next ?? NEXT,
  });
}

/** The end of what a program said: whole lines, unless the last one alone is too long. */
function lastLines(text: string): string {
  const lines = text.split('\n');
  while (lines.length > 1 && lines.join('\n').length > MOST_SAID) lines.shift();
  return lines.join('\n').slice(-MOST_SAID);
}
const MOST_SAID = 500;
