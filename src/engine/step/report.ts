import { AssayError, type ErrorInfo } from '#contracts/errors.ts';
import { type ActivationId, ScopeId, type TreeHash } from '#contracts/ids.ts';
import type { Payload } from '#contracts/payload.ts';
import type { Usage } from '#contracts/usage.ts';
import { isAside } from '../graph/shape.ts';
import { usedBy } from './budget.ts';
import { cancelNodes, closeIfEmpty, fail, finish, leaveGraph, unblockDependants } from './finish.ts';
import { pause } from './pause.ts';
import { activate, scheduleAll, type Target, targetsError } from './schedule.ts';
import type { Activation } from './state.ts';
import type { Transition } from './transition.ts';

type Follow = 'retry' | 'policy' | 'ask' | 'budget';

/** An executor's outcome with its payloads in the log's form. */
export interface NodeReport {
  readonly act: ActivationId;
  readonly attempt: number;
  /** Undefined where it was not reported: then what was known while it ran counts. */
  readonly usage: Usage | undefined;
  readonly ms: number;
  readonly tree?: TreeHash | undefined;
  readonly cancel?: readonly string[] | undefined;
  readonly outcome:
    | { readonly type: 'goto'; readonly to: Target }
    | { readonly type: 'fork'; readonly branches: readonly Target[]; readonly collect?: string | undefined }
    | { readonly type: 'end'; readonly result?: Payload | undefined }
    | { readonly type: 'exit'; readonly output: Payload }
    | { readonly type: 'note'; readonly note: Payload }
    | { readonly type: 'ask'; readonly signal: string; readonly question: Payload }
    | { readonly type: 'failed'; readonly error: ErrorInfo; readonly follow: Follow };
}

/** What a node's outcome leads to. A report of an activation that is no longer running is ignored. */
export function takeReport(t: Transition, report: NodeReport): void {
  const activation = t.act(report.act);
  if (activation?.status.is !== 'running' || activation.attempt !== report.attempt) return;
  const { outcome } = report;
  switch (outcome.type) {
    case 'ask':
      return ask(t, activation, report, outcome);
    case 'failed':
      return failed(t, activation, report, outcome.error, outcome.follow);
    default:
      return completed(t, activation, report);
  }
}

function completed(t: Transition, activation: Activation, report: NodeReport): void {
  const { act, outcome } = { act: activation.act, outcome: report.outcome };
  const targets = outcome.type === 'goto' ? [outcome.to] : outcome.type === 'fork' ? outcome.branches : [];
  const misfit = misfitOf(t, activation, report, targets);
  if (misfit) return failed(t, activation, report, misfit.toInfo(), 'policy');

  const result = resultOf(report);
  if (outcome.type === 'ask' || outcome.type === 'failed') return;
  t.emit('node.completed', {
    act,
    attempt: report.attempt,
    usage: usedBy(activation, report.usage),
    ms: report.ms,
    outcome: outcome.type,
    to: targets.map((target) => target.port),
    ...(result === undefined ? {} : { result }),
    ...(report.tree === undefined ? {} : { tree: report.tree }),
  });
  t.held = activation.scope;
  notifyObservers(t, activation, report);
  unblockDependants(t, activation, 'done');
  if (isAside(activation.kind)) return finishIfDrained(t);
  if (report.cancel) cancelNodes(t, report.cancel, activation.scope, `${act} no longer wants it`);
  if (outcome.type === 'exit') return exit(t, activation, outcome.output);
  if (outcome.type === 'fork') openFork(t, activation, targets, outcome.collect);
  else scheduleAll(t, targets, activation.scope, act);
  t.held = null;
  closeIfEmpty(t, activation.scope);
}

/** An invalid goto is the sender's failure. */
function misfitOf(
  t: Transition,
  activation: Activation,
  report: NodeReport,
  targets: readonly Target[],
): AssayError | null {
  const allowed = t.shapeOf(activation.node)?.to ?? [];
  const stray = targets.find((target) => !allowed.includes(target.port));
  if (stray) {
    return new AssayError('PORT_UNKNOWN', `${activation.node} may not go to ${stray.port}`, {
      next: `It declared: ${allowed.join(', ') || 'nothing'}.`,
    });
  }
  const { outcome } = report;
  if (outcome.type === 'fork' && outcome.collect !== undefined && !allowed.includes(outcome.collect)) {
    return new AssayError('PORT_UNKNOWN', `${activation.node} may not collect into ${outcome.collect}`);
  }
  const scope = outcome.type === 'fork' ? forkScope(activation) : activation.scope;
  return targetsError(t, targets, scope);
}

function resultOf({ outcome }: NodeReport): Payload | undefined {
  if (outcome.type === 'end') return outcome.result;
  if (outcome.type === 'note') return outcome.note;
  if (outcome.type === 'exit') return outcome.output;
  return outcome.type === 'goto' ? outcome.to.payload : undefined;
}

const forkScope = (activation: Activation): ScopeId => ScopeId.parse(`${activation.act}+`);

function openFork(
  t: Transition,
  activation: Activation,
  targets: readonly Target[],
  collect: string | undefined,
): void {
  const scope = forkScope(activation);
  const { act } = activation;
  t.emit('scope.opened', { scope, parent: activation.scope, by: act, kind: 'fork', collect: collect ?? null });
  scheduleAll(t, targets, scope, act);
  closeIfEmpty(t, scope);
}

function exit(t: Transition, activation: Activation, output: Payload): void {
  if (!leaveGraph(t, activation.scope, output)) finish(t, { status: 'completed', output });
}

function ask(
  t: Transition,
  activation: Activation,
  report: NodeReport,
  outcome: Extract<NodeReport['outcome'], { type: 'ask' }>,
): void {
  const { act, attempt, ms } = report;
  const usage = usedBy(activation, report.usage);
  const { signal, question } = outcome;
  t.emit('node.asked', { act, attempt, usage, ms, signal, question });
  const waiting = t.state.early.get(signal)?.first();
  if (!waiting) return;
  t.emit('signal.received', { signal, act, payload: waiting, by: 'earlier', early: true });
  if (t.state.status === 'running') t.command({ do: 'request', act });
}

function failed(t: Transition, activation: Activation, report: NodeReport, error: ErrorInfo, follow: Follow): void {
  const { act, attempt, ms } = report;
  const usage = usedBy(activation, report.usage);
  if (follow === 'budget' && !isAside(activation.kind)) {
    t.emit('node.interrupted', { act, attempt, why: 'budget', usage });
    return pause(t, 'budget', error.message);
  }
  const shape = t.shapeOf(activation.node);
  const tries = activation.failures + 1;
  if (follow === 'retry' && shape && tries < shape.retry.attempts) {
    const wait = Math.min(shape.retry.backoffMs * shape.retry.factor ** (tries - 1), shape.retry.maxBackoffMs);
    t.emit('node.failed', { act, attempt, usage, ms, error, next: { do: 'retry', at: t.at + wait } });
    return t.command({ do: 'wake', at: t.at + wait });
  }
  const policy = isAside(activation.kind) ? 'skip' : follow === 'ask' ? 'ask' : (shape?.onFailure ?? 'fail');
  if (policy === 'ask') return t.emit('node.failed', { act, attempt, usage, ms, error, next: { do: 'ask' } });
  t.emit('node.failed', { act, attempt, usage, ms, error, next: { do: 'end' } });
  notifyObservers(t, activation, report);
  unblockDependants(t, activation, 'failed');
  if (isAside(activation.kind)) return finishIfDrained(t);
  if (policy === 'skip') return closeIfEmpty(t, activation.scope);
  fail(t, act, 'fail', error, activation.scope);
}

/** Observers see every end of what they watch, and run beside the work. */
function notifyObservers(
  t: Transition,
  { kind, node: watched, act, scope, input }: Activation,
  report: NodeReport,
): void {
  if (isAside(kind) || t.state.status === 'draining') return;
  const { outcome } = report;
  const seen: Payload = {
    record: {
      what: { inline: { node: watched, act, outcome: outcome.type } },
      // A join's arrivals are released once it has ended.
      input: 'arrivals' in input ? { inline: null } : input,
      result: resultOf(report) ?? { inline: null },
      error: { inline: outcome.type === 'failed' ? outcome.error.message : null },
    },
  };
  for (const node of t.graph.observers[watched] ?? []) activate(t, node, { payload: seen }, scope, act);
}

/** The last one beside a finished run turns "draining" into the end. */
export function finishIfDrained(t: Transition): void {
  if (t.state.status === 'draining' && t.state.aside === 0 && t.state.ending) {
    t.emit('run.ended', { ending: t.state.ending });
  }
}
