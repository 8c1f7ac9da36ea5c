import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { SteerResult } from '#contracts/http/act-routes.ts';
import { MailId, type RunId } from '#contracts/ids.ts';
import type { Mail } from '#contracts/mail.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { mailInput } from '#engine/drive/mail-input.ts';
import { stateOf } from '#engine/drive/runs.ts';
import { intoLog } from '#engine/payloads.ts';
import { findRun } from '../find-run.ts';
import { applyToIdle } from '../idle-run.ts';
import { isDriven } from '../runs.ts';
import type { ServerContext } from './server-context.ts';
import { showRun } from './shown-run.ts';

/**
 * Asks something of a run. Where nobody drives it, it takes effect at once; else the driver gets a letter and is
 * waited for. Never more than one request to a run at a time: this process may hold its lease itself.
 */
export async function steer(
  serverContext: ServerContext,
  wanted: string,
  mailFor: (run: RunId) => Mail | Promise<Mail>,
  then: 'go-on' | 'leave' = 'leave',
): Promise<SteerResult> {
  const { run } = await findRun(serverContext.runs.store, wanted);
  return serverContext.locks.run(run, async () => {
    await refuseOver(serverContext, run);
    const heard = await deliver(serverContext, run, await mailFor(run));
    if (then === 'go-on') await goOn(serverContext, run);
    return actedOn(serverContext, run, heard);
  });
}

export async function refuseOver(serverContext: ServerContext, run: RunId): Promise<void> {
  const { status } = await findRun(serverContext.runs.store, run);
  if (isEnded(status)) throw new AssayError('RUN_OVER', `run ${run} is ${status} already`);
}

const isEnded = (status: ListedRun['status']): boolean => status !== 'running' && status !== 'paused';

export async function actedOn(serverContext: ServerContext, run: RunId, heard: boolean): Promise<SteerResult> {
  const { shown, here } = showRun(serverContext, await findRun(serverContext.runs.store, run));
  return { run, shown, heard, here };
}

/** Drives the run here, where nobody does. What was asked is in the log by now, whether or not this works. */
async function goOn({ runs, drives, log }: ServerContext, run: RunId): Promise<void> {
  const header = await findRun(runs.store, run);
  if (header.status !== 'running' || (isDriven(header, runs) && !drives.has(run))) return;
  await drives
    .resume(run)
    .catch((thrown: unknown) => log.warn('A run cannot go on here.', { run, error: toErrorInfo(thrown) }));
}

async function deliver(serverContext: ServerContext, run: RunId, mail: Mail): Promise<boolean> {
  const { runs, drives, me } = serverContext;
  const handle = drives.handle(run);
  if (handle === null && (await applyHere(serverContext, run, mail))) return true;
  if (mail.type === 'signal') await refuseUnfit(serverContext, run, mail);
  const id = await runs.store.post(run, mail, me, runs.clock.now());
  handle?.checkMail();
  return waitForDriver(serverContext, run, id);
}

const applyHere = (serverContext: ServerContext, run: RunId, mail: Mail): Promise<boolean> =>
  applyToIdle(serverContext.runs, run, (state) => inputFor(serverContext, run, mail, state));

/** The driver would only note in the log that it does not fit. Whose graph is not here, the driver alone can judge. */
async function refuseUnfit(serverContext: ServerContext, run: RunId, mail: Mail): Promise<void> {
  const state = await stateOf(serverContext.runs, run);
  if (state.graph && (await serverContext.graphs.get(state.graph.name)))
    await inputFor(serverContext, run, mail, state);
}

type State = Awaited<ReturnType<typeof stateOf>>;

/** The request as the step takes it. Only answers need the graph: they lead to nodes. */
async function inputFor({ runs, graphs, me }: ServerContext, run: RunId, mail: Mail, state: State) {
  if (mail.type === 'cancel' || mail.type === 'pause') return { input: { type: mail.type, why: mail.why } };
  if (mail.type === 'resume') return { input: { type: mail.type, by: me } };
  if (mail.type === 'raise-budget') return { input: { type: mail.type, budget: mail.budget, by: me } };
  const graph = state.graph ? await graphs.get(state.graph.name) : null;
  if (!graph) throw new AssayError('GRAPH_UNKNOWN', `run ${run} needs graph ${state.graph?.name}, which is not here`);
  const letter = { id: MailId.parse('now'), at: runs.clock.now(), by: me, mail };
  return { input: await mailInput(graph, state, letter, (value) => intoLog(value, runs.blobs)), shape: graph.shape };
}

const PATIENCE_MS = 5_000;

/** A letter leaves the store together with what it led to. One whose driver left meanwhile waits for the next. */
async function waitForDriver({ runs, watch }: ServerContext, run: RunId, id: MailId): Promise<boolean> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  for (;;) {
    const { stamp } = watch;
    const header = await findRun(runs.store, run);
    const isThere = (await runs.store.mail(run)).some((letter) => letter.id === id);
    if (!isThere) return true;
    if (patience.aborted || isEnded(header.status) || !isDriven(header, runs)) return false;
    await watch.after(stamp, patience);
  }
}
