import type { TreeHash } from '#contracts/ids.ts';
import { profileFor } from '#project/test-runners/profiles.ts';
import { stepScope } from '../impact/step-scope.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { isNote, reachedUnits } from './reached-units.ts';
import { isRead, nodesHolding, UnitMap, unitMap } from './unit-map.ts';

/** A tree runner for a change, and what of the project it leaves alone. */
export interface WithinReach {
  /** With the runners of all that the change reaches. */
  readonly treeRunner: TreeRunner;
  /** With those of the packages that hold it; null where these are all. */
  readonly own: TreeRunner | null;
  /** Null where all of the project is run. */
  readonly left: { readonly runners: number; readonly of: number } | null;
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
 * In a project of many packages, only the runners of those that the change can reach. The proofs ask what they always
 * ask. Everything, where there is one runner, where nobody can say, and where the configuration says so.
 */
export async function withinReach(treeRunner: TreeRunner, order: ReachOrder): Promise<WithinReach> {
  const runners = await treeRunner.runners(order.base);
  const all: WithinReach = { treeRunner, own: null, left: null };
  if (runners.length < 2 || (await stepScope(treeRunner, order.base)) === 'whole') return all;
  const changed = await changedIn(treeRunner, order);
  const map = await mapOf(treeRunner, order.base);
  const reached = reachedUnits(map, changed);
  if (reached.type === 'all') return all;
  const folders = [...reached.units, ...(reached.top ? ['.'] : [])];
  const chosen = runners.filter((runner) => !isReadable(runner) || folders.some((each) => runs(runner, each, runners)));
  if (chosen.length === 0) return all;
  const holding = holdersOf(changed, map);
  const own = chosen.filter((runner) => holding.some((folder) => runs(runner, folder, runners)));
  return {
    treeRunner: chosen.length === runners.length ? treeRunner : only(treeRunner, chosen),
    own: own.length === 0 || own.length === chosen.length ? null : only(treeRunner, own),
    left: chosen.length === runners.length ? null : { runners: runners.length - chosen.length, of: runners.length },
  };
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
function holdersOf(changed: readonly string[], { units }: UnitMap): string[] {
  const isUnit = new Set(units);
  const nodes = changed.flatMap((path) => nodesHolding(path, isUnit).filter((node) => node !== path || !isNote(path)));
  return [...new Set(nodes.map((node) => (isUnit.has(node) ? node : '.')))];
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

/** Whether the tests of a folder are this runner's: its own, or those of a folder above that holds none nearer. */
function runs({ root }: ProjectRunner, folder: string, runners: readonly ProjectRunner[]): boolean {
  const holds = (top: string): boolean => top === '.' || top === folder || folder.startsWith(`${top}/`);
  if (root.startsWith(`${folder}/`) && folder !== '.') return true;
  if (!holds(root)) return false;
  return !runners.some((other) => other.root.length > root.length && other.root !== '.' && holds(other.root));
}

async function mapOf(treeRunner: TreeRunner, tree: TreeHash): Promise<UnitMap> {
  const name = `packages of ${tree}`;
  const kept = UnitMap.safeParse(await treeRunner.recall(name));
  if (kept.success) return kept.data;
  const paths = await treeRunner.list(tree);
  const map = unitMap(paths, await treeRunner.readAll(tree, paths.filter(isRead)));
  await treeRunner.remember(name, map);
  return map;
}
