import type { EvidenceRef, Finding, Refusal } from '#contracts/gate.ts';

/** Nothing is known about it: neither that it is wrong nor that it is right. */
export const UNMEASURED = 'UNMEASURED';

/** The result of one part of the challenge. */
export interface Part {
  readonly findings: readonly Finding[];
  readonly doubts: readonly string[];
  readonly evidence: readonly EvidenceRef[];
  /** Why nothing could be measured at all: the machine or the runner, not the work. */
  readonly unmeasured?: Refusal;
}

/** Its summary, where the evidence is kept elsewhere. */
export type Said = Pick<Part, 'findings' | 'doubts'>;

export const NOTHING: Part = { findings: [], doubts: [], evidence: [] };

export const together = (parts: readonly Part[]): Part => ({
  findings: parts.flatMap(({ findings }) => findings),
  doubts: parts.flatMap(({ doubts }) => doubts),
  evidence: parts.flatMap(({ evidence }) => evidence),
});

/** Short enough for a doubt to be read. */
export const brief = (text: string, longest = 200): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest)}…`;
};
