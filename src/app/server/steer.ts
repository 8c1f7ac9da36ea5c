import { toErrorInfo } from '#contracts/errors.ts';
import type { SteerResult } from '#contracts/http/act-routes.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Mail } from '#contracts/mail.ts';
import { findRun } from '#engine/find-run.ts';
import { isDriven } from '#engine/runs.ts';
import { type Steering, steerRun } from '#engine/steering/steer-run.ts';
import type { ServerContext } from './server-context.ts';
import { showRun } from './shown-run.ts';

/** Steers a run for a request. Only one request per run at a time: this process may hold its lease itself. */
export async function steer(
  serverContext: ServerContext,
  wanted: string,
  mailFor: (run: RunId) => Mail | Promise<Mail>,
  then: 'go-on' | 'leave' = 'leave',
): Promise<SteerResult> {
  const { run } = await findRun(serverContext.runs.store, wanted);
  return serverContext.locks.run(run, async () => {
    const { heard } = await steerRun(steeringOf(serverContext), run, await mailFor(run));
    if (then === 'go-on') await goOn(serverContext, run);
    return steerResult(serverContext, run, heard);
  });
}

export const steeringOf = ({ runs, me, graphs, drives }: ServerContext): Steering => ({
  ...{ runs, by: me, graphs },
  handle: (run) => drives.handle(run),
});

export async function steerResult(serverContext: ServerContext, run: RunId, heard: boolean): Promise<SteerResult> {
  const { shown, here } = showRun(serverContext, await findRun(serverContext.runs.store, run));
  return { run, shown, heard, here };
}

/** Drives the run here, where no process does. The request is in the log by now, whether or not this works. */
async function goOn({ runs, drives, log }: ServerContext, run: RunId): Promise<void> {
  const header = await findRun(runs.store, run);
  if (header.status !== 'running' || (isDriven(header, runs) && !drives.has(run))) return;
  await drives
    .resume(run)
    .catch((thrown: unknown) => log.warn('A run cannot continue here.', { run, error: toErrorInfo(thrown) }));
}
