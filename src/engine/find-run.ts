import { CHAT } from '#contracts/chat-turn.ts';
import { AssayError } from '#contracts/errors.ts';
import { RunId, type SessionId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import type { RunStore } from '#contracts/store.ts';

/** Which runs `last` may mean: those of a repository before others, and conversations only where this says so. */
export interface Near {
  readonly session?: SessionId | undefined;
  readonly fits?: (run: ListedRun) => boolean;
}

const isRun = ({ graph }: ListedRun): boolean => graph.name !== CHAT;

/** The run a person means: a whole id, a prefix of one, or `last`. */
export async function findRun(store: RunStore, wanted: string, near: Near = {}): Promise<ListedRun> {
  if (wanted === 'last') return latest(store, near);
  const id = RunId.safeParse(wanted);
  const exact = id.success ? await store.header(id.data) : null;
  if (exact) return exact;
  const matches = wanted === '' ? [] : (await store.list()).filter(({ run }) => run.startsWith(wanted));
  const [match] = matches;
  if (match && matches.length === 1) return match;
  if (match) {
    const named = matches.slice(0, 5).map(({ run, title }) => `${run} (${title})`);
    throw new AssayError('RUN_UNKNOWN', `${matches.length} runs begin with "${wanted}": ${named.join(', ')}`, {
      next: 'Type more of the id.',
    });
  }
  throw new AssayError('RUN_UNKNOWN', `there is no run "${wanted}"`, {
    next: '`assay runs` lists the runs there are; the beginning of an id is enough, and `last` is the newest of this repository.',
  });
}

/**
 * The newest of this repository. If it has none, an example's run, which has no repository of the person's. Never one
 * of another repository: `last` is also used to resume, pay for and delete runs.
 */
async function latest(store: RunStore, { session, fits = isRun }: Near): Promise<ListedRun> {
  const here = session === undefined ? undefined : (await store.list({ session })).find(fits);
  const newest = here ?? (await store.list()).find((run) => fits(run) && (session === undefined || run.simulated));
  if (newest) return newest;
  if (session === undefined)
    throw new AssayError('RUN_UNKNOWN', 'there are no runs yet', { next: '`assay demo` makes one.' });
  throw new AssayError('RUN_UNKNOWN', 'this repository has no run yet that fits', {
    next: '`assay run` starts one; `assay runs` lists those of all repositories.',
  });
}
