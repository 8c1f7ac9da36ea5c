import type { ErrorInfo } from './errors.ts';
import type { ActivationId } from './ids.ts';
import { FAILURE_SIGNAL } from './mail.ts';
import type { RunEvent, RunEventData } from './run-events.ts';
import { type Moment, momentOf } from './run-timeline.ts';
import {
  labelOf,
  type NodeState,
  type NodeView,
  type NoteView,
  type OpenQuestion,
  type RunView,
} from './run-view-types.ts';
import { addSums, addUsage, NO_SUM, NOTHING_SPENT, type Usage } from './usage.ts';

export {
  labelOf,
  type NodeState,
  type NodeView,
  type NoteView,
  type OpenQuestion,
  type RunView,
} from './run-view-types.ts';

export function runView(events: Iterable<RunEvent>, nameOf: typeof labelOf = labelOf): RunView {
  const fold = new RunViewFold(nameOf);
  for (const event of events) fold.add(event);
  return fold.view();
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The same, one event at a time: for views that follow a growing run. */
export class RunViewFold {
  readonly #nodes = new Map<ActivationId, Writable<NodeView>>();
  readonly #nameOf: typeof labelOf;
  readonly #asking = new Map<ActivationId, OpenQuestion>();
  readonly #timeline: Moment[] = [];
  readonly #notes: NoteView[] = [];
  readonly #names = new Map<string, ActivationId>();
  /** Which activations wait for a named task. */
  readonly #waiting = new Map<string, ActivationId[]>();
  #attempts = 0;
  #worked = 0;
  #running = 0;
  #seq = 0;
  readonly #run: Writable<Omit<RunView, 'nodes' | 'timeline' | 'questions' | 'notes' | 'spent'>> = {
    status: 'running',
    title: '',
    simulated: false,
    startedAt: 0,
    at: 0,
    endedAt: null,
    output: null,
    error: null,
    why: null,
    pausedBy: null,
  };

  /** What nodes are called in the timeline. */
  constructor(nameOf = labelOf) {
    this.#nameOf = nameOf;
  }

  /** The last event that was folded in. */
  get seq(): number {
    return this.#seq;
  }

  get simulated(): boolean {
    return this.#run.simulated;
  }

  /** Grows in place; `view()` returns a copy. */
  get timeline(): readonly Moment[] {
    return this.#timeline;
  }

  add(event: RunEvent): void {
    const moment = momentOf(event, (act) => this.#labelOf(act));
    if (moment && !this.#isSecondHalf(event)) this.#timeline.push(moment);
    // Counted as the engine does: time passes while something runs, but not while no process drives the run.
    if (this.#running > 0 && event.type !== 'driver.attached') this.#worked += Math.max(0, event.at - this.#run.at);
    this.#seq = event.seq;
    this.#run.at = event.at;
    this.#take(event);
  }

  view(): RunView {
    const nodes = [...this.#nodes.values()].map((node) => ({ ...node }));
    const usage = nodes.reduce((sum, node) => addSums(sum, node.usage), NO_SUM);
    return {
      ...this.#run,
      nodes,
      timeline: [...this.#timeline],
      questions: [...this.#asking.values()],
      notes: [...this.#notes],
      spent: { ...NOTHING_SPENT, ...usage, attempts: this.#attempts, seconds: this.#worked / 1000 },
    };
  }

  #take(event: RunEvent): void {
    switch (event.type) {
      case 'run.created':
        this.#run.title = event.data.title;
        this.#run.simulated = event.data.simulated;
        this.#run.startedAt = event.at;
        return;
      case 'run.paused':
        this.#run.status = 'paused';
        this.#run.why = event.data.detail;
        this.#run.pausedBy = event.data.reason;
        return;
      case 'run.resumed':
        this.#run.status = 'running';
        this.#run.why = null;
        this.#run.pausedBy = null;
        return;
      case 'run.draining':
        this.#run.status = 'draining';
        return;
      case 'run.ended':
        return this.#end(event.at, event.data);
      default:
        return this.#takeNode(event);
    }
  }

  #end(at: number, { ending }: RunEventData<'run.ended'>): void {
    this.#run.status = ending.status;
    this.#run.pausedBy = null;
    this.#run.endedAt = at;
    if (ending.status === 'completed') this.#run.output = ending.output;
    if (ending.status === 'failed') this.#run.error = ending.error;
    if (ending.status === 'cancelled') this.#run.why = ending.why;
  }

  #takeNode(event: RunEvent): void {
    if (event.type === 'node.scheduled') return this.#schedule(event.data);
    const act = 'act' in event.data ? event.data.act : null;
    const node = act === null ? undefined : this.#nodes.get(act);
    if (!node) return;
    switch (event.type) {
      case 'node.unblocked':
        node.waitsFor = [];
        return this.#stand(node, 'ready');
      case 'node.started':
        if (!this.#isSecondHalf(event)) node.attempts = event.data.attempt;
        node.startedAt ??= event.at;
        this.#attempts += node.byAgent ? 1 : 0;
        return this.#stand(node, 'running');
      case 'node.completed':
        measure(node, event.data);
        if (event.data.outcome === 'note' && event.data.result) {
          const { act: by, node: name } = node;
          this.#notes.push({ seq: event.seq, at: event.at, act: by, node: name, note: event.data.result });
        }
        return this.#leave(node, 'done', event.at);
      case 'node.asked': {
        measure(node, event.data);
        const { signal, question } = event.data;
        this.#asking.set(node.act, { act: node.act, signal, question, error: null });
        return this.#stand(node, 'asking');
      }
      case 'node.failed':
        measure(node, event.data);
        return this.#fail(node, event.data.error, event.data.next, event.at);
      case 'graph.failed':
        return this.#fail(node, event.data.error, { do: event.data.next }, event.at);
      case 'node.interrupted':
        if (event.data.usage) node.usage = addUsage(node.usage, event.data.usage);
        return this.#stand(node, 'ready');
      case 'graph.exited':
        return this.#stand(node, 'ready');
      case 'signal.received':
        this.#asking.delete(node.act);
        return this.#stand(node, 'ready');
      case 'node.cancelled':
        if (event.data.usage) node.usage = addUsage(node.usage, event.data.usage);
        return this.#leave(node, 'cancelled', event.at);
      case 'graph.entered':
        node.attempts = event.data.attempt;
        node.startedAt ??= event.at;
        return this.#stand(node, 'inside');
      default:
        return;
    }
  }

  #schedule(data: RunEventData<'node.scheduled'>): void {
    const { act, node, kind, byAgent, scope, by, name = null, after = [] } = data;
    const waitsFor = after.filter((wanted) => this.#isLive(wanted));
    for (const wanted of waitsFor) this.#waiting.set(wanted, [...(this.#waiting.get(wanted) ?? []), act]);
    this.#nodes.set(act, {
      act,
      node,
      kind,
      byAgent,
      name,
      state: waitsFor.length > 0 ? 'blocked' : 'ready',
      attempts: 0,
      startedAt: null,
      endedAt: null,
      ms: 0,
      usage: NO_SUM,
      error: null,
      waitsFor,
      retryAt: null,
      scope,
      by,
    });
    if (name !== null) this.#names.set(name, act);
  }

  #isLive(name: string): boolean {
    const act = this.#names.get(name);
    return act !== undefined && this.#nodes.get(act)?.endedAt === null;
  }

  #fail(node: Writable<NodeView>, error: ErrorInfo, next: RunEventData<'node.failed'>['next'], at: number): void {
    node.error = error;
    if (next.do === 'end') return this.#leave(node, 'failed', at);
    if (next.do === 'retry') {
      this.#stand(node, 'backing-off');
      node.retryAt = next.at;
      return;
    }
    this.#asking.set(node.act, { act: node.act, signal: FAILURE_SIGNAL, question: null, error });
    this.#stand(node, 'asking');
  }

  #stand(node: Writable<NodeView>, state: NodeState): void {
    this.#running += (state === 'running' ? 1 : 0) - (node.state === 'running' ? 1 : 0);
    node.state = state;
    node.retryAt = null;
  }

  #leave(node: Writable<NodeView>, state: 'done' | 'failed' | 'cancelled', at: number): void {
    this.#stand(node, state);
    node.endedAt = at;
    this.#asking.delete(node.act);
    if (node.name === null) return;
    for (const act of this.#waiting.get(node.name) ?? []) {
      const waiting = this.#nodes.get(act);
      if (waiting) waiting.waitsFor = waiting.waitsFor.filter((name) => name !== node.name);
    }
  }

  /** A graph node starts again when its inside is done; for people that is no new beginning. */
  #isSecondHalf(event: RunEvent): boolean {
    return event.type === 'node.started' && this.#nodes.get(event.data.act)?.kind === 'graph';
  }

  #labelOf(act: ActivationId): string {
    const node = this.#nodes.get(act);
    return node ? this.#nameOf(node) : act;
  }
}

function measure(node: Writable<NodeView>, { usage, ms }: { usage: Usage; ms: number }): void {
  node.usage = addUsage(node.usage, usage);
  node.ms += ms;
}
