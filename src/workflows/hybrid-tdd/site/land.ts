import type { HybridSite, SiteContext } from '../site.ts';
import type { Job, Point } from '../state.ts';
import type { SiteParts } from './parts.ts';

/** Moves main forward, if it is still where the run began. */
export async function land({ repository, store }: SiteParts, job: Job, point: Point): ReturnType<HybridSite['land']> {
  const moved = await store.fastForward(repository, job.main, point.commit);
  if (moved.type === 'updated' || moved.type === 'unchanged') return { ok: true };
  const inTheWay = moved.type === 'in-the-way';
  const message = inTheWay ? moved.error.message : `${job.main} has moved since the run began`;
  const next = inTheWay
    ? (moved.error.next ?? 'Commit or stash it.')
    : 'Merge what was kept by hand, or run again from the new main.';
  return { ok: false, stop: { code: inTheWay ? 'CHECKOUT_DIRTY' : 'MAIN_MOVED', message, next, problems: [] } };
}

export async function keep({ repository, store }: SiteParts, point: Point, { run }: SiteContext): Promise<string> {
  const ref = `refs/assay/tdd/${run}`;
  await store.deliver(repository, point.commit, ref);
  return ref;
}
