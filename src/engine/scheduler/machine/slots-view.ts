import { LANES, type SlotsView } from '#contracts/scheduling.ts';
import { AGENTS, schedulerCallsOf } from './machine-scheduler.ts';
import type { SlotsStatus } from './machine-slots.ts';

/** Pure: the machine's slots for screens. */
export function slotsView({ slots, waits, caps }: SlotsStatus, total: number, now: number): SlotsView {
  const agents = slots.filter(({ pool }) => pool === AGENTS);
  const waiting = agents.filter(({ held }) => held === 0);
  const runs: Record<string, { held: number; waiting: number }> = {};
  for (const { run, held } of agents) {
    const known = runs[run] ?? { held: 0, waiting: 0 };
    runs[run] = held > 0 ? { ...known, held: known.held + 1 } : { ...known, waiting: known.waiting + 1 };
  }
  return {
    held: agents.length - waiting.length,
    ...(Number.isFinite(total) && { total }),
    waiting: LANES.flatMap((lane, index) => {
      const here = waiting.filter((row) => row.lane === index);
      if (here.length === 0) return [];
      return [{ lane, count: here.length, longestMs: Math.max(...here.map(({ since }) => Math.max(0, now - since))) }];
    }),
    granted: waits
      .filter(({ pool }) => pool === AGENTS)
      .flatMap(({ lane, granted, sum_ms, max_ms }) => {
        const name = LANES[lane];
        return name ? [{ lane: name, count: granted, meanMs: Math.round(sum_ms / granted), maxMs: max_ms }] : [];
      }),
    runs,
    providers: caps.map(({ pool, cap }) => {
      const provider = pool.slice(schedulerCallsOf('').length);
      const calls = slots.filter((row) => row.pool === pool);
      const held = calls.filter((row) => row.held > 0).length;
      return { provider, atOnce: cap, held, waiting: calls.length - held };
    }),
  };
}
