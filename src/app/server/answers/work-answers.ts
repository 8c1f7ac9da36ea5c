import { z } from 'zod';
import { CONFIG_PATH, CONFIG_VERSION } from '#contracts/config.ts';
import { AssayError } from '#contracts/errors.ts';
import type { workRoutes } from '#contracts/http/work-routes.ts';
import { findRun } from '#engine/find-run.ts';
import { readConfig } from '#project/config/read-config.ts';
import { folderView } from '#project/toolchain/folder-view.ts';
import { startPlan } from '../../gated-pr/start-plan.ts';
import { checkMain, checkPlanPath, checkRunners } from '../../init/answers.ts';
import { gitFacts } from '../../init/git-facts.ts';
import { setupFiles, writeSetup } from '../../init/write-setup.ts';
import { deleteRun } from '../../upkeep/prune.ts';
import { WORKFLOWS } from '../../workflows.ts';
import type { Handlers } from '../bind.ts';
import type { ServerContext } from '../server-context.ts';
import { steerResult } from '../steer.ts';
import { lookAtFolder, repositoryAt } from '../work/look-at-folder.ts';

export const workAnswers = (serverContext: ServerContext): Handlers<typeof workRoutes> => ({
  folders: async () => ({ folders: await recentFolders(serverContext) }),
  lookAtFolder: ({ query }) => lookAtFolder(query.path, serverContext.env),
  initFolder: ({ body }) => initFolder(serverContext, body),
  startPlan: async ({ body }) => {
    const repository = await repositoryAt(body.folder, serverContext.env);
    return steerResult(serverContext, await startPlan(serverContext, repository, body), true);
  },
  startSpec: async ({ body }) => {
    const repository = await repositoryAt(body.folder, serverContext.env);
    const work = WORKFLOWS.find(({ spec }) => spec !== undefined)?.spec;
    if (!work) throw new AssayError('GRAPH_UNKNOWN', 'no workflow of this Assay takes a spec');
    return steerResult(serverContext, await work.start(serverContext, repository, body), true);
  },
  deleteRun: async ({ params }) => {
    const { runs, env } = serverContext;
    await deleteRun(runs, await findRun(runs.store, params.run), env);
    serverContext.watch.nudge();
    return { deleted: true };
  },
});

const NEWEST = 100;
const Begun = z.object({ repository: z.string().min(1) });

/** By the runs that were started in them. Examples have folders of their own, which nobody would choose. */
async function recentFolders({ runs, folds }: ServerContext): Promise<{ folder: string; at: number }[]> {
  const seen = new Map<string, number>();
  for (const { run, updatedAt, simulated } of await runs.store.list({ limit: NEWEST })) {
    if (simulated) continue;
    const { input } = await folds.now(run);
    const begun = Begun.safeParse('inline' in input ? input.inline : null);
    if (begun.success && !seen.has(begun.data.repository)) seen.set(begun.data.repository, updatedAt);
  }
  return [...seen].map(([folder, at]) => ({ folder, at }));
}

interface Setup {
  readonly folder: string;
  readonly main: string;
  readonly plan: string;
  readonly preflight: string;
  readonly test: readonly string[];
}

async function initFolder({ env }: ServerContext, { folder, main, plan, preflight, test }: Setup) {
  const repository = await repositoryAt(folder, env);
  if ((await readConfig(repository)) !== undefined) {
    throw new AssayError('USAGE', `${CONFIG_PATH} is there already`, { next: 'Edit it in your editor.' });
  }
  const config = {
    version: CONFIG_VERSION,
    main: checkMain(main, await gitFacts(repository, env.PATH ?? '')),
    ...(plan === '' ? {} : { plan: checkPlanPath(plan, folderView(repository)) }),
    preflight: preflight === '' ? (false as const) : preflight,
    ...(test.length === 0 ? {} : { test: checkRunners(test) }),
  };
  const files = await setupFiles(repository, config, null);
  await writeSetup(repository, files);
  return { written: [...files.keys()], next: 'git add .assay && git commit -m "Set up Assay"' };
}
