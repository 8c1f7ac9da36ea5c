import { z } from 'zod';
import { EvidenceRef, Refusal } from '#contracts/gate.ts';
import { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';

/** The checks of a change, in order. */
export const CHECKS = {
  tamper: 'nothing that decides how the change is measured was changed',
  red: 'its tests fail on the code of the base',
  green: 'its tests and all others pass on the head',
  preflight: 'the project’s own check holds',
  leftovers: 'no debug prints and the like are left',
  mutants: 'its tests notice mistakes in the changed lines',
  challenge: 'it does what its tests show elsewhere too, and its tests can fail',
} as const;
export type CheckName = keyof typeof CHECKS;

/** A person's decision that a reason does not count. */
export const Waived = z.object({ reason: Refusal, by: z.string(), why: z.string() });
export type Waived = z.infer<typeof Waived>;

const common = { check: z.enum(Object.keys(CHECKS) as [CheckName, ...CheckName[]]), required: z.boolean() };

/** `unmeasured`: nothing is known; for a required check that is no pass. */
export const CheckResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('proven'), ...common, seen: z.string() }),
  z.object({ outcome: z.literal('refused'), ...common, reasons: z.array(Refusal).min(1), waived: z.array(Waived) }),
  z.object({ outcome: z.literal('unmeasured'), ...common, reasons: z.array(Refusal).min(1), waived: z.array(Waived) }),
  z.object({ outcome: z.literal('waived'), ...common, waived: z.array(Waived).min(1) }),
]);
export type CheckResult = z.infer<typeof CheckResult>;

export const RangePoint = z.object({ commit: Sha, tree: TreeHash });

/** Information that is no verdict. */
export const ProveNote = z.object({ code: z.string(), message: z.string() });
export type ProveNote = z.infer<typeof ProveNote>;

/** The report of `assay prove` on one range, as `--json` prints it. */
export const ProveReport = z.object({
  version: z.literal(1),
  /** As it was asked for. */
  range: z.string(),
  /** Where the head left the base: the change is what came since. */
  base: RangePoint,
  head: RangePoint,
  commits: z.array(z.object({ commit: Sha, title: z.string() })),
  outcome: z.enum(['proven', 'nothing-to-prove', 'refused', 'unmeasured']),
  checks: z.array(CheckResult),
  tests: z.object({
    /** As they are written. */
    added: z.array(z.string()),
    changed: z.array(z.string()),
    /** Those that failed on the base and pass on the head. */
    proving: z.array(z.string()),
  }),
  /** For reviewers: odd, and not measured to be wrong. */
  doubts: z.array(z.string()),
  notes: z.array(ProveNote),
  evidence: z.array(EvidenceRef),
  durationMs: z.number(),
});
export type ProveReport = z.infer<typeof ProveReport>;

/** All required checks are proven or waived. A waiver is a person's decision, and is in the report. */
export function proveOutcomeOf(checks: readonly CheckResult[]): 'proven' | 'refused' | 'unmeasured' {
  const counting = checks.filter(({ required }) => required);
  if (counting.some(({ outcome }) => outcome === 'refused')) return 'refused';
  return counting.some(({ outcome }) => outcome === 'unmeasured') ? 'unmeasured' : 'proven';
}
