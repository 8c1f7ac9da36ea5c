import type { TreeHash } from '#contracts/ids.ts';
import type { Mount, Sandbox } from '#contracts/sandbox.ts';
import type { Checkout, Repository } from '#contracts/workspace.ts';
import type { MutantCopies } from '#gates/mutation/mutant-copies.ts';
import { workspaceMutantCopies } from '#gates/mutation/workspace-mutant-copies.ts';
import { profileFor } from '#project/test-runners/profiles.ts';

export interface MutantCopiesOptions {
  readonly repository: Repository;
  readonly sandbox: Sandbox;
  readonly tools: { readonly mounts: readonly Mount[]; readonly path: readonly string[] };
  readonly mounts?: (checkout: Checkout) => readonly Mount[];
  /** A folder of ours for the reports. */
  readonly reports: string;
}

/** Copies for the mutants of a project: the same tool chain and packages as its tree runner has. */
export const mutantCopiesIn =
  ({ repository, sandbox, tools, mounts, reports }: MutantCopiesOptions) =>
  (tree: TreeHash, runner: string): MutantCopies =>
    workspaceMutantCopies({
      ...{ repository, sandbox, tree, reports, adapter: profileFor(runner) },
      mounts: (checkout) => [...tools.mounts, ...(mounts?.(checkout) ?? [])],
      env: { PATH: [...tools.path, '/usr/local/bin', '/usr/bin', '/bin'].join(':') },
    });
