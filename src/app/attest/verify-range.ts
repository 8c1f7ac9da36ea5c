import type { ProvenChange, Statement } from '#contracts/attestation.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { Sha } from '#contracts/workspace.ts';
import { type ClaimResult, compareClaims } from '#workflows/attestation/compare-claims.ts';
import { KeptOutcomes } from '#workflows/attestation/test-outcomes.ts';
import { proveChange } from '#workflows/prove/prove-change.ts';
import type { ProjectMeasures } from '../prove/gates-of.ts';
import type { ReadAttestation } from './read-attestation.ts';
import type { CheckedSignature } from './signing.ts';

export interface VerifiedCommit {
  readonly commit: Sha;
  readonly title: string;
  readonly name: string | null;
  /** `attested`: what the note says fits the repository, and nothing was run. */
  readonly outcome: 'verified' | 'attested' | 'refused' | 'missing';
  readonly signature: CheckedSignature | null;
  readonly problems: readonly Refusal[];
  readonly claims: readonly ClaimResult[];
}

export interface Recompute {
  readonly measures: ProjectMeasures;
  /** Mutants and challenge too. */
  readonly full: boolean;
  readonly signal: AbortSignal;
  say(line: string): void;
}

/** Each commit by its note; a statement's claims about a change are measured once, however many commits it covers. */
export async function verifyAll(
  read: readonly ReadAttestation[],
  recompute: Recompute | null,
): Promise<VerifiedCommit[]> {
  const compared = new Map<string, Awaited<ReturnType<typeof measureClaims>>>();
  const verified: VerifiedCommit[] = [];
  for (const { commit, title, name, statement, signature, problems } of read) {
    const common = { commit, title, name, signature };
    if (!statement || problems.length > 0) {
      const missing = problems.every(({ code }) => code === 'ATTESTATION_MISSING');
      verified.push({ ...common, outcome: missing ? 'missing' : 'refused', problems, claims: [] });
      continue;
    }
    if (!recompute) {
      verified.push({ ...common, outcome: 'attested', problems, claims: [] });
      continue;
    }
    const key = JSON.stringify(statement);
    const measured = compared.get(key) ?? (await measureClaims(statement, recompute));
    compared.set(key, measured);
    verified.push({ ...common, outcome: measured.problems.length > 0 ? 'refused' : 'verified', ...measured });
  }
  return verified;
}

async function measureClaims(statement: Statement, { measures, full, signal, say }: Recompute) {
  const { treeRunner, gates, readEvidence } = measures;
  const predicate: ProvenChange = statement.predicate;
  const change = statement.subject.findLast(({ name }) => name === 'change');
  if (!change) throw new Error('a statement without a change is refused before');
  const order = { treeRunner, gates, base: predicate.base.tree, head: change.digest.gitTree, waivers: [], say };
  const proved = await proveChange({ ...order, examine: full }, signal);
  const kept = proved.run && KeptOutcomes.safeParse(await readEvidence(proved.run));
  return compareClaims(predicate, proved, kept?.success ? kept.data : null, full);
}
