import type { HybridContext, HybridEffects } from '../hybrid-effects.ts';
import type { Job, TddPoint } from '../state.ts';
import type { HybridParts } from './parts.ts';

/** Moves main forward, if it is still where the run began. */
export async function land({ repository }: HybridParts, job: Job, point: TddPoint): ReturnType<HybridEffects['land']> {
  const moved = await repository.fastForward(job.main, point.commit);
  if (moved.type === 'updated' || moved.type === 'unchanged') return { ok: true };
  const inTheWay = moved.type === 'in-the-way';
  const message = inTheWay ? moved.error.message : `${job.main} has moved since the run began`;
  const next = inTheWay
    ? (moved.error.next ?? 'Commit or stash it.')
    : 'Merge what was kept by hand, or run again from the new main.';
  return { ok: false, stop: { code: inTheWay ? 'CHECKOUT_DIRTY' : 'MAIN_MOVED', message, next, problems: [] } };
}

export async function keepPoint({ repository }: HybridParts, point: TddPoint, { run }: HybridContext): Promise<string> {
  const ref = `refs/assay/tdd/${run}`;
  await repository.deliver(point.commit, ref);
  return ref;
}
