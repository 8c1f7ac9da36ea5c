import { posix } from 'node:path';
import { nodesHolding, testsOf, type UnitMap } from './unit-map.ts';

/** The packages whose tests a change reaches, or why it may reach all. */
export type ReachedUnits =
  | { readonly type: 'units'; readonly units: ReadonlySet<string>; readonly top: boolean }
  | { readonly type: 'all'; readonly because: string };

/**
 * Whoever holds a changed file, and whoever names one that is reached, over any number of steps. `top`: whether what
 * lies in no package is reached. Pure.
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
  const deciding = aside.find((node) => !node.includes('/') && DECIDES.test(posix.basename(node)));
  if (deciding !== undefined) return { type: 'all', because: `${deciding} depends on what changed` };
  return { type: 'units', units: new Set(reached), top: aside.length > 0 };
}

/** At the top, nobody loads these by their place. */
export const isNote = (path: string): boolean =>
  OF_FORGE.test(path) || /\.(md|mdx|png|jpe?g|svg|gif)$|^(LICEN[CS]E|AUTHORS|CODEOWNERS|NOTICE)$/.test(path);

const OF_FORGE = /^\.(changeset|github|gitlab|vscode|idea|husky|circleci)\//;

/** What runners and compilers look for in the folders above a package, where it is a program. */
const DECIDES =
  /^((babel|jest|vitest|vite|ava|postcss|metro)[\w.-]*\.[cm]?[jt]s|conftest\.py|\.(babel|mocha|swc|taprc)\w*\.[cm]?js)$/;
