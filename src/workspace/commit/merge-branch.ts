import type { MergeOutcome, Sha } from '#contracts/workspace.ts';
import type { BranchWork } from '../bring-back/update-branch.ts';
import { gitBytes } from '../git/git.ts';
import { ensureObject } from '../git/history.ts';
import { treeOf } from '../vault/vault.ts';
import { isAncestor, writeCommit } from './commit.ts';
import { mergeTrees } from './merge.ts';

/** In the vault: no branch of the person's moves. */
export async function prepareMerge(
  { context, repository, vault }: BranchWork,
  onto: Sha,
  commit: Sha,
  message: string,
): Promise<MergeOutcome> {
  for (const sha of [onto, commit]) await ensureObject(vault, repository, sha);
  if (await isAncestor(vault, commit, onto)) return { type: 'unchanged', sha: onto, tree: await treeOf(vault, onto) };
  const merged = await mergeTrees(vault, onto, commit);
  if (!merged.clean) return { type: 'conflict', conflicts: merged.conflicts };
  const at = context.options.clock.now();
  const text = message.endsWith('\n') ? message : `${message}\n`;
  const sha = await writeCommit(vault, { tree: merged.tree, parents: [onto, commit], message: text, at });
  await gitBytes(context.git, { args: ['update-ref', `refs/assay/closed/${sha}`, sha], gitDir: vault.gitDir });
  return { type: 'committed', sha, tree: merged.tree };
}
