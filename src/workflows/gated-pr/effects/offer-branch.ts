import { AssayError } from '#contracts/errors.ts';
import type { Repository, Sha } from '#contracts/workspace.ts';
import { headOf, keepCommit } from './person-branch.ts';

/**
 * Puts work on a branch of the person's repository. A branch of theirs is never moved, only one with content that was
 * taken from it before; that stays available under refs/assay/rescued. May be repeated after a crash.
 */
export async function offerBranch(
  repository: Repository,
  wanted: string,
  commit: Sha,
  taken: Sha | null,
): Promise<string> {
  for (const name of names(wanted)) {
    const head = await headOf(repository, name);
    if (head === commit) return name;
    if (head !== null && head !== taken) continue;
    if (head !== null) await keepCommit(repository, head);
    const made = await repository.updateBranch(name, head, commit);
    if (made.type === 'updated' || made.type === 'unchanged') return name;
  }
  throw new AssayError(
    'GIT_FAILED',
    `${wanted} cannot be made in ${repository.folder}: its name is taken, and so are others`,
    {
      next: 'Delete or rename branches that begin with that name.',
    },
  );
}

const MOST = 9;

/** A branch called `feat` makes `feat/thing` impossible. */
const names = (wanted: string): string[] =>
  [wanted, wanted.replaceAll('/', '-')].flatMap((name) => [
    name,
    ...Array.from({ length: MOST - 1 }, (_, index) => `${name}-${index + 2}`),
  ]);
