import { z } from 'zod';
import { EvidenceRef, Finding, Verdict } from '#contracts/gate.ts';
import { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import { KeptTest, TestLock } from '#gates/test-lock.ts';
import { BlindTests } from './blind/blind-tests.ts';
import { CallReason } from './call.ts';
import { ActivePr, PrTask } from './draft.ts';

export const Status = z.enum([
  'INITIALIZING',
  'CREATING_BRANCH',
  'EXECUTING_TDD',
  'DEBUGGING',
  'REPLANNING',
  'CODE_REVIEW',
  'AWAITING_FINALIZATION',
  'FINALIZE_COMPLETE',
  'PLAN_UPDATED',
  'MERGING_BRANCH',
  'HALTED',
  /** Nothing in the plan is open. */
  'PLAN_DONE',
]);
export type Status = z.infer<typeof Status>;

export const Thresholds = z.object({
  /** Measured failures before a smaller scope may be asked for. */
  scopeReduction: z.number().int().positive().default(6),
  escalation: z.number().int().positive().default(10),
  escalationReplanned: z.number().int().positive().default(3),
});
export type Thresholds = z.infer<typeof Thresholds>;

/** A commit and its tree. */
export const Point = z.object({ commit: Sha, tree: TreeHash });
export type Point = z.infer<typeof Point>;

export const LastError = z.object({ output: z.string(), reasons: z.array(CallReason) });
export type LastError = z.infer<typeof LastError>;

/** What a RED submission measured, until the agent has commented on it. */
export const PendingRed = z.object({
  tree: TreeHash,
  verdict: Verdict,
  lock: TestLock.nullable(),
  output: z.string(),
});
export type PendingRed = z.infer<typeof PendingRed>;

/** A finding that a person has waived. */
export const Waiver = z.object({ finding: Finding, by: z.string(), why: z.string() });
export type Waiver = z.infer<typeof Waiver>;

/** Rounds of a review, with any result, after which a person is asked. */
export const MOST_ROUNDS = 5;

export const Review = z.object({
  round: z.number().int(),
  /** The round in which a person is asked if there are still findings. */
  until: z.number().int().default(MOST_ROUNDS),
  /** `findings`: only whether those found before are gone; `whole`: everything. */
  scope: z.enum(['whole', 'findings']),
  open: z.array(Finding),
  /** Rounds in a row in which no finding went away. */
  stuck: z.number().int(),
  /** Not raised again in this PR. */
  waived: z.array(Waiver).default([]),
  /** A person's remarks on this review, for the agent and the reviewer. */
  advice: z.array(z.string()).default([]),
  /** Who reviewed last. */
  by: z.string().nullable().default(null),
  /** The last review: its measurements, and its doubts. */
  evidence: z.array(EvidenceRef).default([]),
  doubts: z.array(z.string()).default([]),
});
export type Review = z.infer<typeof Review>;

/** The RED tests of a split task: the last of the smaller ones has them again, unchanged. */
export const Original = z.object({
  /** The task that verifies. */
  task: z.number().int(),
  tests: z.array(KeptTest),
  /** Files that contain them, for an agent that has never seen them. */
  files: z.array(z.object({ path: z.string(), text: z.string() })),
});
export type Original = z.infer<typeof Original>;

/** A person's statement that a criterion needs no test. */
export const Word = z.object({ item: z.string(), criterion: z.string(), by: z.string(), why: z.string() });
export type Word = z.infer<typeof Word>;

/** A step that was accepted on the tests its change reaches: the starting point for the proof with all of them. */
export const Rest = z.object({
  proof: z.enum(['RED', 'GREEN', 'REFACTOR', 'FIX']),
  task: z.number().int(),
  step: z.number().int(),
  accepted: TreeHash,
  acceptedRun: EvidenceRef.nullable(),
  lock: TestLock.nullable(),
});
export type Rest = z.infer<typeof Rest>;

/** The whole state of a gated-PR run: the fold of its log. */
export const GatedState = z.object({
  mode: z.enum(['hosted', 'connected']),
  plan: z.string(),
  main: z.string(),
  thresholds: Thresholds,
  status: Status,
  pr: ActivePr.nullable(),
  /** The open PR of the plan that the draft is for. */
  item: z.object({ title: z.string(), body: z.string(), criteria: z.array(z.string()).default([]) }).nullable(),
  /** A person's decisions about its criteria. */
  words: z.array(Word).default([]),
  /** A draft that waits for a person: it leaves criteria without a test, or every draft of this run needs approval. */
  asked: z
    .object({ draft: ActivePr.nullable(), criteria: z.array(z.number().int()) })
    .nullable()
    .default(null),
  /** Tests that were red for criteria, task by task. */
  proven: z
    .array(z.object({ task: z.number().int(), criteria: z.array(z.number().int()), lock: TestLock }))
    .default([]),
  originals: z.array(Original).default([]),
  /** Of the blind second author; null before it has written, or where there is none. */
  blind: BlindTests.nullable().default(null),
  /** The workspace of a hosted agent; null in the person's own checkout. */
  place: z.string().nullable(),
  branch: z.string().nullable(),
  /** Where the branch left main: configuration is read from here, and history below it is not changed. */
  base: Point.nullable(),
  /** The last checkpoint. */
  checkpoint: Point.nullable(),
  /** The tree of the last accepted step, with which the next one is compared. */
  acceptedTree: TreeHash.nullable(),
  /** Of the run that accepted it: outcomes by test, for REFACTOR. */
  acceptedRun: EvidenceRef.nullable(),
  counter: z.number().int().nonnegative(),
  lastError: LastError.nullable(),
  pending: PendingRed.nullable(),
  lock: TestLock.nullable(),
  checkpointDue: z.boolean(),
  /** Set where the checkpoint waits for the tests that the step did not run. */
  rest: Rest.nullable().default(null),
  /** Invalid drafts in a row; in hosted mode a person is asked eventually. */
  unfitDrafts: z.number().int().nonnegative(),
  /** Calls of a hosted agent in a row that were neither accepted nor counted. */
  idleCalls: z.number().int().nonnegative().default(0),
  /** Trees that were refused in the open step: each gets its answer again, and does not count. */
  refused: z.array(z.object({ tree: TreeHash, error: LastError })).default([]),
  replan: z
    .object({
      failed: PrTask,
      error: LastError.nullable(),
      original: Original.omit({ task: true }).nullable().default(null),
    })
    .nullable(),
  /** Tasks before this one belong to a plan that was split, if they are open. */
  replannedTo: z.number().int().nonnegative().default(0),
  review: Review.nullable(),
  reviewedTree: TreeHash.nullable(),
  final: Point.nullable(),
  /** Main could not take the branch, so a person has it; their result is taken back. */
  handed: z
    .object({
      /** The person has not answered since. */
      open: z.boolean(),
      /** What was last taken from the branch. */
      taken: Sha.nullable(),
    })
    .nullable()
    .default(null),
  guidance: z.string().nullable(),
  halted: z
    .object({
      from: Status,
      kind: z.enum(['escalated', 'merge', 'blocked', 'review', 'word', 'draft']),
      why: z.string(),
    })
    .nullable(),
  /** A person approves every draft before its branch is created. */
  approvesDrafts: z.boolean().default(false),
  /** The views have been written, so they are expected to exist. */
  shown: z.boolean(),
  finished: z.array(z.object({ title: z.string(), commit: Sha, merge: Sha })),
});
export type GatedState = z.infer<typeof GatedState>;

export const beginning = (
  options: Pick<GatedState, 'mode' | 'plan' | 'main'> & {
    thresholds?: z.input<typeof Thresholds>;
    approvesDrafts?: boolean;
  },
): GatedState => ({
  mode: options.mode,
  approvesDrafts: options.approvesDrafts ?? false,
  plan: options.plan,
  main: options.main,
  thresholds: Thresholds.parse(options.thresholds ?? {}),
  shown: false,
  finished: [],
  ...NO_PR,
});

/** Everything that belongs to one PR, in its initial state. */
export const NO_PR = {
  status: 'INITIALIZING',
  pr: null,
  item: null,
  words: [],
  asked: null,
  proven: [],
  originals: [],
  blind: null,
  place: null,
  branch: null,
  base: null,
  checkpoint: null,
  acceptedTree: null,
  acceptedRun: null,
  counter: 0,
  lastError: null,
  pending: null,
  lock: null,
  checkpointDue: false,
  rest: null,
  unfitDrafts: 0,
  idleCalls: 0,
  refused: [],
  replan: null,
  replannedTo: 0,
  review: null,
  reviewedTree: null,
  final: null,
  handed: null,
  guidance: null,
  halted: null,
} satisfies Partial<GatedState>;

export interface OpenStep {
  readonly task: number;
  readonly step: number;
}

/** The first step that is not done. */
export function openStep(pr: ActivePr | null): OpenStep | null {
  for (const [task, { tdd_steps }] of (pr?.tasks ?? []).entries()) {
    const step = tdd_steps.findIndex(({ status }) => status !== 'DONE');
    if (step >= 0) return { task, step };
  }
  return null;
}

/** Whether the open task is part of a split task. */
export const isReplanned = ({ pr, replannedTo }: GatedState): boolean =>
  (openStep(pr)?.task ?? replannedTo) < replannedTo;
