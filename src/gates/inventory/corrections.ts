import { compareInventories, type InventoryChange } from './compare.ts';
import { byName, type TestFile, type WrittenTest } from './test-inventory.ts';

type Files = ReadonlyMap<string, TestFile>;

/** A test of this PR, as it was accepted and as it is now. */
export interface Correction {
  readonly was: WrittenTest;
  readonly is: WrittenTest;
}

export interface Corrections {
  /** Changes that are not corrections. */
  readonly left: InventoryChange;
  readonly corrected: readonly Correction[];
  /** All tests that this PR added or changed, for when something changed that any of them may depend on. */
  readonly all: readonly Correction[];
}

/**
 * What may be changed to settle a finding: tests that main does not have may be corrected or renamed, and so may the
 * code around them in files that main does not have either; elsewhere only a revert to main is allowed.
 */
export function corrections(
  change: InventoryChange,
  { base, before, after }: { readonly base: Files; readonly before: Files; readonly after: Files },
): Corrections {
  const sinceBase = compareInventories(base, after);
  const ofPr = new Set([...sinceBase.added, ...sinceBase.changed.map(({ after: is }) => is)]);
  const was = byName([...before.values()].flatMap(({ tests }) => tests ?? []));
  const is = byName([...after.values()].flatMap(({ tests }) => tests ?? []));
  const all = [...is].flatMap(([name, test]) => {
    const old = was.get(name);
    return old && ofPr.has(test) ? [{ was: old, is: test }] : [];
  });
  const changed = change.changed.filter(({ before: old }) => !isIn(base, old));
  const renamed = renames(
    change.removed.filter((test) => !isIn(base, test)),
    change.added,
  );
  const isOpen = (list: 'around' | 'rebound') => (entry: { file: string; what: string }) =>
    !base.has(entry.file) || !sinceBase[list].some(({ file, what }) => file === entry.file && what === entry.what);
  const around = [...change.around.filter(isOpen('around')), ...change.rebound.filter(isOpen('rebound'))];
  const files = new Set(around.map(({ file }) => file));
  const touched = [
    ...changed.map(({ before: old, after: now }) => ({ was: old, is: now })),
    ...renamed,
    ...all.filter((each) => files.has(each.is.file)),
  ];
  const left: InventoryChange = {
    ...change,
    changed: change.changed.filter((each) => !changed.includes(each)),
    removed: change.removed.filter((test) => !renamed.some((each) => each.was === test)),
    around: change.around.filter((entry) => !isOpen('around')(entry)),
    rebound: change.rebound.filter((entry) => !isOpen('rebound')(entry)),
  };
  return { left, corrected: once(touched), all: once([...all, ...renamed]) };
}

const once = (list: readonly Correction[]): Correction[] => [...new Map(list.map((each) => [each.is, each])).values()];

/** A file that cannot be parsed may contain any test. */
const isIn = (files: Files, { file, path }: WrittenTest): boolean => {
  const found = files.get(file);
  if (!found?.tests) return found !== undefined;
  return found.tests.some((test) => test.path.join('\n') === path.join('\n'));
};

/** The same body under another name, each once. */
function renames(removed: readonly WrittenTest[], added: readonly WrittenTest[]): Correction[] {
  const free = [...added];
  return removed.flatMap((was) => {
    const at = free.findIndex(({ fact }) => fact.bodyHash !== undefined && fact.bodyHash === was.fact.bodyHash);
    const [is] = at < 0 ? [] : free.splice(at, 1);
    return is ? [{ was, is }] : [];
  });
}
