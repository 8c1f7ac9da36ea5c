import { z } from 'zod';
import { BlobHash, TreeHash } from './ids.ts';

/** One measurement. The details are a blob, so a verdict stays small and its evidence cannot change. */
export const EvidenceRef = z.object({
  kind: z.enum(['tests', 'command', 'diff', 'mutants', 'review', 'history']),
  /** One line for people: `vitest: 12 passed, 1 failed`. */
  summary: z.string(),
  tree: TreeHash.nullable(),
  blob: BlobHash,
});
export type EvidenceRef = z.infer<typeof EvidenceRef>;

/** Why a gate refuses: what was seen, and an honest next step. `code` is stable and names what was wrong. */
export const Refusal = z.object({
  code: z.string(),
  message: z.string(),
  next: z.string(),
  file: z.string().optional(),
  line: z.number().int().optional(),
});
export type Refusal = z.infer<typeof Refusal>;

export const Severity = z.enum(['critical', 'major', 'minor', 'info']);
export type Severity = z.infer<typeof Severity>;

/** Something a reviewer should look at: doubtful, but not proven wrong. */
export const Finding = z.object({
  file: z.string(),
  line: z.number().int().nullable(),
  severity: Severity,
  message: z.string(),
  /** Stable, where a gate made it: `UNMEASURED` says that nothing is known, not that something is wrong. */
  code: z.string().optional(),
});
export type Finding = z.infer<typeof Finding>;

const common = { gate: z.string(), evidence: z.array(EvidenceRef), findings: z.array(Finding) };

/**
 * Only gates make these. `unmeasured`: nothing is known about the work, since the machine, the runner or the project
 * could not be measured. It is not accepted, and it does not count as a failed attempt of the agent either.
 */
export const Verdict = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('accepted'), ...common }),
  z.object({ verdict: z.literal('refused'), ...common, reasons: z.array(Refusal).min(1) }),
  z.object({ verdict: z.literal('unmeasured'), ...common, reasons: z.array(Refusal).min(1) }),
]);
export type Verdict = z.infer<typeof Verdict>;
export type Accepted = Extract<Verdict, { verdict: 'accepted' }>;

export const accepted = (
  gate: string,
  evidence: readonly EvidenceRef[] = [],
  findings: readonly Finding[] = [],
): Verdict => ({ verdict: 'accepted', gate, evidence: [...evidence], findings: [...findings] });

export const refused = (
  gate: string,
  reasons: readonly [Refusal, ...Refusal[]],
  evidence: readonly EvidenceRef[] = [],
  findings: readonly Finding[] = [],
): Verdict => ({
  verdict: 'refused',
  gate,
  reasons: [...reasons],
  evidence: [...evidence],
  findings: [...findings],
});

export const unmeasured = (gate: string, reason: Refusal, evidence: readonly EvidenceRef[] = []): Verdict => ({
  verdict: 'unmeasured',
  gate,
  reasons: [reason],
  evidence: [...evidence],
  findings: [],
});

/** All must accept. The first that was not measured or refuses decides; evidence and findings of all are kept. */
export function both(first: Verdict, second: Verdict): Verdict {
  const evidence = [...first.evidence, ...second.evidence];
  const findings = [...first.findings, ...second.findings];
  if (first.verdict !== 'accepted') return { ...first, evidence, findings };
  return { ...second, evidence, findings };
}
