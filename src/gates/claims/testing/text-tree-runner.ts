import { createHash } from 'node:crypto';
import { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../../tree-runner.ts';

type Files = Readonly<Record<string, string>>;

/** Trees of plain texts, for checks that only read. Anything that would run something is refused. */
export function textTreeRunner(): { readonly treeRunner: TreeRunner; tree(files: Files): TreeHash } {
  const trees = new Map<TreeHash, Files>();
  const filesOf = (tree: TreeHash): Files => trees.get(tree) ?? {};
  const refuse = async (): Promise<never> => {
    throw new Error('nothing is run here');
  };
  const treeRunner: TreeRunner = {
    list: async (tree) => Object.keys(filesOf(tree)),
    read: async (tree, path) => filesOf(tree)[path] ?? null,
    readAll: async (tree, paths) => {
      const files = filesOf(tree);
      return new Map(paths.flatMap((path) => (files[path] === undefined ? [] : [[path, files[path]] as const])));
    },
    warm: () => {},
    cool: async () => {},
    diff: async (from, to) => {
      const [before, after] = [filesOf(from), filesOf(to)];
      const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (path) => before[path] !== after[path],
      );
      const plain = { kind: 'file', oldKind: 'file', binary: false, added: 1, deleted: 1, truncated: false } as const;
      return { from, to, files: paths.map((path) => ({ path, status: 'modified' as const, hunks: [], ...plain })) };
    },
    ...{ write: refuse, overlay: refuse, runners: refuse, test: refuse, run: refuse, keep: refuse },
    ...{ recall: async () => null, remember: refuse, commitHook: async () => null },
  };
  return {
    treeRunner,
    tree: (files) => {
      const hash = TreeHash.parse(createHash('sha1').update(JSON.stringify(files)).digest('hex'));
      trees.set(hash, files);
      return hash;
    },
  };
}
