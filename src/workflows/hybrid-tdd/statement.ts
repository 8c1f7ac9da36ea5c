import { type Statement, statementOf } from '#contracts/attestation.ts';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { CommitInfo } from '#contracts/repository.ts';
import { digestOf, wasRed } from '../attestation/pr-statement.ts';
import type { TddEnding } from './ports.ts';

export interface LandedTdd {
  readonly run: string;
  readonly version: string;
  /** The commits that landed on main, oldest first. */
  readonly commits: readonly Pick<CommitInfo, 'sha' | 'tree'>[];
  readonly author: string | null;
  readonly reviewer: string | null;
}

/** The statement of a hybrid-TDD run that landed; null where nothing did. Pure. */
export function tddStatement({ job, spec, verification, mutation }: TddEnding, landed: LandedTdd): Statement | null {
  if (!job || landed.commits.length === 0) return null;
  const measured = mutation?.type === 'measured' ? mutation : null;
  const evidence: readonly EvidenceRef[] = [...(verification?.evidence ?? []), ...(measured?.evidence ?? [])];
  const red = verification?.red.map(({ id }) => id) ?? [];
  return statementOf(
    landed.commits.map(({ sha, tree }) => ({ name: 'change', digest: { gitCommit: sha, gitTree: tree } })),
    {
      assay: { version: landed.version },
      mode: 'hybrid-tdd',
      run: landed.run,
      base: job.base,
      item: {
        plan: null,
        title: spec.module,
        criteria: spec.criteria.map((text) => ({ text, tests: red, word: null })),
      },
      tests: { proving: red.map(wasRed), run: null },
      mutants: measured ? [`${measured.killed} of ${measured.tried} mutants died (${measured.verdict})`] : [],
      evidence: evidence.map(digestOf),
      waivers: [],
      author: landed.author,
      reviewer: landed.reviewer,
      doubts: measured
        ? measured.survivors.map(({ line, description }) => `line ${line}: ${description}, and no test notices`)
        : [],
    },
  );
}
