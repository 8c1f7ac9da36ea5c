import type { UsageSum } from '#contracts/usage.ts';
import type { RunSnapshot } from '../../run/run-snapshot.ts';

/** What a run spent after the event a fork begins at; null where it did nothing after it. */
export function forkCost({ run, view, at }: Pick<RunSnapshot, 'run' | 'view' | 'at'>): UsageSum | null {
  if (at === null || at >= run.head) return null;
  const { spent } = view;
  return {
    tokens: Math.max(0, run.tokens - spent.tokens),
    usd: Math.max(0, run.usd - spent.usd),
    unpriced: Math.max(0, run.unpriced - spent.unpriced),
  };
}
