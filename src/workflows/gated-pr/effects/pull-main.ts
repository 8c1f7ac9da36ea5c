import { toErrorInfo } from '#contracts/errors.ts';
import { Sha } from '#contracts/workspace.ts';
import type { PersonRepository } from './person-branch.ts';
import { type Refused, refuse } from './pr-checkout.ts';

/** Updates main from its remote, where it follows one. If they have diverged, a person has to merge them. */
export async function pullMain(
  { git, repository }: PersonRepository,
  main: string,
  /** The next step for a person who has resolved it. */
  again: string,
): Promise<Refused | null> {
  const setting = (name: string) => git(['config', '--get', `branch.${main}.${name}`]).catch(() => '');
  const [remote, merge] = [await setting('remote'), await setting('merge')];
  if (remote === '' || remote === '.' || merge === '') return null;
  const named = `${remote}/${merge.replace(/^refs\/heads\//, '')}`;
  try {
    await git(['fetch', '--quiet', remote, merge]);
  } catch (error) {
    return refuse(
      'REMOTE_UNREACHABLE',
      `${named} could not be fetched: ${toErrorInfo(error).message}`,
      `Make it reachable, or work without it: git branch --unset-upstream ${main}. Then ${again}.`,
    );
  }
  const theirs = Sha.parse(await git(['rev-parse', 'FETCH_HEAD^{commit}']));
  const ours = await repository.resolve(`refs/heads/${main}`);
  if (await repository.isAncestor(theirs, ours)) return null;
  const pulled = await repository.fastForward(main, theirs);
  if (pulled.type === 'updated' || pulled.type === 'unchanged') return null;
  if (pulled.type === 'in-the-way')
    return refuse('CHECKOUT_DIRTY', pulled.error.message, `${pulled.error.next ?? 'Resolve that.'} Then ${again}.`);
  const message = `${main} and ${named} went different ways`;
  return refuse('MAIN_DIVERGED', message, `A person merges them on ${main}. Then ${again}.`);
}
