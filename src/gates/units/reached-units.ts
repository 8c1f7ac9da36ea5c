import { posix } from 'node:path';
import { isRunnerConfig, runnerNames } from '#project/test-runners/known-runners.ts';
import { nodesHolding, testsOf, type UnitMap } from './unit-map.ts';

/** The packages whose tests a change reaches, or why it may reach all. */
export type ReachedUnits =
  | { readonly type: 'units'; readonly units: ReadonlySet<string>; readonly top: boolean }
  | { readonly type: 'all'; readonly because: string };

/**
 * The packages that contain a changed file, and those that name a reached one, directly or through others. `top`: whether
 * files outside all packages are reached. Pure.
 */
export function reachedUnits({ units, links, around }: UnitMap, changed: readonly string[]): ReachedUnits {
  const isUnit = new Set(units);
  const namedBy = new Map<string, string[]>();
  for (const [node, named] of Object.entries(links))
    for (const each of named) namedBy.set(each, [...(namedBy.get(each) ?? []), node]);
  const found = new Set<string>();
  const add = (node: string): void => {
    if (found.has(node)) return;
    found.add(node);
    if (isUnit.has(node)) found.add(testsOf(node));
    for (const other of namedBy.get(node) ?? []) add(other);
  };
  for (const node of around) add(node);
  for (const path of changed) {
    const nodes = nodesHolding(path, isUnit);
    if (nodes[0] === path && !isNote(path)) return { type: 'all', because: `${path} belongs to no package` };
    for (const node of nodes) add(node);
  }
  const reached = units.filter((unit) => found.has(testsOf(unit)));
  const aside = [...found].filter((node) => !isUnit.has(node) && !node.startsWith(testsOf('')) && !OF_FORGE.test(node));
  const deciding = aside.find((node) => !node.includes('/') && decides(posix.basename(node)));
  if (deciding !== undefined) return { type: 'all', because: `${deciding} depends on what changed` };
  return { type: 'units', units: new Set(reached), top: aside.length > 0 };
}

/** Files at the top that no package loads. */
export const isNote = (path: string): boolean =>
  OF_FORGE.test(path) || /\.(md|mdx|png|jpe?g|svg|gif)$|^(LICEN[CS]E|AUTHORS|CODEOWNERS|NOTICE)$/.test(path);

const OF_FORGE = /^\.(changeset|github|gitlab|vscode|idea|husky|circleci)\//;

/** Whether runners and compilers look for a program of this name in the folders above a package. */
const decides = (name: string): boolean => isRunnerConfig(name) || OF_TOOLS.test(name);

const OF_TOOLS = new RegExp(
  `^((${runnerNames('javascript')}|babel|vite|postcss|metro)[\\w.-]*\\.[cm]?[jt]s|\\.(babel|swc)\\w*\\.[cm]?js)$`,
);
