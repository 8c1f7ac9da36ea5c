import { Sha } from '#contracts/commits.ts';
import { RunId } from '#contracts/ids.ts';
import type { RepositoryHistory } from '#contracts/repository.ts';
import type { RunStore } from '#contracts/store.ts';

/**
 * The commit whose rules hold for all of a run: the one its first agent was told of, which the log keeps. What agents of
 * the run bring to main since then instructs the next run, after a person has seen it there.
 */
export function pinnedBase(
  store: Pick<RunStore, 'read'>,
  repository: Pick<RepositoryHistory, 'resolve'>,
  main: string,
): (run: string) => Promise<Sha> {
  const known = new Map<string, Promise<Sha>>();
  const find = async (run: string): Promise<Sha> => {
    for await (const { type, data } of store.read(RunId.parse(run)))
      if (type === 'node.instructed') return Sha.parse(data.instructed.commit);
    return repository.resolve(main);
  };
  return (run) => {
    const base = known.get(run) ?? find(run);
    known.set(run, base);
    base.catch(() => known.delete(run));
    return base;
  };
}
