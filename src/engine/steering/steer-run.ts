import { AssayError } from '#contracts/errors.ts';
import { MailId, type RunId } from '#contracts/ids.ts';
import type { Mail } from '#contracts/mail.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { mailInput } from '../drive/mail-input.ts';
import { stateOf } from '../drive/runs.ts';
import { findRun } from '../find-run.ts';
import type { Graph } from '../graph/graph.ts';
import { overNext } from '../over-next.ts';
import { intoLog } from '../payloads.ts';
import { isDriven, type Runs } from '../runs.ts';
import type { RunState } from '../step/state.ts';
import { applyToIdle, type Request } from './idle-run.ts';
import { type Sender, sendMail } from './send-mail.ts';
import { type Delivered, type DriverWait, waitForDriver } from './wait-for-driver.ts';

/** What steering a run needs: the same for the command line, the server, a chat and an MCP client. */
export interface Steering extends Sender {
  readonly runs: Runs;
  readonly graphs: { get(name: string): Graph | null | undefined | Promise<Graph | null> };
}

/**
 * Applies a request to a run: pause, cancel, answer, budget. It takes effect at once where no process drives the run.
 * Otherwise the driver gets a letter, and this waits for it. An answer that does not fit its question is refused before
 * it is posted.
 */
export async function steerRun(steering: Steering, run: RunId, mail: Mail): Promise<Delivered> {
  const { runs } = steering;
  refuseOver(await findRun(runs.store, run));
  const isHere = (steering.handle?.(run) ?? null) !== null;
  if (!isHere && (await applyToIdle(runs, run, (state) => requestFor(steering, run, mail, state))))
    return { after: await findRun(runs.store, run), heard: true };
  if (mail.type === 'signal') await refuseUnfit(steering, run, mail);
  return sendAndWait(steering, run, mail);
}

/** Sends a letter to the process that drives the run, and waits until it is in the log. */
export async function sendAndWait(
  sender: Sender & { readonly runs: Runs },
  run: RunId,
  mail: Mail,
  wait?: DriverWait,
): Promise<Delivered> {
  return waitForDriver(sender.runs, run, await sendMail(sender, run, mail), wait);
}

/**
 * Where another process still drives a paused run, it is asked to continue there; null where it must be driven here.
 */
export async function resumeElsewhere(steering: Steering, found: ListedRun): Promise<Delivered | null> {
  const { runs } = steering;
  if (found.status !== 'paused') return null;
  const isElsewhere = isDriven(found, runs) && (steering.handle?.(found.run) ?? null) === null;
  if (isElsewhere) {
    const delivered = await sendAndWait(steering, found.run, { type: 'resume' });
    return delivered.heard ? delivered : null;
  }
  // A person who resumes a paused run means it; the next driver takes this in first.
  await sendMail(steering, found.run, { type: 'resume' });
  return null;
}

export function refuseOver(found: ListedRun): void {
  if (hasEnded(found))
    throw new AssayError('RUN_OVER', `run ${found.run} is ${found.status} already`, { next: overNext(found.run) });
}

export const hasEnded = ({ status }: Pick<ListedRun, 'status'>): boolean => status !== 'running' && status !== 'paused';

/**
 * The driver would only note in the log that it does not fit. Where the graph is not known here, only the driver can
 * check.
 */
async function refuseUnfit(steering: Steering, run: RunId, mail: Mail): Promise<void> {
  const state = await stateOf(steering.runs, run);
  if (state.graph && (await steering.graphs.get(state.graph.name))) await requestFor(steering, run, mail, state);
}

/** The request as an input of the step. Only answers need the graph: they lead to nodes. */
async function requestFor({ runs, graphs, by }: Steering, run: RunId, mail: Mail, state: RunState): Promise<Request> {
  if (mail.type === 'cancel' || mail.type === 'pause') return { input: { type: mail.type, why: mail.why } };
  if (mail.type === 'resume') return { input: { type: mail.type, by } };
  if (mail.type === 'raise-budget') return { input: { type: mail.type, budget: mail.budget, by } };
  const graph = state.graph ? await graphs.get(state.graph.name) : null;
  if (!graph) {
    throw new AssayError(
      'GRAPH_UNKNOWN',
      `run ${run} needs graph ${state.graph?.name}, which this Assay does not have`,
    );
  }
  const letter = { id: MailId.parse('now'), at: runs.clock.now(), by, mail };
  return { input: await mailInput(graph, state, letter, (value) => intoLog(value, runs.blobs)), shape: graph.shape };
}
