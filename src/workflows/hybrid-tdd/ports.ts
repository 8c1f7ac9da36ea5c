import { z } from 'zod';
import { Observed } from '#engine/graph/node.ts';
import { collect, slots } from '#engine/graph/ports.ts';
import { ReviewRequest } from '../review/review-request.ts';
import { MutationClaim, TypeHole } from './claims.ts';
import { Spec } from './spec.ts';
import {
  Adversary,
  Design,
  Feedback,
  HybridStop,
  ImplDone,
  Job,
  Mode,
  MutationReport,
  Proposal,
  Skeleton,
  StructuredFailure,
  TddPoint,
  TestsDone,
  Understanding,
  Verification,
} from './state.ts';

/** The input of each node. Each stage has everything from the previous one, and more. */

export const HybridBegin = z.object({
  spec: Spec,
  mode: Mode.default('parallel'),
  main: z.string().default('main'),
  /** The person's repository, and the chosen agents: for the process that continues the run. */
  repository: z.string().optional(),
  agents: z.object({ backend: z.string().optional(), model: z.string().optional() }).optional(),
  /** The example whose scripted model plays the agents. */
  simulated: z.string().optional(),
});
export type HybridBegin = z.input<typeof HybridBegin>;

export const Designing = z.object({
  job: Job,
  place: z.string(),
  round: z.number().int(),
  /** The last design, where this one is to repair it. */
  last: Design.nullable(),
  holes: z.array(TypeHole),
  feedback: Feedback.nullable(),
  priorFixes: z.array(z.string()),
});
export type Designing = z.infer<typeof Designing>;

export const Designed = z.object({ job: Job, design: Design });
export type Designed = z.infer<typeof Designed>;
export const Skeletal = Designed.extend({ skeleton: Skeleton });
export type Skeletal = z.infer<typeof Skeletal>;
/** Null while the adversary still works. */
export const Gated = Skeletal.extend({ adversary: Adversary.nullable() });
export type Gated = z.infer<typeof Gated>;

const attempt = { place: z.string(), attempt: z.number().int(), feedback: Feedback.nullable() };
export const TestsTask = Gated.extend({
  ...attempt,
  impl: ImplDone.nullable(),
  understanding: Understanding,
  fixes: z.array(z.object({ place: z.string(), commit: TddPoint.shape.commit })),
  strengthened: z.number().int(),
});
export type TestsTask = z.infer<typeof TestsTask>;
export const ImplTask = Gated.extend({ ...attempt, tests: TestsDone.nullable() });
export type ImplTask = z.infer<typeof ImplTask>;

/** The state of the loops behind the barrier; a strengthened suite comes back with the fixes so far. */
export const Loops = TestsTask.pick({ understanding: true, fixes: true, strengthened: true });
export type Loops = z.infer<typeof Loops>;

/** `early`: results of the tests while the implementation was still being written. */
export const Blind = Gated.extend({ tests: TestsDone, impl: ImplDone, early: Verification.nullable(), ...Loops.shape });
export type Blind = z.infer<typeof Blind>;
export const VerifiedWork = Blind.extend({ verification: Verification });
export type VerifiedWork = z.infer<typeof VerifiedWork>;
export const Merged = VerifiedWork.extend({
  merge: z.object({ place: z.string(), round: z.number().int(), point: TddPoint }),
});
export type Merged = z.infer<typeof Merged>;
export const Failing = Merged.extend({ failures: z.array(StructuredFailure).min(1), feedback: Feedback.nullable() });
export type Failing = z.infer<typeof Failing>;
export const MutatedWork = Merged.extend({ mutation: MutationReport });
export type MutatedWork = z.infer<typeof MutatedWork>;
/** The input for the tests agent's task: the survivors, and the words of the analyst, who may have failed. */
export const Explained = z.discriminatedUnion('type', [
  z.object({ type: z.literal('survived'), mutated: MutatedWork }),
  z.object({ type: z.literal('said'), claim: MutationClaim }),
]);
export type Explained = z.infer<typeof Explained>;
export const Strengthening = MutatedWork.extend({
  proposals: z.array(Proposal).min(1),
  attempt: z.number().int(),
  feedback: Feedback.nullable(),
});
export type Strengthening = z.infer<typeof Strengthening>;

/** The data of a run that ends, at any stage. */
export const TddEnding = z.object({
  job: Job.nullable(),
  spec: Spec,
  stop: HybridStop.nullable(),
  design: Design.nullable(),
  adversary: Adversary.nullable(),
  verification: Verification.nullable(),
  understanding: Understanding,
  mutation: MutationReport.nullable(),
  failures: z.array(StructuredFailure),
  /** The last commit that has both sides. */
  merged: TddPoint.nullable(),
  /** A workspace in which an adviser may still read while the run ends. */
  advised: z.string().nullable(),
});
export type TddEnding = z.infer<typeof TddEnding>;

export const PORTS = {
  begin: HybridBegin,
  types: Designing,
  typesFix: Designing,
  skeleton: Designed,
  typeAdversary: Designed.extend({ skeleton: Skeleton.nullable() }),
  gate: slots({ skeleton: Skeletal, adversary: Adversary }),
  fork: Gated,
  tests: TestsTask,
  impl: ImplTask,
  verifyEarly: TestsTask.extend({ tests: TestsDone }),
  join: slots({
    tests: z.object({ task: TestsTask, tests: TestsDone, early: Verification.nullable() }),
    impl: z.object({ impl: ImplDone }),
  }),
  release: slots({ blind: Blind, adversary: Adversary }),
  verifyTDD: Blind,
  merge: VerifiedWork,
  validate: Merged,
  fix: Failing,
  postValidate: Merged,
  mutationAdversary: MutatedWork,
  explain: MutatedWork,
  explained: collect(Explained),
  strengthen: Strengthening,
  examine: MutatedWork,
  review: MutatedWork.extend({ request: ReviewRequest }),
  witness: Observed,
  exit: TddEnding,
} as const;
