import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { NodeOutcome, TaskHost } from '#contracts/executor.ts';
import type { ActivationId } from '#contracts/ids.ts';
import { type Json, toJson } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import type { Ticket } from '#contracts/scheduling.ts';
import type { Graph } from '../graph/graph.ts';
import { intoLog } from '../payloads.ts';
import type { Activation } from '../step/state.ts';
import { BudgetRequests } from './budget-requests.ts';
import type { Journal } from './journal.ts';
import { nodeReportOf } from './node-report.ts';
import { noPoints } from './points.ts';
import { taskOf } from './task-of.ts';
import type { DriveListener, DriverDeps } from './types.ts';

/** Performs a driver's commands: requests slots, executes nodes, aborts them. */
export class NodeRunner {
  readonly #deps: DriverDeps;
  readonly #graph: Graph;
  readonly #journal: () => Journal;
  readonly #listener: DriveListener;
  readonly #asked = new Map<ActivationId, Ticket | 'asking'>();
  readonly #slots = new Map<ActivationId, () => void>();
  readonly #running = new Map<ActivationId, AbortController>();
  readonly #settled: () => void;
  readonly #budgetRequests: BudgetRequests;
  #letGo = false;

  /** `settled` is called whenever an execution has ended. */
  constructor(deps: DriverDeps, graph: Graph, journal: () => Journal, listener: DriveListener, settled: () => void) {
    this.#deps = deps;
    this.#graph = graph;
    this.#journal = journal;
    this.#listener = listener;
    this.#settled = settled;
    this.#budgetRequests = new BudgetRequests(journal);
  }

  get areEmpty(): boolean {
    return this.#running.size === 0;
  }

  request(act: ActivationId): void {
    if (this.#letGo || this.#asked.has(act) || this.#slots.has(act)) return;
    const { acts, run, session, lane } = this.#journal().state;
    const activation = acts.get(act);
    if (!activation || session === null) return;
    const shape = this.#graph.shape.nodes[activation.node];
    this.#asked.set(act, 'asking');
    const work = {
      session,
      lane: shape?.lane ?? lane,
      type: this.#kindOf(activation),
      ...(activation.byAgent && run !== null && { agentOf: run }),
    };
    const ticket = this.#deps.scheduler.request(work, (release) => this.#granted(act, release));
    if (ticket === 'full') {
      this.#asked.delete(act);
      this.#deps.scheduler.onRoom(session, () => this.request(act));
    } else if (this.#asked.has(act)) this.#asked.set(act, ticket);
  }

  /** The name under which a limit may be set: its own work type, else its agent, else the kind of its node. */
  #kindOf({ node, kind }: Activation): string {
    const type = this.#graph.shape.nodes[node]?.type ?? kind;
    const handler = this.#graph.nodes.get(node)?.handler;
    const agent = handler?.by === 'agent' || handler?.by === 'agent-note' ? handler.spec.agent : type;
    return type === kind ? agent : type;
  }

  withdraw(act: ActivationId): void {
    const ticket = this.#asked.get(act);
    if (ticket && ticket !== 'asking') ticket.withdraw();
    this.#asked.delete(act);
  }

  /** Releases a slot. */
  free(act: ActivationId): void {
    const release = this.#slots.get(act);
    this.#slots.delete(act);
    release?.();
  }

  execute(act: ActivationId): void {
    // Its start became durable just as the driver was stopped.
    if (this.#letGo) {
      this.free(act);
      return this.#journal().offer({ type: 'stopped', act });
    }
    const abort = new AbortController();
    this.#running.set(act, abort);
    void this.#attempt(act, abort.signal).finally(() => {
      this.#running.delete(act);
      this.#budgetRequests.ended();
      this.free(act);
      this.#settled();
    });
  }

  abort(act: ActivationId): void {
    this.#running.get(act)?.abort(new AssayError('NODE_ABORTED', 'no longer needed'));
  }

  /** Takes on nothing more and aborts what runs. */
  letGo(): void {
    this.#letGo = true;
    for (const act of [...this.#asked.keys()]) this.withdraw(act);
    for (const abort of this.#running.values()) abort.abort(new AssayError('NODE_ABORTED', 'the driver was stopped'));
  }

  #granted(act: ActivationId, release: () => void): void {
    this.#asked.delete(act);
    if (this.#letGo || !this.#journal().state.acts.has(act)) return release();
    this.#slots.set(act, release);
    this.#journal().offer({ type: 'granted', act });
  }

  async #attempt(act: ActivationId, signal: AbortSignal): Promise<void> {
    const { executor, clock, atPoint = noPoints } = this.#deps;
    const journal = this.#journal();
    const begun = clock.monotonic();
    const attempt = journal.state.acts.get(act)?.attempt ?? 0;
    const report = (outcome: NodeOutcome) =>
      nodeReportOf(act, attempt, clock.monotonic() - begun, outcome, (value) => this.#intoLog(value));
    try {
      const task = taskOf(this.#graph, journal.state, act, this.#deps.blobs);
      const ready = task instanceof Promise ? await task : task;
      atPoint('execute.before');
      const outcome = await executor.execute(ready, this.#hostFor(act, attempt), signal);
      atPoint('execute.after');
      if (this.#letGo && wasCalledOff(outcome)) return journal.offer({ type: 'stopped', act });
      const made = report(outcome);
      journal.offer({ type: 'report', report: made instanceof Promise ? await made : made });
    } catch (thrown) {
      journal.offer({
        type: 'report',
        report: await report({ type: 'failed', error: toErrorInfo(thrown), follow: 'policy' }),
      });
    }
  }

  #hostFor(act: ActivationId, attempt: number): TaskHost {
    const { atPoint = noPoints } = this.#deps;
    return {
      intend: async (key) => {
        await this.#journal().record({ type: 'effect-intended', act, key });
        atPoint('effect.intended');
      },
      done: async (key, result) => {
        atPoint('effect.before-done');
        const payload = await this.#intoLog(toJson(result, key));
        await this.#journal().record({ type: 'effect-done', act, key, result: payload });
        atPoint('effect.done');
      },
      instructed: (instructed) => this.#journal().offer({ type: 'instructed', act, attempt, instructed }),
      used: (usage) => this.#journal().offer({ type: 'used', act, attempt, usage }),
      more: () => this.#budgetRequests.more(act),
      say: (line) => this.#listener.onSay?.(act, line),
    };
  }

  #intoLog(value: Json): Payload | Promise<Payload> {
    return intoLog(value, this.#deps.blobs);
  }
}

const wasCalledOff = (outcome: NodeOutcome): boolean =>
  outcome.type === 'failed' && outcome.error.code === 'NODE_ABORTED';
