import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { RunId, Seq, WorkerId } from '#contracts/ids.ts';
import { FAILURE_SIGNAL, type Mail } from '#contracts/mail.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { RunStore } from '#contracts/store.ts';
import { processOf } from '#engine/drive/driver-id.ts';
import { forkRun, resumeRun, startRun, stateOf } from '#engine/drive/runs.ts';
import type { DriverDeps, RunHandle } from '#engine/drive/types.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { graphRegistry } from '#engine/graph/registry.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { verifyLogs } from '#engine/log/verify.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import type { RunState } from '#engine/step/state.ts';
import { memoryBlobs } from '#host/blob-store.ts';
import { type ManualClock, manualClock } from '#host/clock.ts';
import { Agents, historyGraph } from './graph.ts';
import type { Claim, Death, Letter } from './model.ts';

/** One process: a connection to the database of its own, drivers, agents; it can die at any append. */
class Process {
  readonly worker: WorkerId;
  readonly agents = new Agents();
  readonly deps: DriverDeps;
  handle: RunHandle | null = null;
  isDead = false;
  armed: Death | null = null;
  readonly #store: SqliteStore;

  constructor(no: number, file: string, clock: ManualClock, isGone: (worker: WorkerId) => boolean) {
    this.worker = WorkerId.parse(`process-${no}`);
    this.#store = new SqliteStore({ file, now: () => clock.now(), synchronous: 'NORMAL' });
    const executor = inProcessExecutor({ graphs: GRAPHS, clock, attemptRunner: this.agents.attemptRunner });
    this.deps = {
      ...{ store: this.#mortal(), blobs: memoryBlobs(), executor, clock, worker: this.worker, isGone },
      scheduler: new FairScheduler({ clock }),
    };
  }

  /** The store as this process has it: nothing it asks for after its death happens. */
  #mortal(): RunStore {
    const alive = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
      return async (...args: A): Promise<R> => {
        if (this.isDead) throw new Error('dead');
        return work(...args);
      };
    };
    const store = this.#store;
    return {
      create: alive((...args) => store.create(...args)),
      append: alive(async (...args) => {
        const { armed } = this;
        if (armed === 'before') this.isDead = true;
        if (this.isDead) throw new Error('dead');
        const head = await store.append(...args);
        if (armed === 'after') this.isDead = true;
        if (this.isDead) throw new Error('dead');
        return head;
      }),
      read: (run, from) => store.read(run, from),
      list: (filter) => store.list(filter),
      header: (run) => store.header(run),
      fork: alive((...args) => store.fork(...args)),
      remove: alive((...args) => store.remove(...args)),
      pin: alive((...args) => store.pin(...args)),
      lease: alive((...args) => store.lease(...args)),
      renew: alive((...args) => store.renew(...args)),
      release: alive((...args) => store.release(...args)),
      postMail: alive((...args) => store.postMail(...args)),
      mail: (run) => store.mail(run),
      watch: (listener) => store.watch((change) => (this.isDead ? undefined : listener(change))),
      close: () => store.close(),
    };
  }

  take(handle: RunHandle): void {
    this.handle = handle;
    handle.done.then(
      () => this.#left(handle),
      () => this.#left(handle),
    );
  }

  #left(handle: RunHandle): void {
    if (this.handle === handle) this.handle = null;
  }

  async close(): Promise<void> {
    this.isDead = true;
    await this.handle?.stop();
    await this.#store.close();
  }
}

const GRAPH = historyGraph();
// The registry holds graphs of any input; a run's input is checked against its own.
const GRAPHS = graphRegistry([GRAPH as unknown as Graph]);

/** One run on a real database, and the processes that have had to do with it. */
export class World {
  readonly #file: string;
  readonly clock = manualClock(1_700_000_000_000);
  readonly #outside: SqliteStore;
  readonly #processes = new Map<number, Process>();
  readonly run: RunId;
  readonly #forks: RunId[] = [];
  #log: readonly RunEvent[] = [];

  constructor(file: string, history: number) {
    this.#file = file;
    this.#outside = new SqliteStore({ file, now: () => this.clock.now(), synchronous: 'NORMAL' });
    this.run = RunId.parse(`history-${history}`);
  }

  #process(no: number, isGone?: (worker: WorkerId) => boolean): Process {
    const made = new Process(no, this.#file, this.clock, isGone ?? ((worker) => this.#isDead(worker)));
    this.#processes.set(no, made);
    return made;
  }

  #isDead(worker: WorkerId): boolean {
    const found = [...this.#processes.values()].find((each) => each.worker === processOf(worker));
    return found?.isDead ?? false;
  }

  async start(no: number, budget: number | null): Promise<void> {
    const made = this.#process(no);
    const limits = budget === null ? {} : { budget: { attempts: budget } };
    made.take(await startRun(made.deps, GRAPH, { run: this.run, title: 'a history', input: 0, ...limits }));
    await this.settle();
  }

  /** Its answer: null, or the code of the refusal. */
  async attach(no: number, isTaken: boolean): Promise<string | null> {
    const made = this.#process(no, isTaken ? () => true : undefined);
    try {
      made.take(await resumeRun(made.deps, GRAPHS, this.run));
      await this.settle();
      made.handle?.checkMail();
      await this.settle();
      return null;
    } catch (thrown) {
      return toErrorInfo(thrown).code;
    }
  }

  arm(no: number, death: Death): void {
    const found = this.#processes.get(no);
    if (found) found.armed = death;
  }

  async kill(no: number): Promise<void> {
    const found = this.#processes.get(no);
    if (found) found.isDead = true;
    await this.settle();
  }

  async stop(no: number): Promise<void> {
    await this.#processes.get(no)?.handle?.stop();
    await this.settle();
  }

  async release(claim: Claim): Promise<void> {
    for (const { agents } of this.#processes.values()) agents.release(claim);
    await this.settle();
  }

  async post(letter: Letter): Promise<void> {
    await this.#outside.postMail(this.run, mailOf(letter), 'a person', this.clock.now());
    for (const { handle } of this.#processes.values()) handle?.checkMail();
    await this.settle();
  }

  /** Time passes: leases are renewed, mail is looked for. */
  async wait(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1_000) {
      this.clock.advance(1_000);
      await this.settle();
    }
  }

  /** A run that begins as this one did; where it was cut, it stands as this one did there. */
  async fork(at: number): Promise<void> {
    const before = await this.log();
    const seq = Seq.parse(Math.max(1, Math.ceil(at * before.length)));
    const fork = await forkRun({ store: this.#outside, clock: this.clock }, this.run, seq);
    this.#forks.push(fork);
    const copied = await readAll(this.#outside, fork);
    const cut = copied.length - 1;
    if (cut < seq) throw new Error(`the fork has ${cut} events, ${seq} were asked for`);
    const same = (events: readonly RunEvent[]) =>
      JSON.stringify(events.map(({ type, at: when, data }) => [type, when, data]));
    if (same(copied.slice(0, -1)) !== same(before.slice(0, cut))) throw new Error('the fork begins otherwise');
    const [one, two] = [
      await stateOf({ store: this.#outside }, this.run, Seq.parse(cut)),
      await stateOf({ store: this.#outside }, fork),
    ];
    if (JSON.stringify(shown(one)) !== JSON.stringify(shown(two))) throw new Error('the fork stands otherwise');
  }

  /** Until nothing moves any more: all that drivers do without a clock is done in a few turns of the event loop. */
  async settle(): Promise<void> {
    let quiet = 0;
    let version = this.#outside.version();
    while (quiet < QUIET_TURNS) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = this.#outside.version();
      quiet = now === version ? quiet + 1 : 0;
      version = now;
    }
  }

  /** The log, which must begin as it did when it was last looked at. */
  async log(): Promise<readonly RunEvent[]> {
    const now = await readAll(this.#outside, this.run);
    if (JSON.stringify(now.slice(0, this.#log.length)) !== JSON.stringify(this.#log)) {
      throw new AssayError('LOG_TAMPERED', 'events that were there have changed');
    }
    this.#log = now;
    return now;
  }

  async seen() {
    await this.log();
    const state = await stateOf({ store: this.#outside }, this.run);
    const header = await this.#outside.header(this.run);
    const holder = header?.lease && !this.#isDead(header.lease.worker) ? processOf(header.lease.worker) : null;
    return { ...shown(state), listed: header?.status, holder, mail: (await this.#outside.mail(this.run)).length };
  }

  async close(): Promise<void> {
    for (const each of this.#processes.values()) await each.close();
    await this.#outside.close();
    const logs = [this.run, ...this.#forks].flatMap((run) => [...verifyLogs(this.#file, { run })]);
    const broken = logs.filter(({ trouble }) => trouble !== null);
    if (broken.length > 0) throw new Error(JSON.stringify(broken.map(({ run, trouble }) => [run, trouble])));
  }
}

const QUIET_TURNS = 8;

function shown({ status, pausedBy, acts, spent, budget, early, ending }: RunState) {
  return {
    status: status === 'ended' ? ending?.status : status,
    pausedBy: status === 'paused' ? pausedBy : null,
    nodes: [...acts.values()].map(({ node, status, crashes }) => ({
      name: node,
      crashes,
      status: status.is === 'asking' ? (status.signal === FAILURE_SIGNAL ? 'failed' : 'asked') : status.is,
    })),
    attempts: spent.attempts,
    budget: budget.attempts ?? null,
    early: early.get('approve')?.size ?? 0,
  };
}

async function readAll(store: RunStore, run: RunId): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of store.read(run)) events.push(event);
  return events;
}

function mailOf(letter: Letter): Mail {
  switch (letter.type) {
    case 'pause':
      return { type: 'pause', why: 'lunch' };
    case 'cancel':
      return { type: 'cancel', why: 'enough' };
    case 'resume':
      return { type: 'resume' };
    case 'budget':
      return { type: 'raise-budget', budget: { attempts: letter.attempts } };
    case 'approve':
      return { type: 'signal', signal: 'approve', act: null, payload: 'yes' };
    case 'failure':
      return { type: 'signal', signal: FAILURE_SIGNAL, act: null, payload: { choice: letter.choice } };
  }
}
