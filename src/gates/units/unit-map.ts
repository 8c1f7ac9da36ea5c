import { posix } from 'node:path';
import { z } from 'zod';
import { outsideNames } from './outside-names.ts';
import { PNPM_LOCK, packageNames } from './package-names.ts';
import { packagesLocked } from './packages-locked.ts';
import { foldersAround, MANIFEST, unitFolders } from './unit-folders.ts';

/**
 * The packages of a tree, and which of them names which. A node is a package's folder, its tests (`testsOf`), which no
 * other node depends on, or a file outside all packages.
 */
export const UnitMap = z.object({
  /** Folders with a manifest of their own, the top left out. */
  units: z.array(z.string()),
  /** Each node with the nodes that it names. */
  links: z.record(z.string(), z.array(z.string())),
  /** Nodes that list the folders around them: any change may concern them. */
  around: z.array(z.string()),
});
export type UnitMap = z.infer<typeof UnitMap>;

/** `texts`: the contents of the files that are worth reading. Pure. */
export function unitMap(paths: readonly string[], texts: ReadonlyMap<string, string>): UnitMap {
  const units = unitFolders(paths);
  const isUnit = new Set(units);
  const names = withInstalled(packageNames(units, paths, texts), paths, texts);
  const places = new Set([...paths, ...paths.flatMap(foldersAround)]);
  const holders = new Set(['.', ...units.flatMap(foldersAround)]);
  const below = outsiders(paths, isUnit);
  const links = new Map<string, Set<string>>();
  const around = new Set<string>();
  for (const [path, text] of texts) {
    const own = nodesHolding(path, isUnit);
    if ((own[0] === path && !PROGRAM.test(path)) || text.length > MOST_TEXT) continue;
    const home = own[0] === path ? '.' : (own.at(-1) ?? '.');
    const named = outsideNames(path, text, home, (place) => places.has(place));
    const found = new Set<string>();
    for (const word of named.words)
      for (const part of prefixes(word)) {
        for (const unit of names.get(part) ?? []) found.add(unit);
        if (isUnit.has(part)) found.add(part);
      }
    const nodes = isOfTests(path) && home !== '.' ? own.map(testsOf) : own;
    for (const target of named.paths) {
      const holding = [...foldersAround(target), target].filter((folder) => isUnit.has(folder));
      if (holding.length > 0) for (const node of holding) found.add(node);
      else if (!holders.has(target)) for (const node of below(target)) found.add(node);
      else if (LISTS.test(text)) for (const node of nodes) around.add(node);
    }
    for (const node of nodes) {
      const known = links.get(node) ?? new Set();
      for (const each of found) if (each !== node) known.add(each);
      if (known.size > 0) links.set(node, known);
    }
  }
  const told = [...links].map(([node, all]) => [node, [...all].sort()] as const);
  return { units, links: Object.fromEntries(told), around: [...around].sort() };
}

/** The packages that contain a file, innermost last; otherwise the file itself. */
export function nodesHolding(path: string, units: ReadonlySet<string>): string[] {
  const holding = foldersAround(path).filter((folder) => units.has(folder));
  return holding.length > 0 ? holding : [path];
}

export const testsOf = (unit: string): string => `tests of ${unit}`;

/** Files that only tests load. */
const isOfTests = (path: string): boolean =>
  !MANIFEST.test(posix.basename(path)) &&
  /(^|\/)(tests?|__tests__|__mocks__|specs?|e2e|bench(marks?)?|examples?|docs?)\/|[._-](test|spec|bench|stories)([.-][\w-]+)?\.\w+$|(^|\/)test_\w+\.py$|_test\.go$/.test(
    path,
  );

/** At the top, only programs use what they name: a list (workspaces, dependencies, the compiler's paths) does not. */
const PROGRAM = /\.([cm]?[jt]sx?|vue|svelte|py|rs|go|sh)$/;

const LISTS = /readdir|opendir|glob|walk|listdir|getPackages|\bls-files\b/i;

/** Longer files are generated, not written by a person. */
const MOST_TEXT = 300_000;

const prefixes = (word: string): string[] => word.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));

/** Files outside all packages, by a path that may lack its file extension, or by their folder. */
function outsiders(paths: readonly string[], units: ReadonlySet<string>): (target: string) => readonly string[] {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    if (nodesHolding(path, units)[0] !== path) continue;
    for (const name of [path, path.replace(/\.\w+$/, ''), path.replace(/(\.[\w-]+)+$/, ''), ...foldersAround(path)])
      found.set(name, [...(found.get(name) ?? []), path]);
  }
  return (target) => found.get(target) ?? [];
}

/** An installed package that depends on packages of the project stands for them. */
function withInstalled(
  names: ReadonlyMap<string, readonly string[]>,
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): Map<string, readonly string[]> {
  const found = new Map(names);
  const lockfile = paths.find((path) => LOCKFILE.test(path));
  if (lockfile === undefined) return found;
  const locked = packagesLocked(lockfile, texts.get(lockfile) ?? '');
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const [name, needs] of locked) {
      const own = new Set(found.get(name));
      const before = own.size;
      for (const each of needs) for (const unit of found.get(each) ?? []) own.add(unit);
      if (own.size === before) continue;
      found.set(name, [...own]);
      isMore = true;
    }
  }
  return found;
}
const LOCKFILE = /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock)$/;

/** The files that the map is made from: programs, their configuration, and lockfiles. */
export const isRead = (path: string): boolean =>
  path === PNPM_LOCK || LOCKFILE.test(path) || (READ.test(path) && !ASIDE.test(path));

const READ =
  /\.([cm]?[jt]sx?|vue|svelte|astro|py|rs|go|toml|cfg|sh)$|(^|\/)((package|project|tsconfig[\w.-]*|jsconfig|jest[\w.-]*)\.json|\.[\w.-]*rc(\.json)?|go\.mod|requirements[\w-]*\.txt)$/;
const ASIDE = /(^|\/)(node_modules|\.yarn)\//;
