import { projectTopOf, sessionOf } from '#attempts/open-project.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { findRun, type Near } from '#engine/find-run.ts';
import type { Runs } from '#engine/runs.ts';
import type { Cli } from './context.ts';

/** The run a person means in the current folder: `last` is the newest of this repository. */
export const findRunHere = async (
  cli: Pick<Cli, 'env'>,
  { store }: Runs,
  wanted: string,
  fits?: Near['fits'],
): Promise<ListedRun> => findRun(store, wanted, await nearHere(cli, wanted, fits));

/** What `last` means in the current folder: runs of this repository first. Looked up only where `last` was used. */
async function nearHere({ env }: Pick<Cli, 'env'>, wanted: string, fits?: Near['fits']): Promise<Near> {
  const only = fits ? { fits } : {};
  if (wanted !== 'last') return only;
  const top = await projectTopOf(process.cwd(), env).catch(() => null);
  return top === null ? only : { ...only, session: sessionOf(top) };
}
