import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '#attempts/open-project.ts';
import { quote } from '#code/shell-quote.ts';
import type { Precondition } from '#contracts/http/work-routes.ts';
import type { Sha } from '#contracts/workspace.ts';
import type { Begin } from '#workflows/gated-pr/graph.ts';
import { readPlan } from '#workflows/gated-pr/plan.ts';
import { isUnwritten } from '../init/starter-plan.ts';
import { bad, ok } from './looked-at.ts';

/** A plan that cannot be parsed, or has nothing open, is reported before any cost arises. */
export async function lookAtPlan({ repository, config }: Project, begin: Begin, head: Sha): Promise<Precondition> {
  const bytes = await repository.readFileAt(head, begin.plan);
  if (bytes === null) return notOnMain(repository.folder, begin, config?.plan);
  const { items, problems } = readPlan(new TextDecoder().decode(bytes));
  if (problems.length > 0 || items.length === 0)
    return bad(
      'plan',
      `${begin.plan}: ${problems.join('; ') || 'it has no PR'}`,
      `\`assay plan check ${begin.plan}\` shows how it is read.`,
    );
  const [next] = items.filter(({ done }) => !done);
  if (!next)
    return bad(
      'plan',
      `nothing in ${begin.plan} is open: ${items.length === 1 ? 'its PR is' : `all ${items.length} PRs are`} done`,
      'Add one to the plan.',
    );
  if (isUnwritten(next.title))
    return bad('plan', `${begin.plan} is still the starter`, 'Write into it what you want, and commit it.');
  return ok('plan', `${begin.plan}: next is ${next.title}`);
}

function notOnMain(folder: string, { plan, main }: Begin, usual: string | undefined): Precondition {
  if (existsSync(join(folder, plan))) {
    const next = `Commit it there (git add ${quote([plan])} && git commit): a hosted agent works from what is committed.`;
    return bad('plan', `${plan} is not in ${main}`, next);
  }
  const next =
    usual === undefined || usual === plan
      ? `Write it: a heading for each PR (\`## PR 1: Parse dates\`), under it a box for each criterion. Commit it on ${main}.`
      : `Leave the name away for the plan of the configuration, ${usual}; or write ${plan} and commit it.`;
  return bad('plan', `there is no file ${plan}`, next);
}
