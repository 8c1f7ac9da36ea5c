import { z } from 'zod';
import { EvidenceRef, Refusal } from '#contracts/gate.ts';
import { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import { FixApplied, ImplClaim, MutantKindName, PropertySketch, TestsClaim, TypeHole, TypesClaim } from './claims.ts';
import { Spec } from './spec.ts';

/** What nodes hand on: claims together with the handlers' findings. No agent sees these, no agent returns these. */

export const TddPoint = z.object({ commit: Sha, tree: TreeHash });
export type TddPoint = z.infer<typeof TddPoint>;

/**
 * `speculative`: the blind agents begin while the adversary still works. `sequential`: the classic order, for
 * comparison.
 */
export const Mode = z.enum(['parallel', 'speculative', 'sequential']);
export type Mode = z.infer<typeof Mode>;

export const Job = z.object({ spec: Spec, mode: Mode, main: z.string(), base: TddPoint });
export type Job = z.infer<typeof Job>;

/** A workspace's name, and how often a fresh one had to be made. */
export const Design = z.object({
  place: z.string(),
  /** From 1. */
  round: z.number().int(),
  claim: TypesClaim,
  point: TddPoint,
  /** What earlier rounds were asked to repair. */
  priorFixes: z.array(z.string()),
});
export type Design = z.infer<typeof Design>;

export const Skeleton = z.object({
  place: z.string(),
  point: TddPoint,
  /** The functions that are stubs now. */
  stubbed: z.array(z.string()),
  evidence: z.array(EvidenceRef),
});
export type Skeleton = z.infer<typeof Skeleton>;

export const TypeVerdict = z.enum(['sound', 'minor-holes', 'holes']);
export const Adversary = z.object({ holes: z.array(TypeHole), analysis: z.string(), verdict: TypeVerdict });
export type Adversary = z.infer<typeof Adversary>;

/** The work of one blind agent, committed. */
const side = { place: z.string(), attempt: z.number().int(), commit: Sha, tree: TreeHash };
export const TestsDone = z.object({ ...side, claim: TestsClaim });
export type TestsDone = z.infer<typeof TestsDone>;
export const ImplDone = z.object({ ...side, claim: ImplClaim });
export type ImplDone = z.infer<typeof ImplDone>;

const ClaimedExample = z.object({ function: z.string(), example: z.number().int() });
const names = z.array(z.string());
export const BehaviourCoverage = z.object({
  functions: z.object({ covered: names, uncovered: names }),
  sketches: z.object({ covered: names, uncovered: names }),
  examples: z.object({ covered: z.number().int(), uncovered: z.array(ClaimedExample) }),
});
export type BehaviourCoverage = z.infer<typeof BehaviourCoverage>;

export const ProvenRedTest = z.object({
  id: z.string(),
  title: z.string(),
  by: z.enum(['sentinel', 'assertion', 'returning-stubs']),
});

export const Verification = z.object({
  red: z.array(ProvenRedTest),
  coverage: BehaviourCoverage,
  evidence: z.array(EvidenceRef),
});
export type Verification = z.infer<typeof Verification>;

/** A failing test, in parts. */
export const StructuredFailure = z.object({
  test: z.string(),
  /** Functions that the test is about. */
  functions: names,
  kind: z.string(),
  message: z.string(),
  counterexample: z.string().nullable(),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
});
export type StructuredFailure = z.infer<typeof StructuredFailure>;

export const FailurePattern = z.object({
  signature: z.string(),
  functions: names,
  kind: z.string(),
  /** Validations in which it occurred since all was green. */
  occurrences: z.number().int(),
});
export type FailurePattern = z.infer<typeof FailurePattern>;

/** What the fix loop has learned. */
export const Understanding = z.object({
  patterns: z.array(FailurePattern),
  fixes: z.array(FixApplied),
  learnings: names,
  /** Failures of each validation, oldest first; 0 is green. */
  failures: z.array(z.number().int()),
  attempts: z.number().int(),
});
export type Understanding = z.infer<typeof Understanding>;

export const Survivor = z.object({
  id: z.string(),
  kind: MutantKindName,
  function: z.string().nullable(),
  line: z.number().int(),
  /** Mentions the implementation: not for the tests agent. */
  description: z.string(),
  covered: z.boolean(),
  blocks: z.boolean(),
});
export type Survivor = z.infer<typeof Survivor>;

export const MutationReport = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('measured'),
    score: z.number().nullable(),
    tried: z.number().int(),
    killed: z.number().int(),
    survivors: z.array(Survivor),
    verdict: z.enum(['robust', 'gaps', 'weak']),
    evidence: z.array(EvidenceRef),
  }),
  z.object({ type: z.literal('nothing'), why: z.string() }),
  z.object({ type: z.literal('unmeasured'), why: z.string(), next: z.string() }),
]);
export type MutationReport = z.infer<typeof MutationReport>;

export const Proposal = z.object({ function: z.string().nullable(), kind: MutantKindName, sketch: PropertySketch });
export type Proposal = z.infer<typeof Proposal>;

/** Why an agent's last work was refused, its claim, and whether its files are still in its workspace. */
export const Feedback = z.object({ problems: z.array(Refusal).min(1), names, kept: z.boolean() });
export type Feedback = z.infer<typeof Feedback>;

/** Why a run ends without success. */
export const HybridStop = z.object({
  code: z.string(),
  message: z.string(),
  next: z.string(),
  problems: z.array(Refusal),
});
export type HybridStop = z.infer<typeof HybridStop>;
