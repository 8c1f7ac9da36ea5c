import { randomBytes } from 'node:crypto';
import { requireConfig } from '#attempts/open-project.ts';
import { AssayError, type ErrorInfo } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import { toJson } from '#contracts/json.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { CALL_SIGNAL } from '#contracts/signals.ts';
import { Changes } from '#engine/changes.ts';
import { startRun } from '#engine/drive/runs.ts';
import type { Runs } from '#engine/runs.ts';
import { retryFailed, sendMail } from '#engine/steering/send-mail.ts';
import { steerRun } from '#engine/steering/steer-run.ts';
import { briefing } from '#workflows/gated-pr/briefing.ts';
import { type Answer, type Call, refusedCall, success } from '#workflows/gated-pr/call.ts';
import { GATED_PR } from '#workflows/gated-pr/graph.ts';
import { IncomingCall } from '#workflows/gated-pr/incoming-call.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';
import { stepPr } from '#workflows/gated-pr/step.ts';
import type { ClientCallsOptions } from './client-calls-options.ts';
import { guidanceMail } from './guidance.ts';
import { IdleDriver } from './idle-driver.ts';
import { planTitle } from './plan-title.ts';
import { prSnapshotOf, prSnapshotReader, type RunPrSnapshot } from './pr-snapshot.ts';

/**
 * Clients give up after a minute, and our own server before that; until then they get a ticket. Counted from when the
 * call came, over all waits: on a loaded machine each part takes its time.
 */
const PATIENCE_MS = 20_000;
const CHECK_MS = 40_000;
/** Also when nothing was written: the process that drives it may have died. */
const LOOK_MS = 500;

/** Answers the calls of a connected client. The run's log is the only state, so any process can do this. */
export interface ClientCalls {
  call(call: Call, signal: AbortSignal): Promise<Answer>;
  check(ticket: string, signal: AbortSignal): Promise<Answer>;
  snapshot(): Promise<{ readonly run: RunId; readonly snapshot: RunPrSnapshot } | null>;
  /** A person's answer to a halt; `waive` are findings of a review that they waive. */
  guide(run: RunId, guidance: string, by: string, waive?: readonly number[]): Promise<void>;
  /** Releases runs that are driven here: another process can continue them. */
  close(): Promise<void>;
}

export function openClientCalls(options: ClientCallsOptions): ClientCalls {
  const { runs, project } = options;
  const read = prSnapshotReader(runs.store, runs.blobs);
  const driver = new IdleDriver(options);
  const client = { runs, by: 'client' };
  const current = async (): Promise<ListedRun | null> => {
    const listed = await runs.store.list({ session: project.session, status: ['running', 'paused'] });
    return listed.find(({ graph }) => graph.name === GATED_PR) ?? null;
  };
  const snapshot: ClientCalls['snapshot'] = async () => {
    const run = await current();
    const found = run && (await read(run.run));
    return run && found ? { run: run.run, snapshot: found } : null;
  };
  const checkSince: CheckSince = async (ticket, signal, began) => {
    using changes = new Changes(runs);
    const until = began + (options.patienceMs ?? CHECK_MS);
    for (;;) {
      const now = await snapshot();
      const answered = now?.snapshot.answers.findLast((answer) => answer.ticket === ticket);
      if (answered) return answered.answer;
      if (!now || !(await isOpen(runs, now.run, now.snapshot, ticket))) {
        return refusedCall('TICKET_UNKNOWN', `no call has the ticket ${ticket}`, 'Call get_task.');
      }
      if (now.snapshot.stuck) return stuckAnswer(now.snapshot.stuck.error);
      if (signal.aborted || runs.clock.monotonic() > until) return running(ticket);
      await driver.drive(now.run);
      await changes.next(LOOK_MS, signal);
    }
  };
  // Callers during the start of a run wait for that one.
  let beginning: ReturnType<typeof begin> | null = null;
  const begun = () => {
    beginning ??= begin(options).finally(() => {
      beginning = null;
    });
    return beginning;
  };
  const send = async (run: RunId, call: Call, signal: AbortSignal, began: number): Promise<Answer> => {
    await requireSameGraph(options, run);
    const ticket = randomBytes(6).toString('hex');
    const payload = toJson({ ticket, call }, 'call');
    await sendMail(client, run, { type: 'signal', signal: CALL_SIGNAL, act: null, payload });
    return awaitAnswer(options, driver, { run, ticket, began }, signal, checkSince);
  };
  return {
    snapshot,
    check: (ticket, signal) => checkSince(ticket, signal, runs.clock.monotonic()),
    close: () => driver.close(),
    guide: async (run, guidance, by, waive = []) => {
      const mail = await guidanceMail(runs, run, { guidance, waive, by });
      await steerRun({ runs, by, graphs: options.graphs }, run, mail);
      const now = await snapshot();
      if (now?.run === run && now.snapshot.state.mode === 'connected') await (await driver.drive(run))?.done;
    },
    call: async (call, signal) => {
      const began = runs.clock.monotonic();
      requireConfig(project.config, project.repository.folder);
      const now = (await snapshot()) ?? (await begun());
      const { state, stuck } = now.snapshot;
      const busy = await openTicket(runs, now.run, now.snapshot);
      if (state.mode === 'hosted') {
        return refusedCall(
          'RUN_HOSTED',
          `run ${now.run} is worked on by a hosted agent`,
          `\`assay runs watch ${now.run}\` shows it; cancel it to work by hand.`,
        );
      }
      if (busy !== null && stuck && call.tool === 'get_task') {
        await retryFailed(client, now.run);
        return awaitAnswer(options, driver, { run: now.run, ticket: busy, began }, signal, checkSince);
      }
      if (busy !== null)
        return refusedCall('BUSY', 'another call is being worked on', `Ask for it: check_work with ticket ${busy}.`);
      // Where asking changes nothing, nothing is written.
      if (call.tool === 'get_task' && !moves(state)) return success(briefing(state));
      // Only a person's answer is accepted now; a call would wait for it silently.
      if (state.status === 'HALTED') return whileHalted(state, call);
      // Its client has been answered, so no one would ask for the result.
      if (signal.aborted) return stillWorking();
      return send(now.run, call, signal, began);
    },
  };
}

/** Before a call is posted: one that cannot be handled now would run much later, when it is no longer wanted. */
async function requireSameGraph({ runs, graph }: ClientCallsOptions, run: RunId): Promise<void> {
  const began = (await runs.store.header(run))?.graph;
  if (!began || began.hash === graph.ref.hash) return;
  throw new AssayError('GRAPH_CHANGED', `run ${run} began under another version of the workflow`, {
    next: `A person decides how it continues: \`assay runs resume ${run} --adopt\`, or \`assay runs cancel ${run}\`.`,
  });
}

function whileHalted(state: GatedState, call: Call): Answer {
  const move = stepPr(state, { type: 'call', call });
  const next = 'A person answers first: `assay guide RUN "advice"`.';
  return 'answer' in move && move.answer.refused
    ? move.answer
    : refusedCall('CALL_NOT_LEGAL', `${call.tool} is not open in HALTED`, next);
}

const stuckAnswer = ({ code, message, next }: ErrorInfo): Answer =>
  refusedCall(code, message, `${next === undefined ? '' : `${next} `}Then call get_task: it is tried once more.`);

/** A call is open from the moment it is posted, not only when a driver has taken it in. */
async function openTicket(runs: Runs, run: RunId, { busy, taken }: RunPrSnapshot): Promise<string | null> {
  return busy ?? taken[0] ?? (await posted(runs, run))[0] ?? null;
}

const isOpen = async (runs: Runs, run: RunId, { busy, taken }: RunPrSnapshot, ticket: string): Promise<boolean> =>
  busy === ticket || taken.includes(ticket) || (await posted(runs, run)).includes(ticket);

async function posted(runs: Runs, run: RunId): Promise<string[]> {
  return (await runs.store.mail(run)).flatMap(({ mail }) => {
    const call = mail.type === 'signal' && mail.signal === CALL_SIGNAL ? IncomingCall.safeParse(mail.payload) : null;
    return call?.success ? [call.data.ticket] : [];
  });
}

/** States in which get_task itself moves on. */
function moves(state: GatedState): boolean {
  switch (state.status) {
    case 'INITIALIZING':
      return state.item === null;
    case 'CREATING_BRANCH':
    case 'CODE_REVIEW':
    case 'PLAN_UPDATED':
    case 'MERGING_BRANCH':
      return true;
    case 'EXECUTING_TDD':
      return (
        !state.checkpointDue && !state.pending && (state.pr?.tasks.every(({ status }) => status === 'DONE') ?? false)
      );
    case 'PLAN_DONE':
      return true;
    default:
      return false;
  }
}

async function begin({ runs, project, graph, deps }: ClientCallsOptions) {
  const config = requireConfig(project.config, project.repository.folder);
  if (config.plan === undefined || config.main === undefined) {
    throw new AssayError('CONFIG_INVALID', 'the configuration names no plan or no main branch', {
      next: 'Run `assay init --plan PLAN.md --main main`.',
    });
  }
  const handle = await startRun(deps, graph, {
    title: planTitle(project.repository.folder, config.plan),
    session: project.session,
    input: {
      mode: 'connected',
      repository: project.repository.folder,
      plan: config.plan,
      main: config.main,
      ...(config.thresholds ? { thresholds: config.thresholds } : {}),
    },
  });
  await handle.done;
  const snapshot = await prSnapshotOf(runs.store, runs.blobs, handle.run);
  if (!snapshot) throw new AssayError('RUN_STUCK', `run ${handle.run} did not begin`);
  return { run: handle.run, snapshot };
}

/** `began`: when the waiting call came. */
type CheckSince = (ticket: string, signal: AbortSignal, began: number) => Promise<Answer>;

async function awaitAnswer(
  { patienceMs = PATIENCE_MS, elsewhere, runs }: ClientCallsOptions,
  driver: IdleDriver,
  { run, ticket, began }: { readonly run: RunId; readonly ticket: string; readonly began: number },
  signal: AbortSignal,
  check: CheckSince,
): Promise<Answer> {
  if (elsewhere) {
    elsewhere(ticket);
    return check(ticket, signal, began);
  }
  const handle = await driver.drive(run);
  if (!handle) return check(ticket, signal, began);
  const stop = new AbortController();
  const left = Math.max(0, began + patienceMs - runs.clock.monotonic());
  const late = pause(left, AbortSignal.any([signal, stop.signal])).then(() => 'late');
  const ended = await Promise.race([handle.done.then(() => 'done'), late]);
  stop.abort();
  return ended === 'late' ? running(ticket) : check(ticket, signal, began);
}

/** For a call that is not answered in time and has no ticket yet. Where one was posted, get_task names its ticket. */
export const stillWorking = (): Answer => ({
  status: 'RUNNING',
  output: 'Assay is still starting; this machine is busy. Call get_task: it shows the state of the work.',
  reasons: [],
  evidence: [],
  refused: false,
});

const running = (ticket: string): Answer => ({
  status: 'RUNNING',
  output: 'Being measured. Call check_work with the ticket.',
  reasons: [],
  evidence: [],
  refused: false,
  ticket,
});

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
