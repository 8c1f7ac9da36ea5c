import type { ErrorInfo } from '#contracts/errors.ts';
import { type ActivationId, ROOT_SCOPE, type ScopeId } from '#contracts/ids.ts';
import type { Payload } from '#contracts/payload.ts';
import type { Ending } from '#contracts/run-events.ts';
import { isAside } from '../graph/shape.ts';
import { usageOf } from './budget.ts';
import { begin, fire } from './schedule.ts';
import type { Activation, ActivationStatus, Scope } from './state.ts';
import type { Transition } from './transition.ts';

/** The run is over: what is still alive is cancelled; advisory and observer nodes may finish first. */
export function finish(t: Transition, ending: Ending): void {
  const sparesAside = ending.status !== 'cancelled';
  for (const activation of t.state.acts.values()) {
    if (!(sparesAside && isAside(activation.kind))) cancel(t, activation, 'the run is over');
  }
  // Cancelling a run that only waits for its advisers leaves its result as it is.
  const final = t.state.ending ?? ending;
  if (t.state.aside === 0) return t.emit('run.ended', { ending: final });
  t.emit('run.draining', { ending: final });
  // A pause may have kept advisers from requesting a slot; nothing else will remind them now.
  for (const { act, status } of t.state.acts.values()) if (status.is === 'ready') begin(t, act);
}

/** A node has failed for good, or a person gave it up: its branch, its sub-graph or the run ends. */
export function fail(
  t: Transition,
  act: ActivationId,
  how: 'skip' | 'fail',
  error: ErrorInfo,
  inScope?: ScopeId,
): void {
  const activation = t.act(act);
  const scope = inScope ?? activation?.scope ?? ROOT_SCOPE;
  if (activation) drop(t, activation, error.message);
  if (how === 'skip') return closeIfEmpty(t, scope);
  const graph = enclosingGraph(t, scope);
  if (graph) return failGraph(t, graph, error);
  finish(t, { status: 'failed', error });
}

/** Something in a scope has ended. An empty scope closes; an empty run that never reached its exit is stuck. */
export function closeIfEmpty(t: Transition, id: ScopeId): void {
  const scope = t.state.scopes.get(id);
  if (!scope || scope.live > 0 || t.held === id || t.state.status === 'ended' || t.state.status === 'draining') return;
  switch (scope.kind) {
    case 'fork': {
      if (scope.collect !== null) fire(t, scope.collect, id);
      t.emit('scope.closed', { scope: id });
      return scope.parent === null ? undefined : closeIfEmpty(t, scope.parent);
    }
    case 'graph':
      return failGraph(t, scope, stuck(t));
    case 'root':
      return finish(t, { status: 'failed', error: stuck(t) });
  }
}

/** Exits the innermost sub-graph around a scope with its output; false at the top level. */
export function leaveGraph(t: Transition, from: ScopeId, output: Payload): boolean {
  const graph = enclosingGraph(t, from);
  if (!graph || graph.by === null) return false;
  closeAll(t, graph, 'its sub-graph has its result');
  t.emit('graph.exited', { act: graph.by, output });
  begin(t, graph.by);
  return true;
}

export function cancelNodes(t: Transition, nodes: readonly string[], within: ScopeId, why: string): void {
  const unwanted = [...t.state.acts.values()].filter(
    (activation) => nodes.includes(activation.node) && isInside(t, activation.scope, within),
  );
  for (const activation of unwanted) {
    drop(t, activation, why);
    closeIfEmpty(t, activation.scope);
  }
}

/** Tasks that waited for a named task continue, or are skipped with it. */
export function unblockDependants(t: Transition, { name }: Activation, how: 'done' | 'failed'): void {
  const task = name === null ? undefined : t.state.names.get(name);
  if (!task) return;
  for (const act of task.waiting) {
    const waiting = t.act(act);
    if (waiting?.status.is !== 'blocked') continue;
    if (how === 'failed') {
      drop(t, waiting, `${name} did not succeed`);
      closeIfEmpty(t, waiting.scope);
    } else if (waiting.status.by === 0) {
      t.emit('node.unblocked', { act });
      begin(t, act);
    }
  }
}

function failGraph(t: Transition, scope: Scope, error: ErrorInfo): void {
  const owner = scope.by === null ? undefined : t.act(scope.by);
  closeAll(t, scope, error.message);
  if (!owner) return;
  const shape = t.shapeOf(owner.node);
  if (shape?.onFailure === 'ask') return t.emit('graph.failed', { act: owner.act, error, next: 'ask' });
  t.emit('graph.failed', { act: owner.act, error, next: 'end' });
  unblockDependants(t, owner, 'failed');
  if (shape?.onFailure === 'skip') return closeIfEmpty(t, owner.scope);
  fail(t, owner.act, 'fail', error, owner.scope);
}

function closeAll(t: Transition, scope: Scope, why: string): void {
  for (const activation of t.state.acts.values()) {
    if (!isAside(activation.kind) && isInside(t, activation.scope, scope.id)) cancel(t, activation, why);
  }
  const inner = [...t.state.scopes.values()].filter((other) => isInside(t, other.id, scope.id));
  // Innermost first, so that every parent still exists to be counted down.
  for (const { id } of inner.sort((a, b) => depth(t, b) - depth(t, a))) t.emit('scope.closed', { scope: id });
}

/** Cancels an activation together with the tasks that waited for it. */
function drop(t: Transition, activation: Activation, why: string): void {
  cancel(t, activation, why);
  unblockDependants(t, activation, 'failed');
}

function cancel(t: Transition, activation: Activation, why: string): void {
  const { act, status } = activation;
  t.emit('node.cancelled', { act, was: shown(status), why, ...usageOf(activation) });
  t.command({ do: status.is === 'running' ? 'abort' : 'withdraw', act });
}

const shown = ({ is }: ActivationStatus): 'blocked' | 'scheduled' | 'running' | 'asking' | 'inside' =>
  is === 'ready' || is === 'backing-off' ? 'scheduled' : is;

function enclosingGraph(t: Transition, from: ScopeId): Scope | undefined {
  let scope = t.state.scopes.get(from);
  while (scope && scope.kind !== 'graph') scope = scope.parent === null ? undefined : t.state.scopes.get(scope.parent);
  return scope;
}

function isInside(t: Transition, scope: ScopeId, outer: ScopeId): boolean {
  let at: ScopeId | null = scope;
  while (at !== null && at !== outer) at = t.state.scopes.get(at)?.parent ?? null;
  return at === outer;
}

function depth(t: Transition, scope: Scope): number {
  let steps = 0;
  for (let at = scope.parent; at !== null; at = t.state.scopes.get(at)?.parent ?? null) steps += 1;
  return steps;
}

function stuck(t: Transition): ErrorInfo {
  const waiting = [...t.state.arrivals.keys()].map((key) => key.slice(key.indexOf('|') + 1));
  return {
    code: 'RUN_STUCK',
    message:
      waiting.length === 0
        ? 'every path has ended and none reached the exit'
        : `every path has ended; these joins still wait: ${[...new Set(waiting)].join(', ')}`,
    next: 'A node that ends a path must be balanced by one that exits the graph.',
  };
}
