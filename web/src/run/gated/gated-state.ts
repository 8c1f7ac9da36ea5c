import { z } from 'zod';
import { EvidenceRef } from '#contracts/gate.ts';
import type { Json } from '#contracts/json.ts';

/**
 * The payloads of a gated PR, as far as the page shows them. Parsed leniently: a field that a newer workflow changed is
 * left out, and the rest is still shown.
 */
const Step = z.object({
  type: z.string().catch('STEP'),
  description: z.string().catch(''),
  status: z.string().catch('TODO'),
});

const Task = z.object({
  taskName: z.string().catch('task'),
  breakdownHistory: z.array(z.string()).optional().catch(undefined),
  tdd_steps: z.array(Step).catch([]),
});

export const RefusalReason = z.object({
  code: z.string().catch(''),
  message: z.string().catch(''),
  next: z.string().catch(''),
  file: z.string().optional().catch(undefined),
  line: z.number().optional().catch(undefined),
});
export type RefusalReason = z.infer<typeof RefusalReason>;

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable().catch(null);

export const GatedStateView = z.object({
  status: z.string(),
  mode: z.string().catch(''),
  plan: z.string().catch(''),
  branch: maybe(z.string()),
  pr: maybe(z.object({ prTitle: z.string().catch(''), summary: z.string().catch(''), tasks: z.array(Task).catch([]) })),
  item: maybe(z.object({ title: z.string() })),
  counter: z.number().catch(0),
  thresholds: maybe(z.object({ scopeReduction: z.number(), escalation: z.number() })),
  lastError: maybe(z.object({ output: z.string().catch(''), reasons: z.array(RefusalReason).catch([]) })),
  review: maybe(z.object({ round: z.number(), open: z.array(z.json()).catch([]) })),
  halted: maybe(z.object({ from: z.string().catch(''), kind: z.string().catch(''), why: z.string().catch('') })),
  guidance: maybe(z.string()),
  finished: z.array(z.object({ title: z.string(), commit: z.string().catch(''), merge: maybe(z.string()) })).catch([]),
});
export type GatedStateView = z.infer<typeof GatedStateView>;

export const Answered = z.object({
  call: z.object({ tool: z.string() }).loose(),
  answer: z.object({
    status: z.string().catch(''),
    output: z.string().catch(''),
    reasons: z.array(RefusalReason).catch([]),
    evidence: z.array(EvidenceRef).catch([]),
    refused: z.boolean().catch(false),
  }),
});
export type Answered = z.infer<typeof Answered>;

const PrSnapshot = z.object({ state: GatedStateView, answered: maybe(Answered).optional() });

export interface PrSnapshotView {
  readonly state: GatedStateView;
  readonly answered: Answered | null;
}

export function readSnapshot(value: Json): PrSnapshotView | null {
  const parsed = PrSnapshot.safeParse(value);
  return parsed.success ? { state: parsed.data.state, answered: parsed.data.answered ?? null } : null;
}

const Finished = z.object({ finished: GatedStateView.shape.finished });

/** What a successful run merged. */
export const finishedIn = (output: Json): GatedStateView['finished'] => Finished.safeParse(output).data?.finished ?? [];

/** The first step that is not done. */
export function openStepOf({ pr }: GatedStateView): { readonly task: number; readonly step: number } | null {
  for (const [task, { tdd_steps }] of (pr?.tasks ?? []).entries()) {
    const step = tdd_steps.findIndex(({ status }) => status !== 'DONE');
    if (step >= 0) return { task, step };
  }
  return null;
}
