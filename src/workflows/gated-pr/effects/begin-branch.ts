import type { Sha } from '#contracts/workspace.ts';
import { branchName } from '../branch-name.ts';
import type { PersonRepository } from './person-branch.ts';

interface Wanted {
  readonly title: string;
  readonly main: string;
  /** Which PR of which run: after an interruption it finds its branch by this. */
  readonly maker: string;
}

/** Creates the branch of a PR at main, and checks it out. A name that is taken gets a number. */
export async function beginBranch(place: PersonRepository, { title, main, maker }: Wanted): Promise<string> {
  const { git, repository } = place;
  const names = (await git(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads'])).split('\n');
  const at = await repository.resolve(`refs/heads/${main}`);
  const own = await ownBranch(place, names, { title, main, maker }, at);
  const branch = own ?? branchName(title, (name) => names.includes(name));
  const none = '0'.repeat(at.length);
  if (own === null) await git(['update-ref', '--create-reflog', '-m', madeBy(maker), `refs/heads/${branch}`, at, none]);
  await git(['switch', '--quiet', branch]);
  return branch;
}

/** Of an interrupted try: the branch was created together with the first line of its log. */
async function ownBranch(
  { git, repository }: PersonRepository,
  names: readonly string[],
  { title, maker }: Wanted,
  main: Sha,
): Promise<string | null> {
  const wanted = branchName(title, () => false);
  for (const name of names.filter((each) => each === wanted || each.startsWith(`${wanted}-`))) {
    const log = await git(['reflog', 'show', '--format=%gs', `refs/heads/${name}`, '--']).catch(() => '');
    if (log.split('\n').at(-1) !== madeBy(maker)) continue;
    const head = await repository.resolve(`refs/heads/${name}`);
    if (await repository.isAncestor(head, main)) return name;
  }
  return null;
}

const madeBy = (maker: string): string => `assay: the branch of ${maker}`;
