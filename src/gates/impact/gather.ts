import { z } from 'zod';
import type { TreeHash } from '#contracts/ids.ts';
import { type ImpactMap, impactMap } from './impact-map.ts';

/** For JavaScript: a place loaded a file, read one as data, or did something that cannot be traced. */
export const SeenInPlace = z.object({ k: z.enum(['l', 'r', 'd']), c: z.string(), f: z.string().default('') });
/**
 * For Python: a file imports or opens another; '' stands for the runner. `d`: it did something that cannot be traced.
 */
export const SeenEdge = z.object({ k: z.enum(['i', 'd', 'x']), f: z.string(), t: z.string() });

export interface Gathering {
  readonly tree: TreeHash;
  /** Files whose loading would have been reported. */
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

/** Test files of one place share what it loaded: where a runner loads all into one, each reaches everything. Pure. */
export function gatherPlaces(records: readonly z.infer<typeof SeenInPlace>[], on: Gathering): ImpactMap {
  const isTest = new Set(on.tests);
  const known = new Set(on.files);
  const [reached, shared, always] = [new Map<string, Set<string>>(), new Set<string>(), new Set<string>()];
  for (const [, own] of Map.groupBy(records, ({ c }) => c)) {
    const loaded = own.flatMap(({ k, f }) => (k === 'l' ? [f] : []));
    const tests = loaded.filter((path) => isTest.has(path));
    const read = own.flatMap(({ k, f }) => (k === 'r' ? [f] : []));
    if (tests.length === 0) for (const path of loaded) shared.add(path);
    for (const test of tests) {
      const all = reached.get(test) ?? new Set<string>();
      for (const path of [...loaded, ...read]) if (known.has(path)) all.add(path);
      reached.set(test, all);
      if (own.some(({ k }) => k === 'd')) always.add(test);
    }
  }
  return impactMap(on.tree, on.files, reached, { shared, always: [...always, ...unseen(on, reached)] });
}

/** A file reaches its imports, and everything those reach. Pure. */
export function gatherEdges(records: readonly z.infer<typeof SeenEdge>[], on: Gathering): ImpactMap | null {
  if (records.some(({ k }) => k === 'x')) return null;
  const isTest = new Set(on.tests);
  const edges = new Map<string, Set<string>>();
  const dynamic = new Set(records.flatMap(({ k, f }) => (k === 'd' ? [f] : [])));
  for (const { k, f: from, t: to } of records) {
    if (k !== 'i') continue;
    // A runner loads every test file; anything else it loads is reached by all.
    if (from === '' && isTest.has(to)) continue;
    edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const to of edges.get(at) ?? []) if (!seen.has(to) && seen.add(to)) open.push(to);
    return seen;
  };
  const reached = new Map(on.tests.map((test) => [test, new Set([test, ...reach(test)])]));
  const opened = [...reached.values()].flatMap((own) => [...own]);
  const always = on.tests.filter((test) => [...(reached.get(test) ?? [])].some((path) => dynamic.has(path)));
  const files = [...new Set([...on.files, ...opened])].sort();
  return impactMap(on.tree, files, reached, { shared: reach(''), always });
}

const unseen = ({ tests }: Gathering, reached: ReadonlyMap<string, unknown>): string[] =>
  tests.filter((test) => !reached.has(test));
