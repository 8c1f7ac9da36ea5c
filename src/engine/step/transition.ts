import type { ActivationId, ScopeId } from '#contracts/ids.ts';
import {
  currentVersion,
  type NewEvent,
  newEvent,
  type RunEvent,
  type RunEventData,
  type RunEventType,
} from '#contracts/run-events.ts';
import type { GraphShape, NodeShape } from '../graph/shape.ts';
import { evolve } from './evolve.ts';
import type { Activation, RunState } from './state.ts';

/** What the interpreter is to do once the events are durable. */
export type StepCommand =
  | { readonly do: 'request'; readonly act: ActivationId }
  | { readonly do: 'withdraw'; readonly act: ActivationId }
  | { readonly do: 'execute'; readonly act: ActivationId }
  | { readonly do: 'abort'; readonly act: ActivationId }
  | { readonly do: 'wake'; readonly at: number };

/**
 * A step under construction: emits events and folds each at once, so that the next decision sees it. Mutable inside a
 * step, never outside: `step` returns plain results.
 */
export class Transition {
  state: RunState;
  readonly graph: GraphShape;
  readonly events: NewEvent[] = [];
  readonly commands: StepCommand[] = [];
  readonly at: number;
  /** A scope whose last activation has just ended and may yet send others there: not to be closed meanwhile. */
  held: ScopeId | null = null;

  constructor(graph: GraphShape, state: RunState, at: number) {
    this.graph = graph;
    this.state = state;
    this.at = at;
  }

  emit<T extends RunEventType>(type: T, data: RunEventData<T>): void {
    this.events.push(newEvent(type, data));
    const seq = this.state.seq + 1;
    // Same shape as the store will read back: newEvent paired type and data, the store numbers them alike.
    this.state = evolve(this.state, { seq, at: this.at, type, v: currentVersion(type), data } as RunEvent);
  }

  command(command: StepCommand): void {
    this.commands.push(command);
  }

  /** A run may have adopted a graph that no longer has this node; then it has no policies and only fails. */
  shapeOf(node: string): NodeShape | undefined {
    return this.graph.nodes[node];
  }

  act(id: ActivationId): Activation | undefined {
    return this.state.acts.get(id);
  }
}
