import { posix } from 'node:path';
import type { Finding } from '#contracts/gate.ts';
import type { ReviewClaim, ReviewRequest } from './review-request.ts';

/**
 * What a reviewer must judge: every doubt, and every criterion where there are several. A judgement counts if it names
 * evidence in the change. An item without criteria is judged by its findings alone.
 */
export function unjudged(request: ReviewRequest, { judged, findings }: ReviewClaim): string[] {
  if (findings.length > 0 || request.earlier.length > 0) return [];
  const named = new Set(judged.filter((each) => namesEvidence(request, each.evidence)).map(({ what }) => what));
  return questions(request)
    .filter(({ what }) => !named.has(what))
    .map(({ what, text }) => `${what}: ${text}`);
}

/** If the reviewer says that something does not hold, it is a finding, whether or not it is listed as one. */
export function judgedFindings(request: ReviewRequest, { judged, findings }: ReviewClaim): Finding[] {
  const asked = new Map(questions(request).map(({ what, text }) => [what, text]));
  const said = judged.flatMap(({ what, holds, evidence }) => {
    const text = asked.get(what);
    if (holds || text === undefined) return [];
    const message = `${what.startsWith('C') ? 'a criterion is not met' : 'a doubt is right'}: ${text} (${evidence})`;
    return [{ file: fileIn(request, evidence), line: null, severity: 'critical' as const, message }];
  });
  return [...findings, ...(findings.length === 0 ? said : [])];
}

function questions({ criteria, doubts }: ReviewRequest): { what: string; text: string }[] {
  return [
    ...(criteria.length > 1 ? criteria.map(({ number, text }) => ({ what: `C${number}`, text })) : []),
    ...doubts.map((text, at) => ({ what: `D${at + 1}`, text })),
  ];
}

const fileIn = ({ files }: ReviewRequest, evidence: string): string =>
  files.find((path) => evidence.includes(path)) ??
  files.find((path) => evidence.includes(posix.basename(path))) ??
  files[0] ??
  '';

const namesEvidence = ({ files, criteria }: ReviewRequest, evidence: string): boolean =>
  files.some((path) => evidence.includes(posix.basename(path))) ||
  criteria.some(({ tests }) => tests.some((id) => evidence.includes(id.split(' > ').at(-1) ?? id)));
