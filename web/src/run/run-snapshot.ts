import type { GraphDrawing } from '#contracts/http/graph-drawing.ts';
import type { ShownRun } from '#contracts/http/run-shown.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { RunView } from '#contracts/run-view.ts';
import type { FeedLine } from './run-feed.ts';

/** The displayed state of a run: the current one, or after an event; from a server, or from a file. */
export interface RunSnapshot {
  readonly run: ShownRun;
  readonly graph: GraphDrawing;
  readonly view: RunView;
  /** Up to the displayed moment. */
  readonly events: readonly RunEvent[];
  readonly head: number;
  /** The displayed event; null for the latest. */
  readonly at: number | null;
  /** The whole log is loaded. */
  readonly complete: boolean;
  readonly said: ReadonlyMap<string, readonly FeedLine[]>;
  /** A live process holds it; or an earlier moment is shown (`at`), with what was running then. */
  readonly driven: boolean;
}

export interface ViewProps {
  readonly runSnapshot: RunSnapshot;
  readonly chosen: string | null;
  choose(act: string | null): void;
}
