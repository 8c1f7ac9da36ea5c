import { EvidenceRef, Verdict } from '#contracts/gate.ts';
import { BlobHash } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import { TestEvidence } from '#contracts/test-run.ts';

export type FoundEvidence =
  | { readonly type: 'tests'; readonly evidence: TestEvidence }
  | { readonly type: 'ref'; readonly ref: EvidenceRef }
  | { readonly type: 'verdict'; readonly verdict: Verdict };

const MOST = 100;
const DEEPEST = 12;

/** All evidence, references to evidence, and verdicts in a value. Each once, in order. */
export function evidenceIn(value: Json): FoundEvidence[] {
  const found: FoundEvidence[] = [];
  const seen = new Set<string>();
  const add = (each: FoundEvidence): void => {
    const mark = JSON.stringify(each);
    if (seen.has(mark) || found.length >= MOST) return;
    seen.add(mark);
    found.push(each);
  };
  const walk = (part: Json, depth: number): void => {
    if (part === null || typeof part !== 'object' || depth > DEEPEST) return;
    const made = read(part);
    if (made) add(made);
    if (made && made.type !== 'verdict') return;
    for (const [key, member] of Object.entries<Json>(part)) {
      const kept = key === 'evidence' ? BlobHash.safeParse(member) : null;
      if (kept?.success)
        add({ type: 'ref', ref: { kind: 'tests', summary: 'A run of tests', tree: null, blob: kept.data } });
      else walk(member, depth + 1);
    }
  };
  walk(value, 0);
  return found;
}

function read(part: object): FoundEvidence | null {
  if ('runner' in part && 'tests' in part) {
    const tests = TestEvidence.safeParse(part);
    return tests.success ? { type: 'tests', evidence: tests.data } : null;
  }
  if ('verdict' in part && 'gate' in part) {
    const verdict = Verdict.safeParse(part);
    return verdict.success ? { type: 'verdict', verdict: verdict.data } : null;
  }
  if ('kind' in part && 'blob' in part && 'summary' in part) {
    const ref = EvidenceRef.safeParse(part);
    return ref.success ? { type: 'ref', ref: ref.data } : null;
  }
  return null;
}
