import { useEffect } from 'react';
import { STREAMS } from '#contracts/http/routes.ts';
import type { ShownRun } from '#contracts/http/run-shown.ts';
import { Store, useStore } from '../lib/store.ts';
import { follow } from './follow.ts';
import { heldByThisTab, useVisible } from './visibility.ts';

export interface LiveList {
  readonly runs: ReadonlyMap<string, ShownRun>;
  readonly needs: number;
  readonly running: number;
  /** Grows with every change, at most a few times a second: views of derived data request it again. */
  readonly version: number;
  readonly known: boolean;
}

const list = new Store<LiveList>({ runs: new Map(), needs: 0, running: 0, version: 0, known: false });

export const useLiveList = (): LiveList => useStore(list);
export const liveListStore = list;

/** Keeps the list up to date while the page is visible; one hidden tab continues, for notifications. */
export function useFollowList(notify: boolean): void {
  const visible = useVisible();
  useEffect(() => {
    if (visible) return followList();
    if (!notify) return;
    let stop: (() => void) | undefined;
    const release = heldByThisTab('assay.notify', () => {
      stop = followList();
    });
    return () => {
      release();
      stop?.();
    };
  }, [visible, notify]);
}

const followList = (): (() => void) =>
  follow(STREAMS.live, {
    on: ({ data }) => {
      const before = list.get();
      // The connection is restored for many reasons: only changes are a reason to request more.
      if (before.known && isSame(before, data)) return;
      const runs = new Map(data.all ? [] : before.runs);
      for (const run of data.runs) runs.set(run.run, run);
      list.set({ runs, needs: data.needs, running: data.running, version: before.version + 1, known: true });
    },
  });

type News = Pick<LiveList, 'needs' | 'running'> & { readonly runs: readonly ShownRun[]; readonly all: boolean };

function isSame({ runs, needs, running }: LiveList, news: News): boolean {
  if (needs !== news.needs || running !== news.running) return false;
  if (news.all && news.runs.length !== runs.size) return false;
  return news.runs.every((run) => JSON.stringify(runs.get(run.run)) === JSON.stringify(run));
}
