import type { Repository, Sha } from '#contracts/workspace.ts';
import type { GatedState } from '../state.ts';

/** More are only counted. */
const MOST_NAMED = 3;

/**
 * Commits that main got while the branch was worked on. In a person's own checkout nobody can tell who made them: an
 * agent could. They were not measured here, except by the tests of the merge, and the person should know.
 */
export async function cameAlong(
  repository: Pick<Repository, 'commitsBetween'>,
  { mode, base, main: name }: Pick<GatedState, 'mode' | 'base' | 'main'>,
  main: Sha,
): Promise<string[]> {
  if (mode !== 'connected' || !base || base.commit === main) return [];
  const commits = await repository.commitsBetween(base.commit, main);
  const named = commits
    .slice(0, MOST_NAMED)
    .map(({ sha, message }) => `${sha.slice(0, 12)} ${JSON.stringify(message.split('\n')[0])}`);
  const more = commits.length > named.length ? ` and ${commits.length - named.length} more` : '';
  return [
    `${name} got other commits meanwhile, which this PR did not measure: ${named.join(', ')}${more}. \`assay verify ${base.commit.slice(0, 12)}..${name} --no-run\` says which went through Assay.`,
  ];
}

/** What moved main at once after the merge, as a hook does that runs when the branch is left. */
export async function movedSince(
  repository: Pick<Repository, 'resolve' | 'commitsBetween'>,
  { mode, main: name }: Pick<GatedState, 'mode' | 'main'>,
  merge: Sha,
): Promise<string[]> {
  const now = await repository.resolve(`refs/heads/${name}`);
  if (mode !== 'connected' || now === merge) return [];
  const [last] = await repository.commitsBetween(merge, now);
  const title = last ? ` ${JSON.stringify(last.message.split('\n')[0])}` : '';
  return [
    `${name} was moved right after the merge, to ${now.slice(0, 12)}${title}: a hook of this repository or another program did that, and nothing measured it. \`git diff ${merge.slice(0, 12)} ${name}\` shows what it brought.`,
  ];
}
