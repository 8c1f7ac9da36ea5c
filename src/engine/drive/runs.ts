import { randomBytes } from 'node:crypto';
import { AssayError } from '#contracts/errors.ts';
import { RunId, type Seq, SessionId } from '#contracts/ids.ts';
import { toJson } from '#contracts/json.ts';
import { newEvent } from '#contracts/run-events.ts';
import type { Lane } from '#contracts/scheduling.ts';
import type { LeaseToken } from '#contracts/store.ts';
import { Budget } from '#contracts/usage.ts';
import type { Graph } from '../graph/graph.ts';
import type { GraphRegistry } from '../graph/registry.ts';
import { overNext } from '../over-next.ts';
import { intoLog } from '../payloads.ts';
import { fold } from '../step/evolve.ts';
import { EMPTY, type RunState } from '../step/state.ts';
import { step } from '../step/step.ts';
import { RunDriver } from './driver.ts';
import { driverId, processOf, workerName } from './driver-id.ts';
import { readLetter } from './mail-input.ts';
import { type DriveListener, type DriverDeps, LEASE_MS, type RunHandle } from './types.ts';

export interface StartOptions<In> {
  readonly input: In;
  readonly title: string;
  readonly run?: RunId;
  readonly session?: SessionId;
  readonly lane?: Lane;
  readonly budget?: Budget;
  readonly simulated?: boolean;
  readonly listener?: DriveListener;
}

/** Creates a run and drives it from here. */
export async function startRun<In, Out>(
  deps: DriverDeps,
  graph: Graph<In, Out>,
  options: StartOptions<In>,
): Promise<RunHandle> {
  const run = options.run ?? newRunId(deps.clock.now());
  const budget = budgetOf(options.budget);
  const input = await intoLog(toJson(graph.input.parse(options.input), 'input'), deps.blobs);
  const at = deps.clock.now();
  const created = step(
    graph.shape,
    EMPTY,
    {
      type: 'create',
      graph: graph.ref,
      run,
      session: options.session ?? SessionId.parse(run),
      title: options.title,
      lane: options.lane ?? 'normal',
      budget,
      simulated: options.simulated ?? false,
      input,
    },
    at,
  );
  const lease = await deps.store.create(run, created.events, at, driverId(deps.worker), deps.leaseMs ?? LEASE_MS);
  return new RunDriver(deps, graph as Graph, lease, created.state, options.listener).start();
}

/** A limit that is not a number would be written as null, and the log could not be read again. */
function budgetOf(wanted: Budget = {}): Budget {
  const read = Budget.safeParse(wanted);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new AssayError('USAGE', `the limit ${issue?.path.join('.') ?? ''} cannot be kept: ${issue?.message ?? ''}`, {
    next: 'A limit is a number above 0.',
  });
}

export interface ResumeOptions {
  readonly listener?: DriveListener;
  /** Continues under the current graph although the run began under another; `by` says who decided. */
  readonly adopt?: { readonly by: string };
}

/** Takes a run over: folds its log and performs what was requested but not answered. */
export async function resumeRun(
  deps: DriverDeps,
  graphs: GraphRegistry,
  run: RunId,
  options: ResumeOptions = {},
): Promise<RunHandle> {
  const lease = await takeLease(deps, run);
  try {
    const state = await stateOf(deps, run);
    if (state.status === 'ended')
      throw new AssayError('RUN_OVER', `run ${run} has ended: there is nothing to resume`, { next: overNext(run) });
    const graph = graphFor(graphs, run, state);
    const current = await adopted(deps, lease, graph, state, options);
    const letters = await deps.store.mail(run);
    const waiting = await Promise.all(letters.map((letter) => readLetter(graph, current, letter, deps.blobs)));
    return new RunDriver(deps, graph, lease, current, options.listener).start(waiting);
  } catch (error) {
    await deps.store.release(lease);
    throw error;
  }
}

/** The state of a run after any of its events; default: the last. */
export async function stateOf(deps: Pick<DriverDeps, 'store'>, run: RunId, upTo?: Seq): Promise<RunState> {
  const events = [];
  for await (const event of deps.store.read(run)) {
    if (upTo !== undefined && event.seq > upTo) break;
    events.push(event);
  }
  return fold(events);
}

/** A new run that begins as another did, up to an event; later events of the other are not in it. */
export async function forkRun(deps: Pick<DriverDeps, 'store' | 'clock'>, run: RunId, at: Seq): Promise<RunId> {
  const into = newRunId(deps.clock.now());
  await deps.store.fork(run, at, into, deps.clock.now());
  return into;
}

/** Sorts by time, and a short prefix is unique. */
export function newRunId(now: number): RunId {
  const time = Math.floor(now / 1000)
    .toString(36)
    .padStart(7, '0');
  return RunId.parse(`r${time}${randomBytes(3).toString('hex')}`);
}

async function takeLease(deps: DriverDeps, run: RunId): Promise<LeaseToken> {
  const unrenewed = await watchOdd(deps, run);
  const answer = await deps.store.lease(run, driverId(deps.worker), deps.leaseMs ?? LEASE_MS, {
    ...(deps.isGone ? { isGone: deps.isGone } : {}),
    ...(unrenewed ? { unrenewed } : {}),
  });
  if (answer.ok) return answer.token;
  const left = Math.max(1, Math.ceil((answer.holder.expiresAt - deps.clock.now()) / 1000));
  const holder = processOf(answer.holder.worker);
  if (holder === processOf(deps.worker)) {
    throw new AssayError('RUN_HELD', `run ${run} is driven in this process already`, {
      next: `\`assay runs watch ${run}\` shows it.`,
    });
  }
  throw new AssayError('RUN_HELD', `run ${run} is driven by ${workerName(answer.holder.worker)}`, {
    next: `\`assay runs watch ${run}\` shows it. If that process is gone, its claim ends within ${left} s.`,
  });
}

/** As long as a lease: no lease lasts longer unless the clock jumped. */
const FARTHEST = 4;

/**
 * The machine's clock may jump. A lease can then look expired although its holder is alive, or last far too long
 * although its holder is dead. Neither is trusted: a live process renews its lease within a third of its length.
 * Returns the lease if it was not renewed.
 */
async function watchOdd({ store, clock, isGone, isAlive, leaseMs = LEASE_MS }: DriverDeps, run: RunId) {
  const seen = (await store.header(run))?.lease ?? null;
  if (seen === null || isGone?.(seen.worker)) return null;
  const left = seen.expiresAt - clock.now();
  const overForTheLiving = left <= 0 && isAlive?.(seen.worker) === true;
  if (!overForTheLiving && left <= leaseMs * FARTHEST) return null;
  await new Promise<void>((resolve) => void clock.after(leaseMs / 2, resolve));
  const now = (await store.header(run))?.lease ?? null;
  return now !== null && now.epoch === seen.epoch && now.expiresAt === seen.expiresAt ? now : null;
}

function graphFor(graphs: GraphRegistry, run: RunId, state: RunState): Graph {
  const graph = state.graph && graphs.get(state.graph.name);
  if (graph) return graph;
  throw new AssayError('GRAPH_UNKNOWN', `run ${run} needs graph ${state.graph?.name}, which this Assay does not have`, {
    next: `It has: ${[...graphs.keys()].join(', ') || 'none'}.`,
  });
}

async function adopted(
  deps: DriverDeps,
  lease: LeaseToken,
  graph: Graph,
  state: RunState,
  { adopt }: ResumeOptions,
): Promise<RunState> {
  const from = state.graph;
  if (!from || from.hash === graph.ref.hash) return state;
  const homeless = [...new Set([...state.acts.values()].map(({ node }) => node))].filter(
    (node) => !graph.shape.nodes[node],
  );
  if (!adopt || homeless.length > 0) throw graphChanged(lease.run, state, graph, homeless);
  const at = Math.max(deps.clock.now(), state.at);
  await deps.store.append(lease, state.seq, [newEvent('graph.adopted', { from, to: graph.ref, by: adopt.by })], at);
  return stateOf(deps, lease.run);
}

function graphChanged(run: RunId, state: RunState, graph: Graph, homeless: readonly string[]): AssayError {
  const seen = `run ${run} began under ${state.graph?.name} ${state.graph?.hash}; it is ${graph.ref.hash} now`;
  if (homeless.length > 0) {
    return new AssayError('GRAPH_CHANGED', `${seen}, and no longer has ${homeless.join(', ')}, where work is waiting`, {
      next: `Use the Assay it began with, cancel it, or fork it from before that work: \`assay runs fork ${run} --at SEQ\`.`,
    });
  }
  return new AssayError('GRAPH_CHANGED', seen, {
    next: `Choose: \`assay runs resume ${run} --adopt\` continues with the new graph; or use the Assay version it began with; or \`assay runs fork ${run} --at SEQ\`.`,
  });
}
