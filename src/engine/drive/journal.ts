import type { Clock } from '#contracts/clock.ts';
import { AssayError } from '#contracts/errors.ts';
import type { ActivationId, MailId } from '#contracts/ids.ts';
import type { NewEvent, RunEvent } from '#contracts/run-events.ts';
import type { LeaseToken, RunStore } from '#contracts/store.ts';
import type { GraphShape } from '../graph/shape.ts';
import { numberedEvents } from '../log/encode.ts';
import type { RunState } from '../step/state.ts';
import { type StepInput, step } from '../step/step.ts';
import type { StepCommand } from '../step/transition.ts';
import type { AtPoint } from './points.ts';

interface Entry {
  readonly input: StepInput;
  readonly consume: MailId | undefined;
  readonly durable: (() => void) | undefined;
  readonly failed: ((error: unknown) => void) | undefined;
}

export interface JournalHooks {
  /**
   * Called while a batch is being made: a slot granted at once joins it, so "A is done" and "B began" are one append.
   */
  request(act: ActivationId): void;
  /** A granted slot that did not lead to a start. */
  unused(act: ActivationId): void;
  /** Called when the events are durable, before the next batch. */
  perform(command: StepCommand): void;
  appended(events: readonly RunEvent[], state: RunState): void;
  /** Nothing more to write for now. */
  idle(): void;
  /** The log can no longer be written. */
  broken(error: unknown): void;
}

export interface JournalOptions {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly shape: GraphShape;
  readonly lease: LeaseToken;
  readonly state: RunState;
  readonly atPoint: AtPoint;
  readonly hooks: JournalHooks;
}

/** How many pure steps may share one append; a crash repeats at most these. */
const MOST_EVENTS_AHEAD = 256;

/** The one writer of a run's log: steps each input, appends the events, then hands out the commands. */
export class Journal {
  readonly #options: JournalOptions;
  #state: RunState;
  #inbox: Entry[] = [];
  #busy = false;
  #closed = false;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#state = options.state;
  }

  get state(): RunState {
    return this.#state;
  }

  get isIdle(): boolean {
    return !this.#busy && this.#inbox.length === 0;
  }

  offer(input: StepInput, consume?: MailId): void {
    this.#enter({ input, consume, durable: undefined, failed: undefined });
  }

  /** Resolves once the input's events are durable. */
  record(input: StepInput): Promise<void> {
    return new Promise((durable, failed) => this.#enter({ input, consume: undefined, durable, failed }));
  }

  close(): void {
    this.#closed = true;
    for (const { failed } of this.#inbox) failed?.(closed());
    this.#inbox = [];
  }

  #enter(entry: Entry): void {
    if (this.#closed) return entry.failed?.(closed());
    this.#inbox.push(entry);
    if (this.#busy) return;
    this.#busy = true;
    // Inputs of one turn of the event loop share one append.
    setImmediate(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    const { hooks } = this.#options;
    try {
      while (this.#inbox.length > 0 && !this.#closed) await this.#writeBatch();
    } catch (error) {
      this.close();
      this.#busy = false;
      return hooks.broken(error);
    }
    this.#busy = false;
    if (!this.#closed) hooks.idle();
  }

  async #writeBatch(): Promise<void> {
    const { clock, hooks } = this.#options;
    const before = this.#state;
    const at = Math.max(clock.now(), before.at);
    const batch: Entry[] = [];
    const events: NewEvent[] = [];
    const commands: StepCommand[] = [];
    let wentAhead = true;
    while (wentAhead) {
      wentAhead = this.#takeInbox(at, batch, events, commands);
      if (wentAhead && events.length < MOST_EVENTS_AHEAD) await nextTurn();
      else break;
    }
    try {
      await this.#append(before, events, at, batch);
    } catch (error) {
      for (const { failed } of batch) failed?.(error);
      throw error;
    }
    for (const { durable } of batch) durable?.();
    for (const command of commands) hooks.perform(command);
  }

  /** True when pure nodes were started without waiting for the log, so that their reports may come at once. */
  #takeInbox(at: number, batch: Entry[], events: NewEvent[], commands: StepCommand[]): boolean {
    const { hooks, shape } = this.#options;
    let wentAhead = false;
    for (let entry = this.#inbox.shift(); entry; entry = this.#inbox.shift()) {
      batch.push(entry);
      for (const command of this.#take(entry.input, at, events)) {
        if (command.do === 'request') hooks.request(command.act);
        else if (command.do === 'execute' && shape.nodes[this.#nodeOf(command.act)]?.pure) {
          hooks.perform(command);
          wentAhead = true;
        } else commands.push(command);
      }
    }
    return wentAhead;
  }

  #nodeOf(act: ActivationId): string {
    return this.#state.acts.get(act)?.node ?? '';
  }

  #take(input: StepInput, at: number, events: NewEvent[]): readonly StepCommand[] {
    const result = step(this.#options.shape, this.#state, input, at);
    this.#state = result.state;
    events.push(...result.events);
    if (input.type === 'granted' && !result.events.some(({ type }) => type === 'node.started')) {
      this.#options.hooks.unused(input.act);
    }
    return result.commands;
  }

  async #append(before: RunState, events: readonly NewEvent[], at: number, batch: readonly Entry[]): Promise<void> {
    const consume = batch.flatMap((entry) => (entry.consume === undefined ? [] : [entry.consume]));
    if (events.length === 0 && consume.length === 0) return;
    const { store, lease, atPoint, hooks } = this.#options;
    atPoint('append.before');
    await store.append(lease, before.seq, events, at, { consume });
    atPoint('append.after');
    hooks.appended(numberedEvents(events, before.seq, at), this.#state);
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const closed = (): AssayError => new AssayError('NODE_ABORTED', 'the run is no longer driven by this process');
