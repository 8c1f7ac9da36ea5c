import { Sha } from '#contracts/commits.ts';
import { RunId } from '#contracts/ids.ts';
import type { RepositoryHistory } from '#contracts/repository.ts';
import type { RunStore } from '#contracts/store.ts';

/**
 * The commit whose rules apply to all of a run: the one that its first agent was told about, which the log records.
 * What the run's agents merge into main applies from the next run on, after a person has seen it there.
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
