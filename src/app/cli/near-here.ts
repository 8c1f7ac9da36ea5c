import { projectTopOf, sessionOf } from '#attempts/open-project.ts';
import type { Near } from '#engine/find-run.ts';
import type { Cli } from './context.ts';

/** What `last` means where the person stands: runs of this repository first. Looked up only where `last` was said. */
export async function nearHere({ env }: Cli, wanted: string, fits?: Near['fits']): Promise<Near> {
  const only = fits ? { fits } : {};
  if (wanted !== 'last') return only;
  const top = await projectTopOf(process.cwd(), env).catch(() => null);
  return top === null ? only : { ...only, session: sessionOf(top) };
}
