import type { NodeStore } from '../store/node-store.ts';
import type { Source } from '../store/node-types.ts';
import type { HistoryEntry, RunHistory } from './entry.ts';

/** Stores the events of a run. Reading the same log again changes nothing; a longer one adds new events. */
export function recordRun(store: NodeStore, history: RunHistory): void {
  const source: Source = { kind: 'run', id: history.run, confidence: 1, verifier: 'log' };
  store.db.transaction(() => {
    const workflow = store.put(
      {
        ...{ key: `workflow:${history.workflow}`, domain: 'history', kind: 'workflow', at: history.at },
        ...{ name: history.workflow, text: `The workflow ${history.workflow}.`, trust: 'recent_history' },
      },
      source,
    );
    const session = store.put(
      {
        ...{ key: `run:${history.run}`, domain: 'history', kind: 'session', name: history.title, at: history.at },
        text: `${history.workflow}: ${history.title}: ${history.outcome}.`,
        session: history.run,
        trust: 'recent_history',
        meta: { outcome: history.outcome },
      },
      source,
    );
    store.link(workflow, session, 'contains');
    const ids = new Map<string, number>();
    for (const entry of history.entries) ids.set(entry.key, recordEntry(store, history.run, entry, source));
    let before: number | undefined;
    for (const entry of history.entries) {
      const id = ids.get(entry.key);
      if (id === undefined) continue;
      store.link(session, id, 'contains');
      if (before !== undefined) store.link(id, before, 'follows');
      before = id;
      for (const key of entry.resolves ?? []) {
        const failure = ids.get(key);
        if (failure !== undefined) store.link(id, failure, 'resolves');
      }
    }
  });
}

function recordEntry(store: NodeStore, run: string, entry: HistoryEntry, source: Source): number {
  const { key, kind, name, text, at, files = [] } = entry;
  const id = store.put(
    {
      ...{ key: `run:${run}/${key}`, domain: 'history', kind, name, text, at, session: run, trust: 'recent_history' },
      meta: { files },
    },
    source,
  );
  for (const path of files) {
    const file = store.byKey(`code:${path}`);
    if (file) store.link(id, file.id, 'modified');
  }
  return id;
}

/** Deleting a run deletes its lessons, unless they were made global. */
export function forgetRun(store: NodeStore, run: string): number {
  const ids = store.db.all("SELECT id FROM nodes WHERE domain = 'history' AND session = ?", run);
  store.remove(...ids.map(({ id }) => Number(id)));
  return ids.length;
}

/** Makes a lesson of one run global: it stays when the run is deleted, and counts as a person's statement. */
export function promote(store: NodeStore, id: number): void {
  store.db.run("UPDATE nodes SET session = NULL, trust = 'user' WHERE id = ? AND domain = 'history'", id);
}
