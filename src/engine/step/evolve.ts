import { List, Map as PMap } from 'immutable';
import type { ErrorInfo } from '#contracts/errors.ts';
import type { ActivationId, ScopeId } from '#contracts/ids.ts';
import { FAILURE_SIGNAL, FailureAnswer } from '#contracts/mail.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent, RunEventData } from '#contracts/run-events.ts';
import { addUsage, NO_USAGE, type Usage } from '#contracts/usage.ts';
import { isAside } from '../graph/shape.ts';
import { type Activation, type ActivationStatus, arrivalKey, EMPTY, type RunState } from './state.ts';

/** The state after one more event. Needs no graph: all decisions are in the events. */
export function evolve(state: RunState, event: RunEvent): RunState {
  // Between a crash and the next driver no work was done, though the log still says "running".
  const spent = event.type === 'driver.attached' ? state.spent : spentBy(state, event.at);
  const ticked: RunState = { ...state, seq: event.seq, at: event.at, spent };
  switch (event.type) {
    case 'run.created': {
      const { run, session, graph, lane, budget, simulated } = event.data;
      return { ...ticked, run, session, graph, lane, budget, simulated, status: 'running' };
    }
    case 'run.forked':
      return { ...ticked, run: event.data.run };
    case 'graph.adopted':
      return { ...ticked, graph: event.data.to };
    case 'run.paused':
      return { ...ticked, status: 'paused', pausedBy: event.data.reason };
    case 'run.resumed':
      return { ...ticked, status: 'running', pausedBy: null };
    case 'budget.raised':
      return { ...ticked, budget: { ...state.budget, ...event.data.budget } };
    case 'run.draining':
      return { ...ticked, status: 'draining', ending: event.data.ending };
    case 'run.ended':
      return { ...ticked, status: 'ended', ending: event.data.ending };
    case 'driver.attached':
    case 'mail.refused':
    case 'log.repaired':
      return ticked;
    case 'scope.opened': {
      const { scope, parent, by, kind, collect } = event.data;
      const scopes = ticked.scopes.set(scope, { id: scope, kind, parent, by, collect, live: 0 });
      return addLive({ ...ticked, scopes }, parent, 1);
    }
    case 'scope.closed': {
      const closed = ticked.scopes.get(event.data.scope);
      const without = { ...ticked, scopes: ticked.scopes.delete(event.data.scope) };
      return closed?.parent == null ? without : addLive(without, closed.parent, -1);
    }
    case 'join.arrived':
      return arrived(ticked, event.data);
    case 'signal.received':
      return signalled(ticked, event.data);
    default:
      return evolveNode(ticked, event);
  }
}

/** What is spent by a moment at or after the last event: time passes while something runs. */
export function spentBy({ spent, counts, at }: RunState, now: number): RunState['spent'] {
  const ms = counts.running === 0 ? 0 : Math.max(0, now - at);
  return ms === 0 ? spent : { ...spent, seconds: spent.seconds + ms / 1000 };
}

export function fold(events: Iterable<RunEvent>, from: RunState = EMPTY): RunState {
  let state = from;
  for (const event of events) state = evolve(state, event);
  return state;
}

type NodeEvent = Extract<
  RunEvent,
  { type: `node.${string}` | `effect.${string}` | 'graph.entered' | 'graph.exited' | 'graph.failed' }
>;

function evolveNode(state: RunState, event: NodeEvent): RunState {
  if (event.type === 'node.scheduled') return scheduled(state, event.data);
  const current = state.acts.get(event.data.act);
  if (!current) return state;
  switch (event.type) {
    case 'node.unblocked':
      return withStatus(state, current, { is: 'ready' });
    case 'node.started': {
      const { attempt, reserved = null } = event.data;
      const started = withStatus(state, { ...current, attempt, reserved }, { is: 'running' });
      if (!current.byAgent) return started;
      return { ...started, spent: { ...started.spent, attempts: started.spent.attempts + 1 } };
    }
    case 'node.reserved':
      return put(state, { ...current, reserved: event.data.reserved });
    case 'node.instructed':
      return state;
    case 'node.used':
      return using(state, current, event.data.usage);
    case 'node.completed':
      return completed(state, current, event.data);
    case 'node.asked': {
      const { signal, question, usage } = event.data;
      return withStatus(...paid(state, current, usage), { is: 'asking', signal, question });
    }
    case 'node.failed':
      return failed(state, current, event.data);
    case 'node.interrupted': {
      const crashes = current.crashes + (event.data.why === 'crash' ? 1 : 0);
      return withStatus(...paid(state, { ...current, crashes }, event.data.usage), { is: 'ready' });
    }
    case 'node.cancelled':
      return finishNamedTask(remove(...paid(state, current, event.data.usage)), current, 'failed', null);
    case 'graph.entered':
      return withStatus(state, { ...current, attempt: event.data.attempt }, { is: 'inside' });
    case 'graph.failed':
      if (event.data.next === 'end') return finishNamedTask(remove(state, current), current, 'failed', null);
      return withStatus(state, current, askAbout(event.data.error));
    case 'graph.exited':
      return withStatus(state, { ...current, child: event.data.output }, { is: 'ready' });
    case 'effect.intended':
      return put(state, { ...current, effects: current.effects.set(event.data.key, 'intended') });
    case 'effect.done':
      return put(state, { ...current, effects: current.effects.set(event.data.key, event.data.result) });
  }
}

function scheduled(state: RunState, data: RunEventData<'node.scheduled'>): RunState {
  const { act, node, kind, byAgent, scope, input } = data;
  const after = data.after ?? [];
  const by = after.filter((name) => state.names.get(name)?.state === 'live').length;
  const activation: Activation = {
    act,
    node,
    kind,
    byAgent,
    scope,
    input,
    status: by > 0 ? { is: 'blocked', by } : { is: 'ready' },
    attempt: 0,
    failures: 0,
    crashes: 0,
    name: data.name ?? null,
    after,
    answers: PMap(),
    effects: PMap(),
    child: null,
    reserved: null,
    used: NO_USAGE,
  };
  let { names } = state;
  for (const name of after) {
    const task = names.get(name);
    if (task?.state === 'live') names = names.set(name, { ...task, waiting: task.waiting.push(act) });
  }
  if (data.name) names = names.set(data.name, { act, state: 'live', result: null, waiting: List() });
  const next: RunState = {
    ...state,
    names,
    acts: state.acts.set(act, activation),
    activated: state.activated.update(node, 0, (n) => n + 1),
    counts: bump(state.counts, activation.status.is, 1),
  };
  return isAside(kind) ? { ...next, aside: next.aside + 1 } : addLive(next, scope, 1);
}

function completed(state: RunState, current: Activation, data: RunEventData<'node.completed'>): RunState {
  let next = remove(...paid(state, current, data.usage));
  if (current.kind === 'join' && 'arrivals' in current.input) {
    const { scope, join } = current.input.arrivals;
    next = { ...next, arrivals: next.arrivals.delete(arrivalKey(scope, join)) };
  }
  if (data.outcome === 'note' && data.result) {
    next = { ...next, notes: next.notes.push({ node: current.node, act: current.act, note: data.result }) };
  }
  return finishNamedTask(next, current, 'done', data.result ?? null);
}

/** The failure and the possible decisions are part of the question: a choice alone says nothing. */
const askAbout = ({ code, message, next }: ErrorInfo): ActivationStatus => ({
  is: 'asking',
  signal: FAILURE_SIGNAL,
  question: {
    inline: {
      text: `${code}: ${message}${next === undefined ? '' : ` Next: ${next}`}`,
      choices: FailureAnswer.shape.choice.options,
    },
  },
});

function failed(state: RunState, current: Activation, data: RunEventData<'node.failed'>): RunState {
  const [counted, activation] = paid(state, { ...current, failures: current.failures + 1 }, data.usage);
  switch (data.next.do) {
    case 'retry':
      return withStatus(counted, activation, { is: 'backing-off', until: data.next.at });
    case 'ask':
      return withStatus(counted, activation, askAbout(data.error));
    case 'end':
      return finishNamedTask(remove(counted, current), current, 'failed', null);
  }
}

function arrived(state: RunState, data: RunEventData<'join.arrived'>): RunState {
  const key = arrivalKey(data.scope, data.join);
  const arrival = { slot: data.slot, from: data.from, payload: data.payload };
  return { ...state, arrivals: state.arrivals.update(key, List(), (list) => list.push(arrival)) };
}

function signalled(state: RunState, data: RunEventData<'signal.received'>): RunState {
  const { act, signal, payload } = data;
  const asking = act === null ? undefined : state.acts.get(act);
  if (!asking) return { ...state, early: state.early.update(signal, List<Payload>(), (list) => list.push(payload)) };
  const early = data.early ? state.early.update(signal, List<Payload>(), (list) => list.shift()) : state.early;
  return withStatus({ ...state, early }, { ...asking, answers: asking.answers.set(signal, payload) }, { is: 'ready' });
}

function withStatus(state: RunState, activation: Activation, status: ActivationStatus): RunState {
  const counts = bump(bump(state.counts, activation.status.is, -1), status.is, 1);
  return { ...state, counts, acts: state.acts.set(activation.act, { ...activation, status }) };
}

const put = (state: RunState, activation: Activation): RunState => ({
  ...state,
  acts: state.acts.set(activation.act, activation),
});

function remove(state: RunState, activation: Activation): RunState {
  const next: RunState = {
    ...state,
    acts: state.acts.delete(activation.act),
    counts: bump(state.counts, activation.status.is, -1),
  };
  return isAside(activation.kind) ? { ...next, aside: next.aside - 1 } : addLive(next, activation.scope, -1);
}

function finishNamedTask(
  state: RunState,
  { name }: Activation,
  to: 'done' | 'failed',
  result: Payload | null,
): RunState {
  const task = name === null ? undefined : state.names.get(name);
  if (name === null || !task) return state;
  let { acts } = state;
  for (const waiting of task.waiting) acts = unblockOnce(acts, waiting);
  return { ...state, acts, names: state.names.set(name, { ...task, state: to, result }) };
}

/** One dependency fewer. At zero the activation is still blocked, until `node.unblocked` says otherwise. */
function unblockOnce(acts: PMap<ActivationId, Activation>, act: ActivationId): PMap<ActivationId, Activation> {
  const waiting = acts.get(act);
  if (waiting?.status.is !== 'blocked') return acts;
  return acts.set(act, { ...waiting, status: { is: 'blocked', by: waiting.status.by - 1 } });
}

function addLive(state: RunState, scope: ScopeId, by: number): RunState {
  const found = state.scopes.get(scope);
  return found ? { ...state, scopes: state.scopes.set(scope, { ...found, live: found.live + by }) } : state;
}

const bump = (counts: RunState['counts'], is: ActivationStatus['is'], by: number): RunState['counts'] => ({
  ...counts,
  [is]: counts[is] + by,
});

/** What a running attempt has used so far. */
function using(state: RunState, current: Activation, used: Usage): RunState {
  const tokens = state.using.tokens + used.tokens - current.used.tokens;
  const usd = state.using.usd + (used.usd ?? 0) - (current.used.usd ?? 0);
  return { ...put(state, { ...current, used }), using: { tokens, usd } };
}

/** An attempt has ended: its usage is spent, and the rest of its reserve is free again. */
function paid(state: RunState, current: Activation, usage: Usage = NO_USAGE): [RunState, Activation] {
  const idle = current.used === NO_USAGE ? state : using(state, current, NO_USAGE);
  const spent = usage.tokens === 0 && usage.usd === 0 ? idle.spent : { ...idle.spent, ...addUsage(idle.spent, usage) };
  return [
    { ...idle, spent },
    { ...current, reserved: null, used: NO_USAGE },
  ];
}
