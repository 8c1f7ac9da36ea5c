import { AssayError } from '#contracts/errors.ts';
import type { Repository, Sha } from '#contracts/workspace.ts';
import type { PersonGit } from './person-git.ts';

/** The person's repository: as Assay reads and moves it, and by their own git. */
export interface PersonRepository {
  readonly repository: Repository;
  readonly git: PersonGit;
}

/** Null where there is no such branch. */
export async function headOf(repository: Repository, branch: string): Promise<Sha | null> {
  try {
    return await repository.resolve(`refs/heads/${branch}`);
  } catch (error) {
    if (error instanceof AssayError && error.code === 'REVISION_UNKNOWN') return null;
    throw error;
  }
}

/** A commit that went into the work and will not be in main unchanged stays available. */
export const keepCommit = (repository: Repository, commit: Sha): Promise<void> =>
  repository.deliver(commit, `refs/assay/rescued/${commit.slice(0, 12)}`);
