import type { GraphDrawing } from '#contracts/http/graph-drawing.ts';
import type { ShownRun } from '#contracts/http/run-shown.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { RunView } from '#contracts/run-view.ts';
import type { FeedLine } from './run-feed.ts';

/** A run as it is looked at: now, or as it stood after an event; from a server, or from a file. */
export interface RunSnapshot {
  readonly run: ShownRun;
  readonly graph: GraphDrawing;
  readonly view: RunView;
  /** Up to the moment looked at. */
  readonly events: readonly RunEvent[];
  readonly head: number;
  /** The event looked at; null while it is the last, whichever that is. */
  readonly at: number | null;
  /** The whole log is here. */
  readonly complete: boolean;
  readonly said: ReadonlyMap<string, readonly FeedLine[]>;
  /** A live process holds it; or an earlier moment is looked at (`at`), and what went on then is shown as it was. */
  readonly driven: boolean;
}

export interface ViewProps {
  readonly runSnapshot: RunSnapshot;
  readonly chosen: string | null;
  choose(act: string | null): void;
}
