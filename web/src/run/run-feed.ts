import { STREAMS } from '#contracts/http/routes.ts';
import { isOver, type ShownRun } from '#contracts/http/run-shown.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { type RunView, RunViewFold } from '#contracts/run-view.ts';
import { follow } from '../api/follow.ts';
import { Store } from '../lib/store.ts';

export interface FeedLine {
  readonly at: number;
  readonly line: string;
}

export interface FeedSnapshot {
  /** The server's last statement; null before it. */
  readonly run: ShownRun | null;
  /** Every event so far. The list grows in place: `count` is their number. */
  readonly events: readonly RunEvent[];
  readonly count: number;
  /** How many of them were sent to the run, such as agents' questions and people's answers. */
  readonly signals: number;
  readonly view: RunView | null;
  readonly said: ReadonlyMap<string, readonly FeedLine[]>;
}

const MOST_SAID = 300;
/** Shown at most this often: a fast run must not cause a hundred renders a second. */
const SHOW_EVERY_MS = 80;

/** A run's log as it arrives, folded incrementally. */
export class RunFeed {
  readonly snapshot = new Store<FeedSnapshot>({
    run: null,
    events: [],
    count: 0,
    signals: 0,
    view: null,
    said: new Map(),
  });
  readonly #run: string;
  readonly #events: RunEvent[] = [];
  readonly #fold = new RunViewFold();
  readonly #said = new Map<string, readonly FeedLine[]>();
  #shown: ShownRun | null = null;
  #signals = 0;
  #due: ReturnType<typeof setTimeout> | undefined;

  constructor(run: string) {
    this.#run = run;
  }

  /** @returns a function that ends it */
  follow(): () => void {
    if (this.#shown && isOver(this.#shown.shown)) return () => {};
    const stop = follow(STREAMS.runLive, {
      params: { run: this.#run },
      after: this.#fold.seq,
      on: (event) => {
        if (event.name === 'events') this.add(event.data.events);
        if (event.name === 'run') this.#show(event.data);
        if (event.name === 'say') this.#hear(event.data.act, { at: event.data.at, line: event.data.line });
        if (event.name === 'end') stop();
      },
    });
    return stop;
  }

  add(events: readonly RunEvent[]): void {
    for (const event of events) {
      // An event that comes twice, after a reconnect, counts once.
      if (event.seq !== this.#fold.seq + 1) continue;
      this.#events.push(event);
      this.#fold.add(event);
      if (event.type === 'signal.received') this.#signals += 1;
    }
    this.#schedule();
  }

  #show(run: ShownRun): void {
    this.#shown = run;
    this.#schedule();
  }

  #hear(act: string, said: FeedLine): void {
    this.#said.set(act, [...(this.#said.get(act) ?? []), said].slice(-MOST_SAID));
    this.#schedule();
  }

  #schedule(): void {
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      this.snapshot.set({
        run: this.#shown,
        events: this.#events,
        count: this.#events.length,
        signals: this.#signals,
        view: this.#events.length === 0 ? null : this.#fold.view(),
        said: new Map(this.#said),
      });
    }, SHOW_EVERY_MS);
  }
}
