import type { z } from 'zod';
import { requireConfig, sessionOf } from '#attempts/open-project.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Precondition, workRoutes } from '#contracts/http/work-routes.ts';
import type { RunId } from '#contracts/ids.ts';
import { startRun } from '#engine/drive/runs.ts';
import { readConfig } from '#project/config/read-config.ts';
import { chosenAgents } from '../chosen-agents.ts';
import type { WindowHost } from '../workflow.ts';
import { lookFirst } from './look-first.ts';
import { planTitle } from './plan-title.ts';
import { refuseSecondRun } from './refuse-second-run.ts';
import { gatedPrRuntime } from './runtime.ts';

type PlanWork = z.output<(typeof workRoutes)['startPlan']['body']>;

/** What `assay run PLAN` checks before it begins. */
export async function lookAtWork(
  { runs, env }: Pick<WindowHost, 'runs' | 'env'>,
  repository: string,
  work: PlanWork,
  signal: AbortSignal,
): Promise<readonly Precondition[]> {
  const { begin, budget } = await workOf(repository, work);
  return lookFirst(runs, begin, { env, say: () => {}, signal, countsMoney: budget.usd !== undefined });
}

/**
 * Starts what `assay run PLAN` does, driven by this server. Missing preconditions are refused; measurements are cached.
 */
export async function startPlan(host: WindowHost, repository: string, work: PlanWork): Promise<RunId> {
  const { runs, env, drives } = host;
  const { begin, budget, thresholds } = await workOf(repository, work);
  await refuseSecondRun(runs, { session: sessionOf(repository) });
  refuseMissing(await lookAtWork(host, repository, work, new AbortController().signal));
  const runtime = await gatedPrRuntime(runs, begin, env);
  return drives.drive(runtime, (listener) =>
    startRun(runtime.deps, runtime.graph, {
      input: { ...begin, ...thresholds },
      title: planTitle(repository, begin.plan),
      session: runtime.project.session,
      budget,
      listener,
    }),
  );
}

async function workOf(repository: string, work: PlanWork) {
  const config = requireConfig(await readConfig(repository), repository);
  if (config.main === undefined) {
    throw new AssayError('CONFIG_INVALID', 'no main branch is named', { next: '`assay init --force --main …`' });
  }
  const plan = work.plan.replace(/^\.\//, '');
  return {
    begin: {
      ...{ mode: 'hosted' as const, repository, plan, main: config.main },
      ...{ agents: chosenAgents(work), approvesDrafts: work.approveDrafts },
    },
    budget: { ...config.budget, ...work.budget },
    thresholds: config.thresholds ? { thresholds: config.thresholds } : {},
  };
}

function refuseMissing(looked: readonly Precondition[]): void {
  const missing = looked.filter(({ ok }) => !ok);
  if (missing.length === 0) return;
  const seen = missing.map(({ name, seen }) => `${name}: ${seen}`).join('; ');
  const next = [...new Set(missing.flatMap(({ next }) => next ?? []))].join(' ');
  throw new AssayError('USAGE', `nothing was started: ${seen}`, { next });
}
