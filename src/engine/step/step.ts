import type { Instructed } from '#contracts/agent.ts';
import type { ErrorInfo } from '#contracts/errors.ts';
import type { ActivationId, RunId, SessionId, WorkerId } from '#contracts/ids.ts';
import { ROOT_SCOPE } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import { FAILURE_SIGNAL, type FailureAnswer } from '#contracts/mail.ts';
import type { Payload } from '#contracts/payload.ts';
import type { GraphRef, NewEvent } from '#contracts/run-events.ts';
import type { Lane } from '#contracts/scheduling.ts';
import { type Budget, exhausted, type Usage } from '#contracts/usage.ts';
import type { GraphShape } from '../graph/shape.ts';
import { callWaiting, overBudget, reserveMore, startReserve, usageOf } from './budget.ts';
import { fail, finish } from './finish.ts';
import { pause } from './pause.ts';
import { finishIfDrained, type NodeReport, takeReport } from './report.ts';
import { begin, scheduleAll, type Target, targetsError } from './schedule.ts';
import type { Activation, RunState } from './state.ts';
import { type StepCommand, Transition } from './transition.ts';

/** What can happen to a run. Payloads are already in the log's form, answers already checked. */
export type StepInput =
  | {
      readonly type: 'create';
      readonly graph: GraphRef;
      readonly run: RunId;
      readonly session: SessionId;
      readonly title: string;
      readonly lane: Lane;
      readonly budget: Budget;
      readonly simulated: boolean;
      readonly input: Payload;
    }
  | { readonly type: 'attach'; readonly worker: WorkerId }
  | { readonly type: 'granted'; readonly act: ActivationId }
  | { readonly type: 'report'; readonly report: NodeReport }
  | { readonly type: 'effect-intended'; readonly act: ActivationId; readonly key: string }
  | { readonly type: 'effect-done'; readonly act: ActivationId; readonly key: string; readonly result: Payload }
  | { readonly type: 'used'; readonly act: ActivationId; readonly attempt: number; readonly usage: Usage }
  | {
      readonly type: 'instructed';
      readonly act: ActivationId;
      readonly attempt: number;
      readonly instructed: Instructed;
    }
  | { readonly type: 'reserve'; readonly act: ActivationId }
  | { readonly type: 'stopped'; readonly act: ActivationId }
  | { readonly type: 'tick' }
  | { readonly type: 'cancel'; readonly why: string }
  | { readonly type: 'pause'; readonly why: string }
  | { readonly type: 'resume'; readonly by: string }
  | { readonly type: 'raise-budget'; readonly budget: Budget; readonly by: string }
  | {
      readonly type: 'signal';
      readonly signal: string;
      readonly act: ActivationId | null;
      readonly payload: Payload;
      readonly by: string;
    }
  | {
      readonly type: 'failure-answer';
      readonly act: ActivationId;
      readonly answer: FailureAnswer;
      readonly payload: Payload;
      readonly by: string;
    }
  | { readonly type: 'add-tasks'; readonly tasks: readonly Target[]; readonly by: string }
  | { readonly type: 'refuse'; readonly mail: Json; readonly error: ErrorInfo; readonly by: string };

export interface Step {
  readonly state: RunState;
  readonly events: readonly NewEvent[];
  readonly commands: readonly StepCommand[];
}

/** How many drivers may die under one activation before a person is asked whether it is the cause. */
const CRASHES_BEFORE_ASKING = 3;

/** Pure: from a state and an input, the events that record it and the commands that follow from it. */
export function step(graph: GraphShape, state: RunState, input: StepInput, at: number): Step {
  const t = new Transition(graph, state, Math.max(at, state.at));
  if (state.status !== 'ended') {
    take(t, input);
    checkBudget(t);
  }
  return { state: t.state, events: t.events, commands: t.commands };
}

function take(t: Transition, input: StepInput): void {
  switch (input.type) {
    case 'create':
      return create(t, input);
    case 'attach':
      return attach(t, input.worker);
    case 'granted':
      return granted(t, input.act);
    case 'report':
      takeReport(t, input.report);
      return callWaiting(t);
    case 'used':
      return used(t, input);
    case 'instructed':
      return instructed(t, input);
    case 'reserve':
      return reserveMore(t, input.act);
    case 'effect-intended':
      return t.emit('effect.intended', { act: input.act, key: input.key });
    case 'effect-done':
      return t.emit('effect.done', { act: input.act, key: input.key, result: input.result });
    case 'stopped':
      return interrupted(t, input.act, 'stop');
    case 'tick':
      return wakeDue(t);
    case 'cancel':
      return finish(t, { status: 'cancelled', why: input.why });
    case 'pause':
      return pause(t, 'person', input.why);
    case 'resume':
      return resume(t, input.by);
    case 'raise-budget':
      t.emit('budget.raised', { budget: input.budget, by: input.by });
      if (t.state.pausedBy === 'person' || exhausted(t.state.budget, t.state.spent)) return;
      return resume(t, input.by);
    case 'signal':
      return signal(t, input);
    case 'failure-answer':
      return answerFailure(t, input);
    case 'add-tasks': {
      const error = targetsError(t, input.tasks, ROOT_SCOPE);
      if (!error) return scheduleAll(t, input.tasks, ROOT_SCOPE, null);
      const asked = { type: input.type, ports: input.tasks.map((task) => task.port) };
      return t.emit('mail.refused', { mail: asked, error: error.toInfo(), by: input.by });
    }
    case 'refuse':
      return t.emit('mail.refused', { mail: input.mail, error: input.error, by: input.by });
  }
}

function create(t: Transition, input: Extract<StepInput, { type: 'create' }>): void {
  const { type: _, ...data } = input;
  t.emit('run.created', data);
  scheduleAll(t, [{ port: t.graph.start, payload: input.input }], ROOT_SCOPE, null);
}

/** A new driver: what the last one was running is requeued, and open requests are repeated. */
function attach(t: Transition, worker: WorkerId): void {
  t.emit('driver.attached', { worker });
  for (const activation of t.state.acts.values()) interrupted(t, activation.act, 'crash');
  for (const activation of t.state.acts.values()) outstanding(t, activation);
}

function outstanding(t: Transition, { act, status }: Activation): void {
  if (status.is === 'ready') begin(t, act);
  if (status.is === 'backing-off') t.command({ do: 'wake', at: status.until });
}

function granted(t: Transition, act: ActivationId): void {
  const activation = t.act(act);
  if (!activation || t.state.status === 'paused' || !mayStart(activation, t.at)) return;
  const { budget, spent } = t.state;
  if (activation.byAgent && budget.attempts !== undefined && spent.attempts >= budget.attempts) {
    return denied(t, activation, `${spent.attempts} of ${budget.attempts} attempts are used`);
  }
  const reserved = activation.byAgent ? startReserve(t.state) : undefined;
  if (reserved === 'wait') return;
  if (reserved === 'none') return denied(t, activation, 'nothing is left of it for another attempt');
  t.emit('node.started', { act, attempt: activation.attempt + 1, ...(reserved && { reserved }) });
  t.command({ do: 'execute', act });
}

/**
 * There is no budget for it. A person is asked, unless the run is over but for its advisers: then it continues without.
 */
function denied(t: Transition, activation: Activation, why: string): void {
  if (t.state.status !== 'draining') return pause(t, 'budget', why);
  t.emit('node.cancelled', { act: activation.act, was: 'scheduled', why });
  finishIfDrained(t);
}

const mayStart = ({ status }: Activation, at: number): boolean =>
  status.is === 'ready' || (status.is === 'backing-off' && status.until <= at);

function used(t: Transition, { act, attempt, usage }: Extract<StepInput, { type: 'used' }>): void {
  const activation = t.act(act);
  if (activation?.status.is !== 'running' || activation.attempt !== attempt) return;
  t.emit('node.used', { act, attempt, usage });
}

function instructed(t: Transition, { act, attempt, instructed }: Extract<StepInput, { type: 'instructed' }>): void {
  const activation = t.act(act);
  if (activation?.status.is !== 'running' || activation.attempt !== attempt) return;
  t.emit('node.instructed', { act, attempt, instructed });
}

function interrupted(t: Transition, act: ActivationId, why: 'crash' | 'stop'): void {
  const activation = t.act(act);
  if (activation?.status.is !== 'running') return;
  t.emit('node.interrupted', { act, attempt: activation.attempt, why, ...usageOf(activation) });
  if (why === 'stop') return;
  if (activation.crashes + 1 < CRASHES_BEFORE_ASKING) return;
  const attempt = activation.attempt + 1;
  t.emit('node.started', { act, attempt });
  t.emit('node.failed', {
    act,
    attempt,
    usage: { tokens: 0, usd: 0 },
    ms: 0,
    error: {
      code: 'NODE_KEEPS_CRASHING',
      message: `${act} was running each of the last ${CRASHES_BEFORE_ASKING} times its driver died`,
      next: 'It may be the cause. Answer retry, skip or fail.',
    },
    next: { do: 'ask' },
  });
}

function wakeDue(t: Transition): void {
  for (const { act, status } of t.state.acts.values()) {
    if (status.is !== 'backing-off') continue;
    if (status.until <= t.at && t.state.status !== 'paused') t.command({ do: 'request', act });
    else t.command({ do: 'wake', at: status.until });
  }
}

function resume(t: Transition, by: string): void {
  if (t.state.status !== 'paused') return;
  t.emit('run.resumed', { by });
  for (const activation of t.state.acts.values()) outstanding(t, activation);
}

function signal(t: Transition, input: Extract<StepInput, { type: 'signal' }>): void {
  const asks = (a: Activation) =>
    a.status.is === 'asking' && a.status.signal === input.signal && (input.act === null || input.act === a.act);
  const asking = t.state.acts.find(asks);
  const { signal: name, payload, by } = input;
  t.emit('signal.received', { signal: name, act: asking?.act ?? null, payload, by, early: false });
  if (asking) begin(t, asking.act);
}

function answerFailure(
  t: Transition,
  { act, answer, payload, by }: Extract<StepInput, { type: 'failure-answer' }>,
): void {
  const activation = t.act(act);
  if (activation?.status.is !== 'asking' || activation.status.signal !== FAILURE_SIGNAL) return;
  t.emit('signal.received', { signal: FAILURE_SIGNAL, act, payload, by, early: false });
  if (answer.choice === 'retry') return begin(t, act);
  fail(t, act, answer.choice, { code: 'NODE_ABORTED', message: `${by} answered "${answer.choice}" for ${act}` });
}

/** Time, tokens and money are checked whenever something was spent; the run then waits for a person. */
function checkBudget(t: Transition): void {
  const over = overBudget(t.state, t.at);
  if (over !== undefined) pause(t, 'budget', over);
}
