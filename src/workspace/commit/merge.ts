import { AssayError } from '#contracts/errors.ts';
import { TreeHash } from '#contracts/ids.ts';
import type { Conflict, Sha } from '#contracts/workspace.ts';
import { gitError, gitLine } from '../git/git.ts';
import { pathFromBytes, splitNul } from '../git/path-bytes.ts';
import { treeOf, type Vault } from '../vault/vault.ts';
import { parentsOf, writeCommit } from './commit.ts';

export type MergedTree =
  | { readonly clean: true; readonly tree: TreeHash }
  | { readonly clean: false; readonly conflicts: readonly Conflict[] };

/** The result of merging two commits. Nothing is checked out, no driver of the project's is run, no ref moves. */
export async function mergeTrees({ git, gitDir }: Vault, ours: Sha, theirs: Sha): Promise<MergedTree> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--messages', ours, theirs];
  const outcome = await git.run({ args, gitDir, answers: [1] });
  if (!outcome.ok && outcome.error.message.includes('(exit 129)')) throw tooOld();
  if (!outcome.ok) throw gitError(outcome);
  const [tree, ...rest] = splitNul(outcome.stdout);
  if (outcome.exitCode === 0) return { clean: true, tree: TreeHash.parse(tree?.toString('latin1')) };
  return { clean: false, conflicts: parseConflicts(rest) };
}

/**
 * The result of a commit's change on top of another commit. git 2.39 cannot be told the merge base, so it gets three
 * commits of which the base is the parent.
 */
export async function pickTree(vault: Vault, onto: Sha, picked: Sha): Promise<MergedTree> {
  const [parent] = await parentsOf(vault, picked);
  const before = parent ? await treeOf(vault, parent) : await emptyTree(vault);
  const root = await bare(vault, before, []);
  const ours = await bare(vault, await treeOf(vault, onto), [root]);
  const theirs = await bare(vault, await treeOf(vault, picked), [root]);
  return mergeTrees(vault, ours, theirs);
}

/** Always the same commit for the same trees. */
const bare = (vault: Vault, tree: TreeHash, parents: readonly Sha[]): Promise<Sha> =>
  writeCommit(vault, { tree, parents, message: 'base of a pick\n', at: 0 });

/** Only `merge-tree --write-tree` needs a newer git; everything else works with older ones. */
const tooOld = (): AssayError =>
  new AssayError('GIT_TOO_OLD', 'This git cannot merge without a checkout; 2.38 is the first that can.', {
    next: 'Install a newer git.',
  });

export async function emptyTree({ git, gitDir }: Vault): Promise<TreeHash> {
  return TreeHash.parse(await gitLine(git, { args: ['mktree'], gitDir, stdin: '' }));
}

/** The names of conflicting files, an empty field, then messages: count, paths, kind, text. */
export function parseConflicts(fields: readonly Buffer[]): Conflict[] {
  const end = fields.findIndex((field) => field.length === 0);
  const named = fields.slice(0, end < 0 ? fields.length : end).map(pathFromBytes);
  const conflicts: Conflict[] = [];
  for (let at = end + 1; end >= 0 && at < fields.length; ) {
    const count = Number(fields[at]?.toString('latin1'));
    if (!Number.isInteger(count)) break;
    const paths = fields.slice(at + 1, at + 1 + count).map(pathFromBytes);
    const kind = fields[at + 1 + count]?.toString('utf8') ?? '';
    const message = fields[at + 2 + count]?.toString('utf8').trim() ?? '';
    if (kind.startsWith('CONFLICT'))
      conflicts.push({ paths, kind: kind.replace(/^CONFLICT \((.*)\)$/, '$1'), message });
    at += 3 + count;
  }
  const said = new Set(conflicts.flatMap(({ paths }) => paths));
  const silent = named.filter((path) => !said.has(path));
  return [...conflicts, ...silent.map((path) => ({ paths: [path], kind: 'contents', message: `Conflict in ${path}` }))];
}
