import { eventsOf, type Runs } from '#engine/runs.ts';
import { forgetRun, recordRun } from '#knowledge/history/record-run.ts';
import type { Knowledge } from '#knowledge/knowledge.ts';
import { sessionOf } from '../open-project.ts';
import { runHistory } from './run-history.ts';

const HEAD = 'history.head.';

/**
 * Brings the indexed history up to date with the logs of this project's runs. The logs are authoritative: entries can
 * be derived again, an unchanged log is not read again, and entries of a deleted run are removed.
 */
export async function syncHistory({ store, root }: Knowledge, runs: Pick<Runs, 'store' | 'blobs'>): Promise<number> {
  const listed = await runs.store.list({ session: sessionOf(root) });
  const known = new Map(
    store.db
      .all('SELECT name, value FROM facts WHERE name GLOB ?', `${HEAD}*`)
      .map(({ name, value }) => [String(name).slice(HEAD.length), Number(value)]),
  );
  let read = 0;
  for (const run of listed) {
    const head = known.get(run.run);
    known.delete(run.run);
    if (head === run.head) continue;
    // An unreadable log adds nothing; `assay runs verify` reports it.
    const events = await eventsOf(runs.store, run.run).catch(() => null);
    if (events === null) continue;
    const history = await runHistory(run, events, runs.blobs);
    store.db.transaction(() => {
      recordRun(store, history);
      store.db.run('INSERT OR REPLACE INTO facts VALUES (?, ?)', `${HEAD}${run.run}`, String(run.head));
    });
    read += 1;
  }
  for (const gone of known.keys()) {
    forgetRun(store, gone);
    store.db.run('DELETE FROM facts WHERE name = ?', `${HEAD}${gone}`);
  }
  return read;
}
