import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import type { workRoutes } from '#contracts/http/work-routes.ts';
import { findRun } from '#engine/find-run.ts';
import { lookAtWork, startPlan } from '../../gated-pr/start-plan.ts';
import { deleteRun } from '../../upkeep/prune.ts';
import { WORKFLOWS } from '../../workflows.ts';
import type { Handlers } from '../bind.ts';
import type { ServerContext } from '../server-context.ts';
import { steerResult } from '../steer.ts';
import { initFolder } from '../work/init-folder.ts';
import { lookAtFolder, repositoryAt } from '../work/look-at-folder.ts';

export const workAnswers = (serverContext: ServerContext): Handlers<typeof workRoutes> => ({
  folders: async () => ({ folders: await recentFolders(serverContext) }),
  lookAtFolder: ({ query }) => lookAtFolder(query.path, serverContext.env),
  initFolder: ({ body }, c) => initFolder(serverContext, body, c.req.raw.signal),
  lookAtPlan: async ({ body }, c) => {
    const repository = await repositoryAt(body.folder, serverContext.env);
    const looked = await lookAtWork(serverContext, repository, body, c.req.raw.signal);
    return { ready: looked.every(({ ok }) => ok), looked };
  },
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

/** By the runs that were started in them. Examples have folders of their own, which no one would choose. */
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
