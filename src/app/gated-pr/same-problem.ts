import type { Precondition } from '#contracts/http/work-routes.ts';
import { bad } from './looked-at.ts';

/** What the reviewer lacks, where the engineer lacks it too: the long list of ways out is read once. */
export function sameProblem(engineer: Precondition, reviewer: Precondition): Precondition {
  if (engineer.ok || reviewer.ok || engineer.seen !== reviewer.seen) return reviewer;
  const next =
    'What helps the engineer helps here, too. A reviewer of your own: `assay init --force --reviewer-command COMMAND`.';
  return bad(reviewer.name, 'the same as for the engineer', next);
}
