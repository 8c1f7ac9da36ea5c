import { z } from 'zod';
import { EvidenceRef, Finding, Refusal, Verdict } from '#contracts/gate.ts';
import { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import { type KeptTest, TestLock } from '#gates/test-lock.ts';
import { BlindClaim, BlindTests } from './blind/blind-tests.ts';
import type { Submission } from './call.ts';
import { ActivePr, type StepType } from './draft.ts';
import { GatedState, Original, Point, type Rest, type Review } from './state.ts';
import { BranchTaken, type TakeBranch } from './take-branch.ts';

/** The effects that the table requests. Each is answered by exactly one outcome of the same type. */
export type PrEffect =
  /** Picks the next open PR of the master plan; removes a draft of a finished PR, keeps any other. */
  | { readonly type: 'pick-pr' }
  | { readonly type: 'read-draft' }
  | { readonly type: 'create-branch'; readonly title: string }
  | {
      readonly type: 'measure';
      readonly proof: ProofKind;
      readonly submission: Submission;
      readonly accepted: TreeHash;
      readonly lock: TestLock | null;
      readonly acceptedRun: EvidenceRef | null;
      /** Trees with a known verdict: they are not measured again. */
      readonly known: readonly TreeHash[];
      /** For a RED step that verifies a split task: these very tests must exist. */
      readonly original: readonly KeptTest[];
    }
  /** A commit whose tree is the accepted one, on top of the last checkpoint. */
  /** Before a checkpoint: all tests, for a step that was accepted on some. */
  | { readonly type: 'prove-rest'; readonly tree: TreeHash; readonly rest: Rest }
  | { readonly type: 'check-checkpoint'; readonly tree: TreeHash; readonly over: Sha }
  /** `lock`: the task's RED tests, which are kept. */
  | { readonly type: 'reset'; readonly to: Point; readonly lock: TestLock | null }
  | { readonly type: 'review'; readonly review: Review; readonly tree: TreeHash }
  /** The blind second author's tests, compared with main. */
  | { readonly type: 'take-blind'; readonly place: string; readonly claim: BlindClaim }
  | { readonly type: 'check-final'; readonly title: string; readonly tree: TreeHash }
  | { readonly type: 'check-plan'; readonly title: string; readonly commit: Sha }
  | TakeBranch
  | { readonly type: 'merge'; readonly branch: string; readonly title: string; readonly point: Point };

export type EffectType = PrEffect['type'];

/** `FIX`: settles a finding of the review. */
export type ProofKind = StepType | 'FIX';

const problem = { reasons: z.array(Refusal).min(1) };

export const EffectOutcome = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('pick-pr'),
    item: GatedState.shape.item,
    place: z.string().nullable(),
    /** Why nothing could be picked although the plan is not done: it is missing, or cannot be parsed. */
    problem: Refusal.optional(),
  }),
  z.object({ type: z.literal('read-draft'), draft: ActivePr.nullable(), problems: z.array(z.string()) }),
  z.object({
    type: z.literal('create-branch'),
    result: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), branch: z.string(), base: Point }),
      z.object({ ok: z.literal(false), ...problem }),
    ]),
  }),
  z.object({
    type: z.literal('measure'),
    tree: TreeHash,
    /** Null where the tree has a known verdict. */
    measured: z
      .object({
        verdict: Verdict,
        /** Whether any tests failed; for a RED step the proof says whether for the right reason. */
        failed: z.boolean(),
        lock: TestLock.nullable(),
        run: EvidenceRef.nullable(),
        output: z.string(),
        /** Set where only the tests were run that the change reaches. */
        part: z.object({ files: z.number(), of: z.number() }).optional(),
      })
      .nullable(),
  }),
  /** All tests of a step that was accepted on some. */
  z.object({
    type: z.literal('prove-rest'),
    verdict: Verdict,
    run: EvidenceRef.nullable(),
    output: z.string(),
  }),
  z.object({
    type: z.literal('check-checkpoint'),
    result: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), point: Point }),
      z.object({ ok: z.literal(false), ...problem }),
    ]),
  }),
  /** `place`: a hosted agent continues in another workspace. */
  z.object({
    type: z.literal('reset'),
    place: z.string().nullable(),
    original: Original.omit({ task: true }).nullable().default(null),
  }),
  z.object({
    type: z.literal('review'),
    findings: z.array(Finding),
    /** Of the open findings, by number: those not settled. A reviewer words the same one differently each time. */
    remaining: z.array(z.number().int()).optional(),
    evidence: z.array(EvidenceRef),
    /** What the reviewer was asked to examine, and accepted. */
    doubts: z.array(z.string()).optional(),
    /** Who reviewed, if anyone did. */
    by: z.string().optional(),
    /** The reviewer could not be asked. */
    problem: Refusal.optional(),
  }),
  /** The second author has written its tests. */
  z.object({ type: z.literal('blind'), place: z.string(), claim: BlindClaim }),
  z.object({ type: z.literal('take-blind'), blind: BlindTests }),
  z.object({
    type: z.literal('check-final'),
    result: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), point: Point }),
      z.object({ ok: z.literal(false), ...problem }),
    ]),
  }),
  z.object({
    type: z.literal('check-plan'),
    result: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), point: Point }),
      z.object({ ok: z.literal(false), ...problem }),
    ]),
  }),
  z.object({
    type: z.literal('merge'),
    result: z.discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        merge: Sha,
        evidence: z.array(EvidenceRef),
        /** What could not be cleaned up. */
        notes: z.array(z.string()).default([]),
      }),
      z.object({
        ok: z.literal(false),
        ...problem,
        evidence: z.array(EvidenceRef),
        /** Where a person finds the branch, to merge it with main. */
        branch: z.string().optional(),
      }),
    ]),
  }),
  BranchTaken,
]);
export type EffectOutcome = z.infer<typeof EffectOutcome>;
