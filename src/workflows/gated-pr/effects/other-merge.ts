import type { Repository, Sha } from '#contracts/workspace.ts';
import { type Refused, refuse } from './pr-checkout.ts';

/**
 * Main may already contain a merge of the PR, made before a crash or by a person. If its files differ from git's own
 * merge of the two, it was neither proven nor reviewed. If the two conflict, somebody had to decide, and the result is
 * proven like any main.
 */
export async function otherMerge(
  repository: Repository,
  { branch, name, point, main }: { branch: string; name: string; point: Sha; main: Sha },
): Promise<Refused | null> {
  for (const { sha, parents, tree } of await repository.commitsBetween(point, main)) {
    const [onto, ...more] = parents.filter((parent) => parent !== point);
    if (!parents.includes(point) || onto === undefined || more.length > 0) continue;
    const made = await repository.prepareMerge(onto, point, `Merge ${branch}, to compare`);
    if (made.type === 'conflict' || made.tree === tree) continue;
    return refuse(
      'MAIN_MOVED',
      `${name} holds a merge of ${branch} that Assay did not make (${sha.slice(0, 12)}), with other files than merging the two makes`,
      `A person looks at it (git show ${sha.slice(0, 12)}) and moves ${name} back (git branch --force ${name} ${onto.slice(0, 12)}), then answers with assay guide.`,
    );
  }
  return null;
}
