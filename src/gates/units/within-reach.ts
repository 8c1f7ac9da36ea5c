import type { TreeHash } from '#contracts/ids.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { narrowTreeRunner } from '../impact/narrow-tree-runner.ts';
import { stepScope } from '../impact/step-scope.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { isNote, reachedUnits } from './reached-units.ts';
import { unitFolders } from './unit-folders.ts';
import { isRead, nodesHolding, UnitMap, unitMap } from './unit-map.ts';

/** A tree runner for a change, and the part of the project that it leaves out. */
export interface WithinReach {
  /** Runs the tests of all packages that the change reaches. */
  readonly treeRunner: TreeRunner;
  /** Runs the tests of the packages that contain the change; null if these are all. */
  readonly own: TreeRunner | null;
  /** Test files of the packages that contain the change; how many the change reaches; how many the project has. */
  readonly files: { readonly own: readonly string[]; readonly reached: number; readonly of: number } | null;
}

export interface ReachOrder {
  /** The commit of main where the work began: its packages, and which of them names which. */
  readonly base: TreeHash;
  /** The trees of the work: intermediate changes count too. */
  readonly trees: readonly TreeHash[];
  /** Files that must be measured whether or not they differ from main's. */
  readonly kept?: readonly string[];
}

/**
 * In a project of many packages, runs only the tests of packages that the change can reach; the proofs are the same.
 * Runs everything if there is one package, if the reach is unknown, or if the configuration says so.
 */
export async function withinReach(treeRunner: TreeRunner, order: ReachOrder): Promise<WithinReach> {
  const all: WithinReach = { treeRunner, own: null, files: null };
  if (unitFolders(await treeRunner.list(order.base)).length === 0) return all;
  const map = await mapOf(treeRunner, order.base);
  if ((await stepScope(treeRunner, order.base)) === 'whole') return all;
  const changed = await changedIn(treeRunner, order);
  const reached = reachedUnits(map, changed);
  if (reached.type === 'all') return all;
  const runners = await treeRunner.runners(order.base);
  const paths = await pathsOf(treeRunner, order);
  const tests = paths.filter((path) => runners.some((runner) => runner.isTestFile(path)));
  const part = (folders: ReadonlySet<string>): Part => partOf({ runners, tests, map }, folders);
  const whole = part(new Set([...reached.units, ...(reached.top ? ['.'] : [])]));
  const own = part(holdersOf(changed, map));
  if (whole.runners.length === 0) return all;
  return {
    treeRunner: isSame(whole, { runners, files: tests }) ? treeRunner : limited(treeRunner, whole),
    own: own.runners.length === 0 || isSame(own, whole) ? null : limited(treeRunner, own),
    files: { own: own.files, reached: whole.files.length, of: tests.length },
  };
}

const isSame = (one: Pick<Part, 'runners' | 'files'>, other: Pick<Part, 'runners' | 'files'>): boolean =>
  one.runners.length === other.runners.length && one.files.length === other.files.length;

interface Part {
  readonly runners: readonly ProjectRunner[];
  readonly files: readonly string[];
  /** Whether each runner is asked for all of its tests, or not at all. */
  readonly isPlain: boolean;
}

function partOf(
  { runners, tests, map }: { runners: readonly ProjectRunner[]; tests: readonly string[]; map: UnitMap },
  folders: ReadonlySet<string>,
): Part {
  const isUnit = new Set(map.units);
  const isIn = (path: string): boolean =>
    nodesHolding(path, isUnit).some((node) => folders.has(isUnit.has(node) ? node : '.'));
  const shares = runners.map((runner) => {
    const all = tests.filter((path) => runner.isTestFile(path));
    if (!isReadable(runner)) return { runner, files: all, isAsked: true, isPlain: true };
    if (profileFor(runner.runner).family === 'other') {
      // Compiled code is compiled as a whole, and its tests may be in the same files.
      const isAsked = [...folders].some((folder) => isRunIn(folder, runner, runners));
      return { runner, files: isAsked ? all : [], isAsked, isPlain: true };
    }
    const files = all.filter(isIn);
    return { runner, files, isAsked: files.length > 0, isPlain: files.length === 0 || files.length === all.length };
  });
  const asked = shares.filter(({ isAsked }) => isAsked);
  return {
    runners: asked.map(({ runner }) => runner),
    files: [...new Set(asked.flatMap(({ files }) => files))],
    isPlain: asked.every(({ isPlain }) => isPlain),
  };
}

/** Whether this runner runs tests in a folder: it lies inside, or it contains the folder and no other runner is closer. */
function isRunIn(folder: string, { root }: ProjectRunner, runners: readonly ProjectRunner[]): boolean {
  const holds = (top: string): boolean => top === '.' || top === folder || folder.startsWith(`${top}/`);
  if (!holds(root)) return folder !== '.' && root.startsWith(`${folder}/`);
  const isNearer = (top: string): boolean =>
    top !== '.' && top !== root && (root === '.' || top.startsWith(`${root}/`));
  return !runners.some((other) => isNearer(other.root) && holds(other.root));
}

const limited = (treeRunner: TreeRunner, { runners, files, isPlain }: Part): TreeRunner => {
  const own = only(treeRunner, runners);
  return isPlain ? own : narrowTreeRunner(own, files);
};

async function pathsOf(treeRunner: TreeRunner, { base, trees }: ReachOrder): Promise<string[]> {
  const paths = new Set(await treeRunner.list(base));
  for (const tree of trees) for (const path of await treeRunner.list(tree)) paths.add(path);
  return [...paths];
}

async function changedIn(treeRunner: TreeRunner, { base, trees, kept = [] }: ReachOrder): Promise<string[]> {
  const changed = new Set(kept);
  for (const tree of new Set(trees))
    for (const { path, oldPath = path } of (await treeRunner.diff(base, tree)).files) {
      changed.add(path);
      changed.add(oldPath);
    }
  return [...changed];
}

/** The packages that contain a changed file, notes left out; '.' for a file outside all packages. */
function holdersOf(changed: readonly string[], { units }: UnitMap): Set<string> {
  const isUnit = new Set(units);
  const nodes = changed.flatMap((path) => nodesHolding(path, isUnit).filter((node) => node !== path || !isNote(path)));
  return new Set(nodes.map((node) => (isUnit.has(node) ? node : '.')));
}

function only(treeRunner: TreeRunner, chosen: readonly ProjectRunner[]): TreeRunner {
  const names = new Set(chosen.map(nameOf));
  return {
    ...treeRunner,
    runners: async (tree) => {
      const found = await treeRunner.runners(tree);
      const own = found.filter((runner) => names.has(nameOf(runner)));
      return own.length === 0 ? found : own;
    },
  };
}

/** Languages whose files name what they use. */
const isReadable = ({ runner }: ProjectRunner): boolean =>
  /^(javascript|python)$/.test(profileFor(runner).family) || /^(go|cargo) test$/.test(runner);

const nameOf = ({ runner, root }: ProjectRunner): string => `${runner} in ${root}`;

async function mapOf(treeRunner: TreeRunner, tree: TreeHash): Promise<UnitMap> {
  const name = `packages of ${tree}`;
  const kept = UnitMap.safeParse(await treeRunner.recall(name));
  if (kept.success) return kept.data;
  const paths = await treeRunner.list(tree);
  const map = unitMap(paths, await treeRunner.readAll(tree, paths.filter(isRead)));
  await treeRunner.remember(name, map);
  return map;
}
