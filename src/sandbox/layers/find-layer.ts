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
import { type NeededLayer, wantedBy } from './layer-key.ts';
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
export async function findLayer(options: LayerOptions, needed: NeededLayer, key: string): Promise<FoundLayer> {
  const found = await chosenLayer(options, needed, key);
  if (found) return found;
  const layer = await findPrepared({ shelf: options.shelf, key, info: LayerInfo });
  if (layer) return told(needed, layer);
  if (!(await wantsAny(needed))) return NOTHING;
  const { lockfile } = needed.recipe;
  if (recipeStepsOf(needed.recipe, '', needed.how.command).length === 0) return NOTHING;
  return {
    layer: null,
    notes: [`${lockfile} asks for dependencies that were not granted yet, so there is no layer for it.`],
  };
}

/**
 * For files of the person's: what they have installed, if it is what the lockfile asks for; else an install of the
 * lockfile; else what they have installed anyway, with a note that says so.
 */
export async function obtainLayer(options: LayerOptions, needed: NeededLayer, key: string): Promise<FoundLayer> {
  const known = needed.how.refresh ? null : await chosenLayer(options, needed, key);
  if (known) return known;
  if (!(await wantsAny(needed))) return NOTHING;
  const installed = await lookFor(options, needed);
  const off = installed && (await stepOff(needed, installed));
  if (installed && !off) return takeInstalled(options, needed, key, installed, null);
  const steps = recipeStepsOf(needed.recipe, '', needed.how.command);
  if (steps.length === 0) return installed ? takeInstalled(options, needed, key, installed, off) : NOTHING;
  if (!installed && needed.how.lenient && needed.recipe.makes === 'venv') return NOTHING;
  try {
    return told(needed, await install(options, needed, key), off);
  } catch (error) {
    const why = toErrorInfo(error).message;
    if (installed) return takeInstalled(options, needed, key, installed, `${off}; ${why}`);
    if (needed.how.signal?.aborted || (!needed.how.lenient && isNeeded(needed))) throw error;
    return { layer: null, notes: [why] };
  }
}

/**
 * The tests may not need what a nested folder asks for (a benchmark, an example): they will report it. A Python project
 * without an environment is measured with the machine's own Python, so its agents can work with that, too.
 */
const isNeeded = ({ recipe, how }: NeededLayer): boolean =>
  recipe.dir === '' && (recipe.makes !== 'venv' || how.command !== undefined);

const install = (
  options: LayerOptions,
  { recipe, source, how }: NeededLayer,
  key: string,
): Promise<Prepared<LayerInfo>> =>
  prepareOnce({
    ...{ shelf: options.shelf, key, info: LayerInfo, signal: how.signal },
    build: (folder) => buildLayer(options, { recipe, source, folder, command: how.command, signal: how.signal }),
  });

/** The same lockfile may be installed again, with another result: the latest copy is used. */
const Chosen = z.object({ layer: z.string(), note: z.string().nullable() });

async function takeInstalled(
  options: LayerOptions,
  needed: NeededLayer,
  key: string,
  installed: Installed,
  why: string | null,
): Promise<FoundLayer> {
  const layer = await prepareOnce({
    ...{ shelf: options.shelf, key: `${key}-${installed.stamp}`, info: LayerInfo, signal: needed.how.signal },
    build: (folder) => copyInstalled(needed.recipe, installed, folder, needed.how.signal),
  });
  await makeFolder(options.shelf.folder);
  await writeJsonAtomic(chosenFile(options, needed, key), { layer: layer.key, note: why });
  return told(needed, layer, why);
}

async function chosenLayer(options: LayerOptions, needed: NeededLayer, key: string): Promise<FoundLayer | null> {
  const chosen = await readJsonIfExists(chosenFile(options, needed, key), Chosen).catch(() => null);
  const layer = chosen && (await findPrepared({ shelf: options.shelf, key: chosen.layer, info: LayerInfo }));
  return layer ? told(needed, layer, chosen.note) : null;
}

/** Of one checkout: in another the same files may depend on something else. */
function chosenFile({ shelf }: LayerOptions, { how }: NeededLayer, key: string): string {
  const place = createHash('sha256')
    .update(how.installedIn ?? '')
    .digest('hex')
    .slice(0, 12);
  return join(shelf.folder, `${key}-${place}.chosen`);
}

async function lookFor(options: LayerOptions, { recipe, recipes, files, how }: NeededLayer): Promise<Installed | null> {
  if (how.installedIn === undefined) return null;
  const others = recipes.filter((each) => each !== recipe && each.makes === recipe.makes).map(({ dir }) => dir);
  const environments = recipe.dir === '' ? ((await options.environments?.(how.installedIn)) ?? []) : [];
  const where = { checkout: how.installedIn, paths: files.map(({ path }) => path), others, environments };
  return findInstalled(recipe, where);
}

const stepOff = async ({ recipe, source }: NeededLayer, installed: Installed): Promise<string | null> =>
  recipe.unlocked || recipe.commands('').length === 0
    ? null
    : outOfStep(recipe, installed, await source.read(recipe.lockfile));

/** A manifest without a single dependency calls for nothing. */
async function wantsAny({ recipe, source }: NeededLayer): Promise<boolean> {
  if (!recipe.unlocked) return true;
  return /":/.test(wantedBy(await source.read(recipe.lockfile)));
}

function told({ recipe }: NeededLayer, layer: Prepared<LayerInfo>, why: string | null = null): FoundLayer {
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
