import type { MailId, RunId } from '#contracts/ids.ts';
import type { LeaseToken } from '#contracts/store.ts';
import type { Graph } from '../graph/graph.ts';
import { leaseLost } from '../log/store-errors.ts';
import { isParked, type RunState } from '../step/state.ts';
import type { StepCommand } from '../step/transition.ts';
import { Journal } from './journal.ts';
import { type ReadLetter, readLetter } from './mail-input.ts';
import { NodeRunner } from './node-runner.ts';
import { noPoints } from './points.ts';
import { resultOf } from './result-of.ts';
import { Timers } from './timers.ts';
import { type DriveListener, type DriveResult, type DriverDeps, LEASE_MS, type RunHandle, TICK_MS } from './types.ts';

/**
 * Drives one run: the journal writes, the node runner works, and this decides when to look for mail and when to let go.
 */
export class RunDriver implements RunHandle {
  readonly run: RunId;
  readonly done: Promise<DriveResult>;
  readonly #deps: DriverDeps;
  readonly #graph: Graph;
  readonly #lease: LeaseToken;
  readonly #journal: Journal;
  readonly #nodeRunner: NodeRunner;
  readonly #timers: Timers;
  readonly #seenMail = new Set<MailId>();
  readonly #end: PromiseWithResolvers<DriveResult>;
  #unwatch = (): void => {};
  #hasAttached = false;
  #isLooking = false;
  #stopping = false;
  #leaving = false;

  constructor(deps: DriverDeps, graph: Graph, lease: LeaseToken, state: RunState, listener: DriveListener = {}) {
    this.run = lease.run;
    this.#deps = deps;
    this.#graph = graph;
    this.#lease = lease;
    this.#end = Promise.withResolvers();
    this.done = this.#end.promise;
    this.#timers = new Timers(deps.clock);
    this.#nodeRunner = new NodeRunner(
      deps,
      graph,
      () => this.#journal,
      listener,
      () => this.#maybeLeave(),
    );
    this.#journal = new Journal({
      store: deps.store,
      clock: deps.clock,
      shape: graph.shape,
      lease,
      state,
      atPoint: deps.atPoint ?? noPoints,
      hooks: {
        request: (act) => this.#nodeRunner.request(act),
        unused: (act) => this.#nodeRunner.free(act),
        perform: (command) => this.#perform(command),
        appended: (events, now) => {
          listener.onEvents?.(events, now);
          deps.saw?.(lease.run, events);
          // Mail that arrived between the look at the mailbox and the start of the watch.
          if (!this.#hasAttached) this.#lookSoon();
          this.#hasAttached = true;
        },
        idle: () => this.#maybeLeave(),
        broken: (error) => void this.#breakOff(error),
      },
    });
  }

  /**
   * `waiting`: mail that arrived while no process drove the run. It is taken in with the attach, before any slot is
   * granted: a waiting cancel or pause starts no agent first, and no node's report can come before it.
   */
  start(waiting: readonly ReadLetter[] = []): this {
    const { leaseMs = LEASE_MS, tickMs = TICK_MS, store } = this.#deps;
    this.#timers.every(leaseMs / 3, () => void this.#renew(leaseMs));
    this.#timers.every(tickMs, () => this.#tick());
    this.#unwatch = store.watch((change) => {
      if (change === null || (change.run === this.run && change.what === 'mail')) this.#lookSoon();
    });
    this.#journal.offer({ type: 'attach', worker: this.#lease.worker });
    for (const letter of waiting) this.#take(letter);
    return this;
  }

  async stop(): Promise<void> {
    if (!this.#stopping && !this.#leaving) {
      this.#stopping = true;
      this.#nodeRunner.letGo();
      this.#maybeLeave();
    }
    await this.done.catch(() => {});
  }

  checkMail(): void {
    this.#tick();
    if (!this.#leaving && !this.#stopping) void this.#fetchMail();
  }

  /** Checks what depends on time alone: budgets in seconds, retries that are due. */
  #tick(): void {
    if (!this.#leaving && !this.#stopping) this.#journal.offer({ type: 'tick' });
  }

  /** Mail arrives in bursts: one look handles all of one turn of the event loop. */
  #lookSoon(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    setImmediate(() => {
      this.#isLooking = false;
      if (!this.#leaving && !this.#stopping && this.#hasAttached) void this.#fetchMail();
    });
  }

  async #fetchMail(): Promise<void> {
    try {
      const letters = await this.#deps.store.mail(this.run);
      for (const letter of letters) {
        if (this.#seenMail.has(letter.id)) continue;
        this.#seenMail.add(letter.id);
        this.#take(await readLetter(this.#graph, this.#journal.state, letter, this.#deps.blobs));
      }
    } catch (error) {
      await this.#breakOff(error);
    }
  }

  #take({ id, input }: ReadLetter): void {
    this.#seenMail.add(id);
    this.#journal.offer(input, id);
  }

  #perform(command: StepCommand): void {
    switch (command.do) {
      case 'execute':
        return this.#nodeRunner.execute(command.act);
      case 'abort':
        return this.#nodeRunner.abort(command.act);
      case 'withdraw':
        return this.#nodeRunner.withdraw(command.act);
      case 'request':
        return this.#nodeRunner.request(command.act);
      case 'wake':
        return this.#timers.at(command.at, () => this.#journal.offer({ type: 'tick' }));
    }
  }

  async #renew(ms: number): Promise<void> {
    try {
      if (!(await this.#deps.store.renew(this.#lease, ms))) throw leaseLost(this.#lease);
    } catch (error) {
      await this.#breakOff(error);
    }
  }

  #maybeLeave(): void {
    if (this.#leaving || !this.#journal.isIdle || !this.#nodeRunner.areEmpty) return;
    const { state } = this.#journal;
    if (this.#stopping || state.status === 'ended' || isParked(state)) void this.#leave();
  }

  /** Releases the lease. Mail that arrived meanwhile would not be seen, so it is looked for once more. */
  async #leave(): Promise<void> {
    const { store, blobs, atPoint = noPoints } = this.#deps;
    const { state } = this.#journal;
    this.#leaving = true;
    try {
      if (state.status !== 'ended' && !this.#stopping && (await this.#hasNewMail())) {
        this.#leaving = false;
        return this.checkMail();
      }
      this.#close();
      const result =
        this.#stopping && state.status !== 'ended' ? { status: 'stopped' as const } : await resultOf(state, blobs);
      await store.release(this.#lease);
      atPoint('lease.released');
      this.#end.resolve(result);
    } catch (error) {
      this.#end.reject(error);
    }
  }

  async #hasNewMail(): Promise<boolean> {
    const letters = await this.#deps.store.mail(this.run);
    return letters.some(({ id }) => !this.#seenMail.has(id));
  }

  async #breakOff(error: unknown): Promise<void> {
    if (this.#leaving) return;
    this.#leaving = true;
    this.#close();
    await this.#deps.store.release(this.#lease).catch(() => {});
    this.#end.reject(error);
  }

  #close(): void {
    this.#unwatch();
    this.#timers.clear();
    this.#nodeRunner.letGo();
    this.#journal.close();
  }
}
