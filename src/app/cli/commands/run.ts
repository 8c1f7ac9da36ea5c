import { AssayError } from '#contracts/errors.ts';
import type { Budget } from '#contracts/usage.ts';
import { startRun } from '#engine/drive/runs.ts';
import { readConfig } from '#project/config/read-config.ts';
import type { Begin } from '#workflows/gated-pr/graph.ts';
import { readPlan } from '#workflows/gated-pr/plan.ts';
import { refuseSecondRun } from '../../gated-pr/refuse-second-run.ts';
import { gatedPrRuntime } from '../../gated-pr/runtime.ts';
import { requireConfig, topOf } from '../../project/open-project.ts';
import { withRuns } from '../../runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { drive, reportDrive } from '../drive.ts';
import { followPlan } from '../live/follow-plan.ts';

export interface RunOptions extends JsonOption {
  readonly backend?: string;
  readonly model?: string;
  readonly usd?: number;
  readonly tokens?: number;
  readonly attempts?: number;
  readonly seconds?: number;
}

/** Drives an agent through the whole plan, unattended, until it is merged or a person is needed. */
export async function runPlan(cli: Cli, plan: string | undefined, options: RunOptions): Promise<number> {
  const repository = await topOf(process.cwd(), cli.env);
  const config = requireConfig({ repository, config: await readConfig(repository) });
  const begin = beginOf(repository, plan ?? config.plan, config.main, options);
  const thresholds = config.thresholds ? { thresholds: config.thresholds } : {};
  return withRuns(cli.env, async (runs) => {
    const runtime = await gatedPrRuntime(runs, begin, cli.env);
    try {
      await refuseSecondRun(runs, runtime.project);
      await checkPlan(runtime.project, begin);
      const driven = await drive(cli.screen, runs, { json: options.json ?? false, follow: followPlan }, (listener) =>
        startRun(runtime.deps, runtime.graph, {
          input: { ...begin, ...thresholds },
          title: `plan ${begin.plan}`,
          session: runtime.project.session,
          budget: budgetOf(options, config.budget),
          listener,
        }),
      );
      return reportDrive(cli.screen, driven, options.json ?? false);
    } finally {
      await runtime.close();
    }
  });
}

function beginOf(
  repository: string,
  plan: string | undefined,
  main: string | undefined,
  { backend, model }: RunOptions,
): Begin {
  if (plan === undefined || main === undefined) {
    const missing = plan === undefined ? 'plan' : 'main branch';
    throw new AssayError('CONFIG_INVALID', `no ${missing} is named`, {
      next: `\`assay init --${missing.split(' ')[0]} …\``,
    });
  }
  const agents = { ...(backend === undefined ? {} : { backend }), ...(model === undefined ? {} : { model }) };
  return { mode: 'hosted', repository, plan: plan.replace(/^\.\//, ''), main, agents };
}

/** A plan that cannot be read, or has nothing open, is told before anybody is paid. */
export async function checkPlan(
  { store, repository }: Awaited<ReturnType<typeof gatedPrRuntime>>['project'],
  { plan, main }: Begin,
): Promise<void> {
  const head = await store.resolve(repository, `refs/heads/${main}`).catch(() => null);
  if (head === null)
    throw new AssayError('REVISION_UNKNOWN', `there is no branch ${main}`, {
      next: 'Name the right one: `assay init --main NAME`.',
    });
  const bytes = await store.readFileAt(repository, head, plan);
  if (bytes === null) {
    throw new AssayError('FILE_MISSING', `${plan} is not in ${main}`, {
      next: 'Commit it there: a hosted agent works from what is committed.',
    });
  }
  const { items, problems } = readPlan(new TextDecoder().decode(bytes));
  if (problems.length > 0)
    throw new AssayError('USAGE', `${plan}: ${problems.join('; ')}`, {
      next: '`assay plan check` shows how it is read.',
    });
  if (items.every(({ done }) => done)) {
    throw new AssayError('USAGE', `nothing in ${plan} is open: all ${items.length} PRs are done`, {
      next: 'Add one to the plan.',
    });
  }
}

const budgetOf = ({ usd, tokens, attempts, seconds }: RunOptions, config: Budget | undefined): Budget => ({
  ...config,
  ...(usd === undefined ? {} : { usd }),
  ...(tokens === undefined ? {} : { tokens }),
  ...(attempts === undefined ? {} : { attempts }),
  ...(seconds === undefined ? {} : { seconds }),
});
