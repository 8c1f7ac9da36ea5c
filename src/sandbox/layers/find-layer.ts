import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { toErrorInfo } from '#contracts/errors.ts';
import { readJsonIfExists, writeJsonAtomic } from '#host/atomic-file.ts';
import { makeFolder } from '#host/make-folder.ts';
import { findPrepared, type Prepared, prepareOnce } from '#host/prepare-once.ts';
import { buildLayer, LayerInfo } from './build-layer.ts';
import { copyInstalled } from './copy-installed.ts';
import { findInstalled, type Installed, outOfStep } from './installed.ts';
import { type Wish, wantedBy } from './layer-key.ts';
import type { LayerOptions } from './layer-types.ts';
import { type Recipe, recipeStepsOf } from './recipes.ts';

export interface Layer extends Prepared<LayerInfo> {
  readonly recipe: Recipe;
}

export interface FoundLayer {
  readonly layer: Layer | null;
  readonly notes: readonly string[];
}

const NOTHING: FoundLayer = { layer: null, notes: [] };

/** An existing layer, for files that an agent may have written: nothing is installed or copied for them. */
export async function findLayer(options: LayerOptions, wish: Wish, key: string): Promise<FoundLayer> {
  const found = await chosenLayer(options, wish, key);
  if (found) return found;
  const layer = await findPrepared({ shelf: options.shelf, key, info: LayerInfo });
  if (layer) return told(wish, layer);
  if (!(await wantsAny(wish))) return NOTHING;
  const { lockfile } = wish.recipe;
  if (recipeStepsOf(wish.recipe, '', wish.how.command).length === 0) return NOTHING;
  return {
    layer: null,
    notes: [`${lockfile} asks for dependencies that were not granted yet, so there is no layer for it.`],
  };
}

/**
 * For files of the person's: what they have installed, if it is what the lockfile asks for; else an install of the
 * lockfile; else what they have installed anyway, with a note that says so.
 */
export async function obtainLayer(options: LayerOptions, wish: Wish, key: string): Promise<FoundLayer> {
  const known = wish.how.refresh ? null : await chosenLayer(options, wish, key);
  if (known) return known;
  if (!(await wantsAny(wish))) return NOTHING;
  const installed = await lookFor(options, wish);
  const off = installed && (await stepOff(wish, installed));
  if (installed && !off) return takeInstalled(options, wish, key, installed, null);
  const steps = recipeStepsOf(wish.recipe, '', wish.how.command);
  if (steps.length === 0) return installed ? takeInstalled(options, wish, key, installed, off) : NOTHING;
  if (!installed && wish.how.lenient && wish.recipe.makes === 'venv') return NOTHING;
  try {
    return told(wish, await install(options, wish, key), off);
  } catch (error) {
    const why = toErrorInfo(error).message;
    if (installed) return takeInstalled(options, wish, key, installed, `${off}; ${why}`);
    if (wish.how.signal?.aborted || (!wish.how.lenient && isNeeded(wish))) throw error;
    return { layer: null, notes: [why] };
  }
}

/**
 * The tests may not need what a nested folder asks for (a benchmark, an example): they will report it. A Python project
 * without an environment is measured with the machine's own Python, so its agents can work with that, too.
 */
const isNeeded = ({ recipe, how }: Wish): boolean =>
  recipe.dir === '' && (recipe.makes !== 'venv' || how.command !== undefined);

const install = (options: LayerOptions, { recipe, source, how }: Wish, key: string): Promise<Prepared<LayerInfo>> =>
  prepareOnce({
    ...{ shelf: options.shelf, key, info: LayerInfo, signal: how.signal },
    build: (folder) => buildLayer(options, { recipe, source, folder, command: how.command, signal: how.signal }),
  });

/** The same lockfile may be installed again, with another result: the latest copy is used. */
const Chosen = z.object({ layer: z.string(), note: z.string().nullable() });

async function takeInstalled(
  options: LayerOptions,
  wish: Wish,
  key: string,
  installed: Installed,
  why: string | null,
): Promise<FoundLayer> {
  const layer = await prepareOnce({
    ...{ shelf: options.shelf, key: `${key}-${installed.stamp}`, info: LayerInfo, signal: wish.how.signal },
    build: (folder) => copyInstalled(wish.recipe, installed, folder, wish.how.signal),
  });
  await makeFolder(options.shelf.folder);
  await writeJsonAtomic(chosenFile(options, wish, key), { layer: layer.key, note: why });
  return told(wish, layer, why);
}

async function chosenLayer(options: LayerOptions, wish: Wish, key: string): Promise<FoundLayer | null> {
  const chosen = await readJsonIfExists(chosenFile(options, wish, key), Chosen).catch(() => null);
  const layer = chosen && (await findPrepared({ shelf: options.shelf, key: chosen.layer, info: LayerInfo }));
  return layer ? told(wish, layer, chosen.note) : null;
}

/** Of one checkout: in another the same files may depend on something else. */
function chosenFile({ shelf }: LayerOptions, { how }: Wish, key: string): string {
  const place = createHash('sha256')
    .update(how.installedIn ?? '')
    .digest('hex')
    .slice(0, 12);
  return join(shelf.folder, `${key}-${place}.chosen`);
}

async function lookFor(options: LayerOptions, { recipe, recipes, files, how }: Wish): Promise<Installed | null> {
  if (how.installedIn === undefined) return null;
  const others = recipes.filter((each) => each !== recipe && each.makes === recipe.makes).map(({ dir }) => dir);
  const environments = recipe.dir === '' ? ((await options.environments?.(how.installedIn)) ?? []) : [];
  const where = { checkout: how.installedIn, paths: files.map(({ path }) => path), others, environments };
  return findInstalled(recipe, where);
}

const stepOff = async ({ recipe, source }: Wish, installed: Installed): Promise<string | null> =>
  recipe.unlocked || recipe.commands('').length === 0
    ? null
    : outOfStep(recipe, installed, await source.read(recipe.lockfile));

/** A manifest without a single dependency calls for nothing. */
async function wantsAny({ recipe, source }: Wish): Promise<boolean> {
  if (!recipe.unlocked) return true;
  return /":/.test(wantedBy(await source.read(recipe.lockfile)));
}

function told({ recipe }: Wish, layer: Prepared<LayerInfo>, why: string | null = null): FoundLayer {
  const { folders, installed } = layer.info;
  const notes: string[] = [];
  if (installed) {
    const where = folders.map(({ at }) => at).join(', ');
    const shown = `${installed.files} files, sha256 ${installed.hash.slice(0, 16)}`;
    notes.push(`${where}: a copy of what is installed in the checkout (${shown}).`);
  } else if (folders.length === 0) notes.push(`Installing ${recipe.lockfile} made no ${recipe.makes}.`);
  if (why !== null) notes.push(`${recipe.lockfile}: ${why}.`);
  return { layer: { ...layer, recipe }, notes };
}
