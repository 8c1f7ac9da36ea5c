import type { LeaveReply, PlanReply } from './replies.ts';
import { FEATURE_PLACES, replyFeatures } from './reply-features.ts';
import { kindsIn, plainReply } from './reply-meaning.ts';
import weights from './reply-weights.json' with { type: 'json' };

/** What a reply may express, to either question. `go`: do not stop; `end`: stop. */
export const ATTITUDES = ['yes', 'no', 'go', 'end', 'other', 'unclear'] as const;
export type Attitude = (typeof ATTITUDES)[number];

/** The least likelihood of each meaning if only these weights have read the reply. Ending a search needs the most. */
const LEAST = { leavePlan: 0.7, leave: 0.95, movedOn: 0.8 };

/** The meaning of a reply to the plan if no model is believed. */
export function weighPlanReply(text: string): PlanReply {
  const { yes, no, go, end, other, unclear } = attitudesOf(text);
  if (no + end >= LEAST.leavePlan && !hasAny(text, 'go')) return 'leave';
  return yes + go > other + unclear ? 'search' : 'other';
}

/**
 * The meaning of a reply to "Leave it?". If it is not nearly certain, the search stays: a person who stays can still leave,
 * but a person who was made to leave has lost their search.
 */
export function weighLeaveReply(text: string): LeaveReply {
  const { yes, end, other } = attitudesOf(text);
  if (yes + end >= LEAST.leave && !hasAny(text, 'go', 'deny', 'no')) return 'leave';
  return other >= LEAST.movedOn && hasAny(text, 'word') ? 'moved-on' : 'stay';
}

const hasAny = (text: string, ...kinds: readonly string[]): boolean =>
  kindsIn(plainReply(text).replaceAll('?', ' ')).some((kind) => kinds.includes(kind));

/** `weights`: of every feature for the first attitude, then for the second … */
export interface ReplyWeights {
  readonly weights: ArrayLike<number>;
  readonly scale: number;
  readonly bias: readonly number[];
}

/** Pure. How likely each attitude is. Learned by scripts/research/train-replies.ts. */
export function attitudesOf(text: string, from: ReplyWeights = LEARNED): Readonly<Record<Attitude, number>> {
  const features = replyFeatures(text);
  const scores = ATTITUDES.map((_, kind) =>
    features.reduce(
      (sum, place) => sum + from.scale * (from.weights[kind * FEATURE_PLACES + place] ?? 0),
      from.bias[kind] ?? 0,
    ),
  );
  const most = Math.max(...scores);
  const all = scores.map((score) => Math.exp(score - most));
  const sum = all.reduce((one, other) => one + other, 0);
  const likely = (attitude: Attitude): number => (all[ATTITUDES.indexOf(attitude)] ?? 0) / sum;
  return {
    ...{ yes: likely('yes'), no: likely('no'), go: likely('go'), end: likely('end') },
    ...{ other: likely('other'), unclear: likely('unclear') },
  };
}

const LEARNED: ReplyWeights = {
  weights: new Int8Array(Buffer.from(weights.weights, 'base64')),
  scale: weights.scale,
  bias: weights.bias,
};
