import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join, posix } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { isRealFolder } from './is-real-folder.ts';
import type { Recipe } from './recipes.ts';

/** Dependencies as they are installed in the person's checkout. */
export interface Installed {
  /** Where it is → where it belongs: from the checkout's top, or absolute if outside. */
  readonly folders: readonly { readonly from: string; readonly at: string }[];
  /** Differs after every install; made from what package managers leave behind, not from the contents. */
  readonly stamp: string;
}

export interface WhereInstalled {
  /** The top of the person's checkout. */
  readonly checkout: string;
  /** All files of the tree that the dependencies are for. */
  readonly paths: readonly string[];
  /** The folders of the other recipes of this kind: what is below them is theirs. */
  readonly others?: readonly string[];
  /** Environments outside of the checkout: an active one, one that a tool keeps. */
  readonly environments?: readonly string[];
}

/**
 * What is installed for a recipe; null where nothing is. A folder that the tree itself contains is not dependencies.
 */
export async function findInstalled(recipe: Recipe, where: WhereInstalled): Promise<Installed | null> {
  const candidates = foldersOf(recipe, where);
  const folders: { from: string; at: string }[] = [];
  for (const at of candidates) {
    if (where.paths.some((path) => path.startsWith(`${at}/`))) continue;
    const from = isAbsolute(at) ? at : join(await realpath(where.checkout), at);
    if (!(await isRealFolder(from))) continue;
    if (recipe.makes === 'venv' && !(await isEnvironment(from))) continue;
    folders.push({ from, at });
    // Only one Python environment counts.
    if (recipe.makes === 'venv') break;
  }
  if (folders.length === 0) return null;
  const hash = createHash('sha256');
  for (const { from, at } of folders) hash.update(JSON.stringify([at, await stampOf(from)]));
  return { folders, stamp: hash.digest('hex').slice(0, 16) };
}

function foldersOf(recipe: Recipe, { paths, others = [], environments = [] }: WhereInstalled): readonly string[] {
  const inDir = (name: string): string => posix.join(recipe.dir, name);
  if (recipe.makes === 'venv') return [...['.venv', 'venv', 'env'].map(inDir), ...environments];
  if (recipe.makes === 'vendor' || recipe.makes === 'gems')
    return [inDir(recipe.makes === 'gems' ? 'vendor/bundle' : 'vendor')];
  const packages = paths
    .filter((path) => posix.basename(path) === 'package.json' && !/(^|\/)node_modules\//.test(path))
    .map((path) => posix.dirname(path).replace(/^\.$/, ''))
    .filter((folder) => isIn(recipe.dir, folder))
    .filter((folder) => !others.some((other) => other.length > recipe.dir.length && isIn(other, folder)));
  return [...new Set([recipe.dir, ...packages])].map((folder) => posix.join(folder, 'node_modules'));
}

const isIn = (dir: string, folder: string): boolean => dir === '' || folder === dir || folder.startsWith(`${dir}/`);

const isEnvironment = async (folder: string): Promise<boolean> =>
  (await lstat(join(folder, 'pyvenv.cfg')).catch(() => null)) !== null;

/** What package managers write at the end of an install. */
const MARKS = ['.package-lock.json', '.modules.yaml', '.pnpm/lock.yaml', '.yarn-integrity', '.yarn-state.yml'];
const MARKS_ELSEWHERE = ['composer/installed.json', 'pyvenv.cfg'];

async function stampOf(folder: string): Promise<unknown[]> {
  const marks = await Promise.all(
    [...MARKS, ...MARKS_ELSEWHERE].map((name) => readFile(join(folder, name)).catch(() => Buffer.alloc(0))),
  );
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  const packages = await sitePackages(folder);
  return [names, packages, ...marks.map((mark) => createHash('sha256').update(mark).digest('hex'))];
}

/** The names in a Python environment contain the versions as well: `click-8.1.7.dist-info`. */
async function sitePackages(folder: string): Promise<string[]> {
  const versions = await readdir(join(folder, 'lib')).catch(() => []);
  const lists = versions.map((name) => readdir(join(folder, 'lib', name, 'site-packages')).catch(() => []));
  return (await Promise.all(lists)).flat().sort();
}

/** Why what is installed is not what the lockfile asks for; null where it is, or where that cannot be determined. */
export async function outOfStep({ tool }: Recipe, { folders }: Installed, lockfile: string): Promise<string | null> {
  const [first] = folders;
  if (!first) return null;
  if (tool === 'npm') return npmOutOfStep(await textOf(join(first.from, '.package-lock.json')), lockfile);
  if (tool === 'pnpm') return pnpmOutOfStep(await textOf(join(first.from, '.pnpm/lock.yaml')), lockfile);
  return null;
}

function npmOutOfStep(installed: string | null, lockfile: string): string | null {
  const [is, wanted] = [packagesOf(installed), packagesOf(lockfile)];
  if (!is || !wanted) return null;
  for (const [path, { version, link }] of Object.entries(is)) {
    const asked = wanted[path];
    if (link === true || (asked && asked.version === version)) continue;
    return `${path} is ${version ?? 'there'}, the lockfile says ${asked?.version ?? 'nothing of it'}`;
  }
  const missing = Object.entries(wanted).find(
    ([path, each]) => path.startsWith('node_modules/') && !is[path] && !each.optional && !each.link && !each.peer,
  );
  return missing ? `${missing[0]} ${missing[1].version ?? ''} is not installed` : null;
}

interface NpmPackage {
  readonly version?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
}

function packagesOf(text: string | null): Record<string, NpmPackage> | null {
  try {
    const { packages } = JSON.parse(text ?? '');
    return packages !== null && typeof packages === 'object' ? packages : null;
  } catch {
    return null;
  }
}

/** pnpm keeps a copy of the lockfile it installed; it lacks what was left out for this platform. */
function pnpmOutOfStep(installed: string | null, lockfile: string): string | null {
  if (installed === null) return null;
  const [is, wanted] = [importersOf(installed), importersOf(lockfile)];
  if (is === null || wanted === null || is === wanted) return null;
  return 'node_modules was installed from another pnpm-lock.yaml';
}

function importersOf(text: string): string | null {
  try {
    const { importers, dependencies, devDependencies } = parseYaml(text);
    return JSON.stringify([importers, dependencies, devDependencies]);
  } catch {
    return null;
  }
}

const textOf = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);
