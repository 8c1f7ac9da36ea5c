import type { ActivationId } from '#contracts/ids.ts';
import { exhausted, NO_USAGE, type Reserve, type Usage } from '#contracts/usage.ts';
import { spentBy } from './evolve.ts';
import { type Activation, isParked, type RunState } from './state.ts';
import type { Transition } from './transition.ts';

/** The limits that are reserved before they are spent; time and attempts are only counted. */
const SHARED = ['tokens', 'usd'] as const;
type Shared = (typeof SHARED)[number];

/**
 * What an attempt that is about to start may use. `wait`: the rest is reserved for others, and what they do not use
 * comes back. `none`: it is spent.
 */
export function startReserve(state: RunState): Reserve | undefined | 'wait' | 'none' {
  if (!sharesOut(state)) return undefined;
  const waiting = [...state.acts.values()].filter(({ byAgent, status }) => byAgent && status.is === 'ready').length;
  return partOf(state, Math.max(1, waiting)) ?? (someIsUnused(state) ? 'wait' : 'none');
}

/** A running attempt's new total after another share of what is left; null where nothing is. */
export function largerReserve(state: RunState, { reserved }: Activation): Reserve | null {
  const part = reserved && partOf(state, 1);
  if (!part) return null;
  const sum = (limit: Shared) =>
    part[limit] === undefined ? {} : { [limit]: (reserved[limit] ?? 0) + (part[limit] ?? 0) };
  return { ...sum('tokens'), ...sum('usd') };
}

/** Reserves more for a running attempt, if there is any. */
export function reserveMore(t: Transition, act: ActivationId): void {
  const activation = t.act(act);
  if (activation?.status.is !== 'running') return;
  const reserved = largerReserve(t.state, activation);
  if (reserved) t.emit('node.reserved', { act, attempt: activation.attempt, reserved });
}

/** An attempt has ended: those that waited for what it returns ask again. */
export function callWaiting(t: Transition): void {
  if (!sharesOut(t.state) || t.state.status === 'paused') return;
  for (const { act, byAgent, status } of t.state.acts.values()) {
    if (byAgent && status.is === 'ready') t.command({ do: 'request', act });
  }
}

/** Which limit is reached, in words, if any; usage of attempts in flight counts. */
export function overBudget(state: RunState, at: number): string | undefined {
  if (state.status !== 'running' || isParked(state)) return undefined;
  const { tokens, usd, ...spent } = spentBy(state, at);
  const all = { ...spent, tokens: tokens + state.using.tokens, usd: usd + state.using.usd, attempts: 0 };
  const limit = exhausted(state.budget, all);
  return limit && `${used(limit, all[limit])} of ${state.budget[limit]} ${limit} are used`;
}

/** Seconds are whole; a cost is small. */
const used = (limit: string, value: number): number =>
  limit === 'seconds' ? Math.round(value) : Math.round(value * 1000) / 1000;

/** What an attempt used: the highest known value. */
export function usedBy({ used }: Activation, told: Usage | undefined): Usage {
  return told === undefined || told.tokens < used.tokens ? used : told;
}

/** The same for one that was interrupted. */
export const usageOf = ({ used }: Activation): { usage?: Usage } => (used === NO_USAGE ? {} : { usage: used });

const sharesOut = ({ budget }: RunState): boolean => SHARED.some((limit) => budget[limit] !== undefined);

/** Below this share of the whole budget, the rest is not divided any further. */
const SMALLEST = 1 / 64;

/** An equal share for each that waits, and as much again kept back for later ones. */
function partOf(state: RunState, waiting: number): Reserve | null {
  const part: { tokens?: number; usd?: number } = {};
  for (const limit of SHARED) {
    const most = state.budget[limit];
    if (most === undefined) continue;
    const left = most - state.spent[limit] - heldOf(state, limit);
    if (left <= 0) return null;
    const share = Math.max(left / (waiting + 1), most * SMALLEST);
    part[limit] = Math.min(left, limit === 'tokens' ? Math.ceil(share) : share);
  }
  return part;
}

const heldOf = (state: RunState, limit: Shared): number =>
  [...state.acts.values()]
    .filter(({ status }) => status.is === 'running')
    .reduce((sum, { reserved, used }) => sum + Math.max(reserved?.[limit] ?? 0, used[limit] ?? 0), 0);

const someIsUnused = (state: RunState): boolean =>
  [...state.acts.values()].some(
    ({ status, reserved, used }) =>
      status.is === 'running' && SHARED.some((limit) => (reserved?.[limit] ?? 0) > (used[limit] ?? 0)),
  );
