import { AssayError } from '#contracts/errors.ts';
import { RunId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import type { RunStore } from '#contracts/store.ts';

/** The run a person means: a whole id, the beginning of one, or `last`. */
export async function findRun(store: RunStore, wanted: string): Promise<ListedRun> {
  if (wanted === 'last') return latest(store);
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
    next: '`assay runs` lists the runs there are; the beginning of an id is enough, and `last` is the newest.',
  });
}

async function latest(store: RunStore): Promise<ListedRun> {
  const [newest] = await store.list({ limit: 1 });
  if (newest) return newest;
  throw new AssayError('RUN_UNKNOWN', 'there are no runs yet', { next: '`assay demo` makes one.' });
}
