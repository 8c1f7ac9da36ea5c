import type { TreeHash } from '#contracts/ids.ts';
import type { Diff, Repository } from '#contracts/workspace.ts';
import type { TreeRunner } from './tree-runner.ts';

/** Trees do not change, so their content is cached. */
export function treeReader({
  repository,
}: {
  readonly repository: Repository;
}): Pick<TreeRunner, 'list' | 'read' | 'readAll' | 'diff'> {
  const listed = recent<TreeHash, ReadonlyMap<string, string>>(async (tree) => {
    const files = await repository.listFilesAt(tree);
    return new Map(files.map(({ path, hash }) => [path, hash]));
  });
  const texts = new Map<string, string>();
  const diffs = recent<string, Diff>(async (pair) => {
    const [from, to] = pair.split(' ');
    // Both halves were made of tree hashes just below.
    return repository.diffBetween(from as TreeHash, to as TreeHash, WHOLE);
  });
  const readAll: TreeRunner['readAll'] = async (tree, paths) => {
    const files = await listed(tree);
    const hashes = new Set(paths.flatMap((path) => files.get(path) ?? []));
    const missing = [...hashes].filter((hash) => !texts.has(hash));
    if (texts.size > MOST_TEXTS) texts.clear();
    for (const [hash, bytes] of await repository.readBlobs(tree, missing))
      texts.set(hash, new TextDecoder().decode(bytes));
    return new Map(
      paths.flatMap((path) => {
        const text = texts.get(files.get(path) ?? '');
        return text === undefined ? [] : [[path, text] as const];
      }),
    );
  };
  return {
    readAll,
    list: async (tree) => [...(await listed(tree)).keys()],
    read: async (tree, path) => (await readAll(tree, [path])).get(path) ?? null,
    diff: (from, to) => diffs(`${from} ${to}`),
  };
}

/** Gates read every changed line of code; a file that is too large for that is refused by name. */
const WHOLE = { totalBytes: 64 * 1024 ** 2, bytesPerFile: 4 * 1024 ** 2 };

const MOST_TEXTS = 5_000;
const MOST_KEPT = 12;

/** Keeps the last few results; a failure is not kept. */
function recent<K, V>(make: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const kept = new Map<K, Promise<V>>();
  return (key) => {
    const found = kept.get(key) ?? make(key);
    kept.delete(key);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}
