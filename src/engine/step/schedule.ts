import { AssayError } from '#contracts/errors.ts';
import { ActivationId, ScopeId } from '#contracts/ids.ts';
import type { Payload } from '#contracts/payload.ts';
import { isAside, splitPort } from '../graph/shape.ts';
import { arrivalKey, type RunState } from './state.ts';
import type { Transition } from './transition.ts';

export interface Target {
  readonly port: string;
  readonly payload: Payload;
  readonly name?: string | undefined;
  readonly after?: readonly string[] | undefined;
}

/** Sends payloads to ports, after `targetsError` has found nothing wrong with them. */
export function scheduleAll(t: Transition, targets: readonly Target[], scope: ScopeId, by: ActivationId | null): void {
  for (const target of inOrder(targets)) {
    const { node, slot } = splitPort(target.port);
    if (by !== null && t.shapeOf(node)?.kind === 'join') arrive(t, node, slot, target.payload, scope, by);
    else activate(t, node, target, scope, by);
  }
}

/** One activation of a node; also used for joins that fire, and for observers. */
export function activate(
  t: Transition,
  node: string,
  { payload, name, after }: Omit<Target, 'port'>,
  scope: ScopeId,
  by: ActivationId | null,
): void {
  const shape = t.shapeOf(node);
  if (!shape) return;
  const act = ActivationId.parse(`${node}#${(t.state.activated.get(node) ?? 0) + 1}`);
  t.emit('node.scheduled', {
    act,
    node,
    kind: shape.kind,
    byAgent: shape.byAgent,
    scope,
    input: payload,
    by,
    blocked: after?.some((wanted) => t.state.names.get(wanted)?.state === 'live') ?? false,
    ...(name === undefined ? {} : { name }),
    ...(after === undefined || after.length === 0 ? {} : { after: [...after] }),
  });
  if (t.act(act)?.status.is === 'ready') begin(t, act);
}

/** A ready activation requests a slot; a graph node opens its inside at once instead. */
export function begin(t: Transition, act: ActivationId): void {
  const activation = t.act(act);
  if (!activation) return;
  const inner = t.shapeOf(activation.node)?.start;
  if (inner && activation.child === null) return openGraph(t, act, inner);
  if (t.state.status !== 'paused') t.command({ do: 'request', act });
}

function openGraph(t: Transition, act: ActivationId, inner: string): void {
  const activation = t.act(act);
  if (!activation) return;
  const attempt = activation.attempt + 1;
  t.emit('graph.entered', { act, attempt });
  const scope = ScopeId.parse(`${act}/${attempt}`);
  t.emit('scope.opened', { scope, parent: activation.scope, by: act, kind: 'graph', collect: null });
  activate(t, inner, { payload: activation.input }, scope, act);
}

/** A payload reaches a join. A slot join fires when its slots are full; a collecting one when its scope is empty. */
function arrive(
  t: Transition,
  join: string,
  slot: string | null,
  payload: Payload,
  scope: ScopeId,
  from: ActivationId,
): void {
  t.emit('join.arrived', { join, scope, slot, from, payload });
  const slots = t.shapeOf(join)?.slots;
  if (!slots) return;
  const here = t.state.arrivals.get(arrivalKey(scope, join));
  if (here && slots.every((wanted) => here.some((arrival) => arrival.slot === wanted))) fire(t, join, scope);
}

/** A fork's joins continue outside of it, where the fork was opened. */
export function fire(t: Transition, join: string, scope: ScopeId): void {
  const found = t.state.scopes.get(scope);
  const outside = found?.kind === 'fork' && found.parent !== null ? found.parent : scope;
  activate(t, join, { payload: { arrivals: { scope, join } } }, outside, null);
}

/** Why these payloads cannot be sent, if they cannot: checked before anything is recorded. */
export function targetsError(t: Transition, targets: readonly Target[], scope: ScopeId): AssayError | null {
  const names = new Set<string>();
  const filled = new Set<string>();
  for (const { port, name } of targets) {
    const { node, slot } = splitPort(port);
    const shape = t.shapeOf(node);
    if (!shape || (slot !== null && !shape.slots?.includes(slot)) || (slot === null && shape.slots)) {
      return new AssayError('PORT_UNKNOWN', `there is no port ${port} in graph ${t.graph.name}`);
    }
    if (slot !== null && (filled.has(port) || isFilled(t.state, scope, node, slot))) {
      return new AssayError('JOIN_CONFLICT', `${port} already has a payload in this scope`, {
        next: 'Fork before branches that meet at this join, so that each round has its own scope.',
      });
    }
    if (slot !== null) filled.add(port);
    if (name === undefined) continue;
    if (names.has(name) || t.state.names.has(name))
      return new AssayError('NAME_TAKEN', `a task named ${name} exists already`);
    names.add(name);
  }
  return dependencyError(t, targets, names);
}

function dependencyError(t: Transition, targets: readonly Target[], names: ReadonlySet<string>): AssayError | null {
  for (const { port, name, after } of targets) {
    const unknown = after?.find((wanted) => !names.has(wanted) && !t.state.names.has(wanted));
    if (unknown !== undefined) {
      return new AssayError('DEPENDENCY_UNKNOWN', `${name ?? port} waits for ${unknown}, which does not exist`);
    }
    const kind = t.shapeOf(splitPort(port).node)?.kind;
    if (after && after.length > 0 && (kind === 'join' || (kind && isAside(kind)))) {
      return new AssayError('DEPENDENCY_UNKNOWN', `${port} cannot wait for tasks: it is ${kind}`);
    }
  }
  if (inOrder(targets).length < targets.length) {
    const circle = targets.filter((target) => target.name !== undefined).map((target) => target.name);
    return new AssayError('DEPENDENCY_UNKNOWN', `these tasks wait for each other in a circle: ${circle.join(', ')}`);
  }
  return null;
}

/** A task after those it waits for. Members of a cycle are left out. */
function inOrder(targets: readonly Target[]): readonly Target[] {
  if (targets.every((target) => target.after === undefined)) return targets;
  const placed: Target[] = [];
  const pending = new Map(targets.flatMap((target) => (target.name === undefined ? [] : [[target.name, target]])));
  let rest = [...targets];
  for (let before = -1; before !== rest.length; ) {
    before = rest.length;
    rest = rest.filter((target) => {
      if (target.after?.some((name) => pending.has(name))) return true;
      placed.push(target);
      if (target.name !== undefined) pending.delete(target.name);
      return false;
    });
  }
  return placed;
}

const isFilled = (state: RunState, scope: ScopeId, join: string, slot: string): boolean =>
  state.arrivals.get(arrivalKey(scope, join))?.some((arrival) => arrival.slot === slot) ?? false;
