import { toErrorInfo } from '#contracts/errors.ts';
import { Sha } from '#contracts/workspace.ts';
import type { PersonRepository } from './person-branch.ts';
import { type Refused, refuse } from './pr-checkout.ts';
import { pullMain } from './pull-main.ts';

/** Main on its remote. */
export interface OuterMain {
  /** Whether a merge is pushed; else it stays in the person's repository. */
  readonly pushes: boolean;
  /** Updates main from its remote. */
  pull(main: string): Promise<Refused | null>;
  /** Moves the remote's main to a proven commit. `moved`: someone was faster, and nothing was pushed. */
  push(sha: Sha, main: string): Promise<'pushed' | 'moved' | Refused>;
}

const AGAIN = 'answer with assay guide';

/** By the person's own git: their remote, their credentials, their hooks. */
export function outerMain(place: PersonRepository, pushes: boolean): OuterMain {
  const { git, repository } = place;
  const setting = (main: string, name: string) => git(['config', '--get', `branch.${main}.${name}`]).catch(() => '');
  return {
    pushes,
    pull: (main) => pullMain(place, main, AGAIN),
    push: async (sha, main) => {
      const [remote, there] = [await setting(main, 'remote'), await setting(main, 'merge')];
      if (remote === '' || remote === '.' || there === '') {
        const next = `Say where it is pushed to: git push --set-upstream origin ${main}. Then ${AGAIN}.`;
        return refuse('NO_REMOTE', `"merge": "push" is configured, and ${main} follows no remote`, next);
      }
      const ref = `refs/assay/merge/${sha}`;
      await repository.deliver(sha, ref);
      try {
        await git(['push', '--quiet', remote, `${ref}:${there}`]);
        return 'pushed';
      } catch (error) {
        if (await isBehind(place, remote, there, sha)) return 'moved';
        const said = toErrorInfo(error).message;
        return refuse('PUSH_REFUSED', `${remote} rejects ${main}: ${said}`, `Resolve that. Then ${AGAIN}.`);
      } finally {
        await git(['update-ref', '-d', ref]).catch(() => {});
      }
    },
  };
}

/** Whether the remote has something that this commit lacks: then it was not refused, only late. */
async function isBehind(
  { git, repository }: PersonRepository,
  remote: string,
  there: string,
  sha: Sha,
): Promise<boolean> {
  try {
    await git(['fetch', '--quiet', remote, there]);
    const theirs = Sha.parse(await git(['rev-parse', 'FETCH_HEAD^{commit}']));
    return !(await repository.isAncestor(theirs, sha));
  } catch {
    return false;
  }
}
