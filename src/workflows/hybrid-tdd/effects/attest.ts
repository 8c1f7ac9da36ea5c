import type { HybridContext } from '../hybrid-effects.ts';
import type { TddEnding } from '../ports.ts';
import { tddStatement } from '../statement.ts';
import type { HybridParts } from './parts.ts';

export async function attest(
  { attestor, repository, reviewers }: HybridParts,
  ending: TddEnding,
  { run }: HybridContext,
): Promise<readonly string[]> {
  const { job, merged } = ending;
  if (!attestor || !job || !merged) return [];
  const statement = tddStatement(ending, {
    ...{ run, version: attestor.version },
    ...((await reviewers?.()) ?? { author: null, reviewer: null }),
    commits: await repository.commitsBetween(job.base.commit, merged.commit),
  });
  return statement ? attestor.attest(statement) : [];
}
