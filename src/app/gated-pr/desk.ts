import { randomBytes } from 'node:crypto';
import { AssayError } from '#contracts/errors.ts';
import { CALL_SIGNAL } from '#contracts/http/needs.ts';
import type { RunId } from '#contracts/ids.ts';
import { toJson } from '#contracts/json.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { resumeRun, startRun } from '#engine/drive/runs.ts';
import type { DriverDeps, RunHandle } from '#engine/drive/types.ts';
import type { GraphRegistry } from '#engine/graph/registry.ts';
import { briefing } from '#workflows/gated-pr/briefing.ts';
import { type Answer, type Call, refusedCall, success } from '#workflows/gated-pr/call.ts';
import { GATED_PR, type gatedPr } from '#workflows/gated-pr/graph.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';
import { type Project, requireConfig } from '../project/open-project.ts';
import { isDriven, type Runs } from '../runs.ts';
import { type RunStanding, standingOf } from './standing-of.ts';

/** Clients give up after a minute; before that they get a ticket. */
const PATIENCE_MS = 20_000;
export const CHECK_MS = 50_000;
const LOOK_MS = 100;

export interface DeskOptions {
  readonly runs: Runs;
  readonly project: Project;
  readonly graph: ReturnType<typeof gatedPr>;
  readonly graphs: GraphRegistry;
  readonly deps: DriverDeps;
  readonly patienceMs?: number;
}

/** Where a connected client's calls are answered. The run's log is the only memory, so any process can be the desk. */
export interface Desk {
  call(call: Call, signal: AbortSignal): Promise<Answer>;
  check(ticket: string, signal: AbortSignal): Promise<Answer>;
  standing(): Promise<{ readonly run: RunId; readonly standing: RunStanding } | null>;
}

export function openDesk(options: DeskOptions): Desk {
  const { runs, project } = options;
  const current = async (): Promise<ListedRun | null> => {
    const listed = await runs.store.list({ session: project.session, status: ['running', 'paused'] });
    return listed.find(({ graph }) => graph.name === GATED_PR) ?? null;
  };
  const standing: Desk['standing'] = async () => {
    const run = await current();
    const found = run && (await standingOf(runs.store, runs.blobs, run.run));
    return run && found ? { run: run.run, standing: found } : null;
  };
  const check: Desk['check'] = async (ticket, signal) => {
    const until = runs.clock.monotonic() + (options.patienceMs ?? CHECK_MS);
    for (;;) {
      const now = await standing();
      const answered = now?.standing.answers.findLast((answer) => answer.ticket === ticket);
      if (answered) return answered.answer;
      if (!now || (now.standing.busy !== ticket && !(await pending(runs, now.run, ticket)))) {
        return refusedCall('TICKET_UNKNOWN', `no call has the ticket ${ticket}`, 'Call get_task.');
      }
      if (signal.aborted || runs.clock.monotonic() > until) return running(ticket);
      await drive(options, now.run);
      await pause(LOOK_MS, signal);
    }
  };
  return {
    standing,
    check,
    call: async (call, signal) => {
      requireConfig(project);
      const now = (await standing()) ?? (await begin(options));
      const { state, busy } = now.standing;
      if (state.mode === 'hosted') {
        return refusedCall(
          'RUN_HOSTED',
          `run ${now.run} is worked on by a hosted agent`,
          `\`assay runs watch ${now.run}\` shows it; cancel it to work by hand.`,
        );
      }
      if (busy !== null)
        return refusedCall('BUSY', 'another call is being worked on', `Ask for it: check_work with ticket ${busy}.`);
      // Where asking changes nothing, nothing is written.
      if (call.tool === 'get_task' && !moves(state)) return success(briefing(state));
      const ticket = randomBytes(6).toString('hex');
      await runs.store.post(
        now.run,
        { type: 'signal', signal: CALL_SIGNAL, act: null, payload: toJson({ ticket, call }, 'call') },
        'client',
        runs.clock.now(),
      );
      return awaitAnswer(options, now.run, ticket, signal, check);
    },
  };
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

async function begin({ runs, project, graph, deps }: DeskOptions) {
  const config = requireConfig(project);
  if (config.plan === undefined || config.main === undefined) {
    throw new AssayError('CONFIG_INVALID', 'the configuration names no plan or no main branch', {
      next: 'Run `assay init --plan PLAN.md --main main`.',
    });
  }
  const handle = await startRun(deps, graph, {
    title: `gated PRs of ${config.plan}`,
    session: project.session,
    input: {
      mode: 'connected',
      repository: project.repository,
      plan: config.plan,
      main: config.main,
      ...(config.thresholds ? { thresholds: config.thresholds } : {}),
    },
  });
  await handle.done;
  const standing = await standingOf(runs.store, runs.blobs, handle.run);
  if (!standing) throw new AssayError('RUN_STUCK', `run ${handle.run} did not begin`);
  return { run: handle.run, standing };
}

/** Drives the run if nobody does; whoever drives it takes the mail. */
async function drive({ runs, graphs, deps }: DeskOptions, run: RunId): Promise<RunHandle | null> {
  const header = await runs.store.header(run);
  if (!header || isDriven(header, runs)) return null;
  try {
    return await resumeRun(deps, graphs, run);
  } catch (thrown) {
    if (thrown instanceof AssayError && thrown.code === 'RUN_HELD') return null;
    throw thrown;
  }
}

async function awaitAnswer(
  options: DeskOptions,
  run: RunId,
  ticket: string,
  signal: AbortSignal,
  check: Desk['check'],
): Promise<Answer> {
  const handle = await drive(options, run);
  const stop = new AbortController();
  const late = pause(options.patienceMs ?? PATIENCE_MS, AbortSignal.any([signal, stop.signal])).then(() => 'late');
  const ended = await Promise.race([handle ? handle.done.then(() => 'done') : late, late]);
  stop.abort();
  return ended === 'late' ? running(ticket) : check(ticket, signal);
}

async function pending(runs: Runs, run: RunId, ticket: string): Promise<boolean> {
  return (await runs.store.mail(run)).some(({ mail }) => JSON.stringify(mail).includes(ticket));
}

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
