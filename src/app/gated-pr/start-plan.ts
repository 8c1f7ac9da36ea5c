import type { z } from 'zod';
import { requireConfig } from '#attempts/open-project.ts';
import { AssayError } from '#contracts/errors.ts';
import type { workRoutes } from '#contracts/http/work-routes.ts';
import type { RunId } from '#contracts/ids.ts';
import { startRun } from '#engine/drive/runs.ts';
import { readConfig } from '#project/config/read-config.ts';
import { chosenAgents } from '../chosen-agents.ts';
import type { WindowHost } from '../workflow.ts';
import { checkPlan } from './look-first.ts';
import { planTitle } from './plan-title.ts';
import { refuseSecondRun } from './refuse-second-run.ts';
import { gatedPrRuntime } from './runtime.ts';

type PlanWork = z.output<(typeof workRoutes)['startPlan']['body']>;

/** Starts what `assay run PLAN` does, driven by this server. */
export async function startPlan({ runs, env, drives }: WindowHost, repository: string, work: PlanWork): Promise<RunId> {
  const config = requireConfig(await readConfig(repository), repository);
  if (config.main === undefined) {
    throw new AssayError('CONFIG_INVALID', 'no main branch is named', { next: '`assay init --main …`' });
  }
  const plan = work.plan.replace(/^\.\//, '');
  const begin = {
    ...{ mode: 'hosted' as const, repository, plan, main: config.main },
    ...{ agents: chosenAgents(work), approvesDrafts: work.approveDrafts },
  };
  const thresholds = config.thresholds ? { thresholds: config.thresholds } : {};
  const runtime = await gatedPrRuntime(runs, begin, env);
  try {
    await refuseSecondRun(runs, runtime.project);
    await checkPlan(runtime.project, begin);
  } catch (thrown) {
    await runtime.close();
    throw thrown;
  }
  return drives.drive(runtime, (listener) =>
    startRun(runtime.deps, runtime.graph, {
      input: { ...begin, ...thresholds },
      title: planTitle(repository, plan),
      session: runtime.project.session,
      budget: { ...config.budget, ...work.budget },
      listener,
    }),
  );
}
