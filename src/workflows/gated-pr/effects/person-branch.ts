import { AssayError } from '#contracts/errors.ts';
import type { Sha, WorkspaceStore } from '#contracts/workspace.ts';

/** The person's repository, and what moves branches in it safely. */
export interface PersonRepository {
  readonly repository: string;
  readonly store: WorkspaceStore;
}

/** Null where there is no such branch. */
export async function headOf({ repository, store }: PersonRepository, branch: string): Promise<Sha | null> {
  try {
    return await store.resolve(repository, `refs/heads/${branch}`);
  } catch (error) {
    if (error instanceof AssayError && error.code === 'REVISION_UNKNOWN') return null;
    throw error;
  }
}

/** A commit that went into the work and that main will not have as it is stays to be had. */
export const keepCommit = ({ repository, store }: PersonRepository, commit: Sha): Promise<void> =>
  store.deliver(repository, commit, `refs/assay/rescued/${commit.slice(0, 12)}`);
