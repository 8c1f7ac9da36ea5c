import { z } from 'zod';
import { EvidenceRef, Refusal } from '#contracts/gate.ts';
import { Sha } from '#contracts/workspace.ts';
import { Point } from './state.ts';

/** The result after a person had the branch, to merge it with main. */
export interface TakeBranch {
  readonly type: 'take-branch';
  readonly branch: string;
  /** What was to be merged. */
  readonly point: Point;
  /** What was taken from the branch before. */
  readonly taken: Sha | null;
}

export const BranchTaken = z.object({
  type: z.literal('take-branch'),
  result: z.discriminatedUnion('type', [
    /** No one touched it, or it is merged already: the obstacle may be gone. */
    z.object({ type: z.literal('as-it-was') }),
    /** It contains main, and its tests pass: it is the work from now on, over the current main. */
    z.object({
      type: z.literal('taken'),
      head: Sha,
      base: Point,
      point: Point,
      place: z.string().nullable(),
      evidence: z.array(EvidenceRef),
    }),
    z.object({ type: z.literal('refused'), reasons: z.array(Refusal).min(1), evidence: z.array(EvidenceRef) }),
  ]),
});
export type BranchTaken = z.infer<typeof BranchTaken>;
