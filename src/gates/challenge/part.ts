import type { EvidenceRef, Finding, Refusal } from '#contracts/gate.ts';

/** Nothing is known of it: not that it is wrong, and not that it is right. */
export const UNMEASURED = 'UNMEASURED';

/** What one way of asking has brought to light. */
export interface Part {
  readonly findings: readonly Finding[];
  readonly doubts: readonly string[];
  readonly evidence: readonly EvidenceRef[];
  /** Why nothing could be asked at all: the machine or the runner, not the work. */
  readonly unmeasured?: Refusal;
}

/** What is said of it, where the evidence is kept elsewhere. */
export type Said = Pick<Part, 'findings' | 'doubts'>;

export const NOTHING: Part = { findings: [], doubts: [], evidence: [] };

export const together = (parts: readonly Part[]): Part => ({
  findings: parts.flatMap(({ findings }) => findings),
  doubts: parts.flatMap(({ doubts }) => doubts),
  evidence: parts.flatMap(({ evidence }) => evidence),
});

/** A doubt of this length is read. */
export const brief = (text: string, longest = 200): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest)}…`;
};
