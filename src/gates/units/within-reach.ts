import type { TreeHash } from '#contracts/ids.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { narrowTreeRunner } from '../impact/narrow-tree-runner.ts';
import { stepScope } from '../impact/step-scope.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { isNote, reachedUnits } from './reached-units.ts';
import { unitFolders } from './unit-folders.ts';
import { isRead, nodesHolding, UnitMap, unitMap } from './unit-map.ts';

/** A tree runner for a change, and what of the project it leaves alone. */
export interface WithinReach {
  /** With the tests of all that the change reaches. */
  readonly treeRunner: TreeRunner;
  /** With those of the packages that hold it; null where these are all. */
  readonly own: TreeRunner | null;
  /** Test files: of the packages that hold the change, of all that it reaches, of the project. */
  readonly files: { readonly own: readonly string[]; readonly reached: number; readonly of: number } | null;
}

export interface ReachOrder {
  /** Main, where the work began: its packages, and who names whom there. */
  readonly base: TreeHash;
  /** Trees of the work: what changed on the way counts too. */
  readonly trees: readonly TreeHash[];
  /** Files that must be measured whether or not they differ from main's. */
  readonly kept?: readonly string[];
}

/**
 * In a project of many packages, only the tests of those that the change can reach. The proofs ask what they always
 * ask. Everything, where there is one package, where nobody can say, and where the configuration says so.
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
  if (whole.files.length === 0) return all;
  return {
    treeRunner: whole.files.length === tests.length ? treeRunner : limited(treeRunner, whole),
    own: own.files.length === 0 || own.files.length === whole.files.length ? null : limited(treeRunner, own),
    files: { own: own.files, reached: whole.files.length, of: tests.length },
  };
}

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
    const some = all.filter(isIn);
    // What is compiled is compiled whole, and in languages that are not read here anything may be reached.
    if (some.length === all.length || !isReadable(runner)) return { runner, files: all, isPlain: true };
    if (profileFor(runner.runner).family === 'other')
      return { runner, files: some.length > 0 ? all : [], isPlain: true };
    return { runner, files: some, isPlain: some.length === 0 };
  });
  const asked = shares.filter(({ files }) => files.length > 0);
  return {
    runners: asked.map(({ runner }) => runner),
    files: [...new Set(asked.flatMap(({ files }) => files))],
    isPlain: asked.every(({ isPlain }) => isPlain),
  };
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

/** The packages that hold what changed; '.' for what is none's, notes left out. */
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

/** Languages whose texts say what they use. */
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
