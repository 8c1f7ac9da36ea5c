import { z } from 'zod';
import { ActivationId } from '../ids.ts';
import { stream, wholeNumber } from './route.ts';
import { runParam } from './run-routes.ts';
import { Shown, ShownRun } from './run-shown.ts';
import { WireEvent } from './wire-event.ts';

/** Live events by SSE, with a comment every 15 s. The page follows all of them over one connection: `topics.ts`. */
export const RUN_STREAMS = {
  /**
   * One run. `events` messages carry the seq of their last event as id: a client that reconnects with `Last-Event-ID`
   * (or `after`) gets the later events, nothing twice. Ends with `end` when the run is over: close the source then. A
   * later reconnect gets 204, at which an `EventSource` stops.
   */
  runLive: stream('/api/runs/:run/live', {
    params: runParam,
    query: z.object({ after: wholeNumber.optional() }),
    events: {
      run: ShownRun,
      /** At most 200 at a time, in order, none left out. */
      events: z.object({ events: z.array(WireEvent) }),
      /** What a node says while it works; only for runs this server drives, and not kept. */
      say: z.object({ act: ActivationId, line: z.string(), at: z.number() }),
      end: z.object({ shown: Shown }),
    },
  }),
  /** The list. First `runs` with the newest and all that are not over, then those that changed. */
  live: stream('/api/live', {
    events: {
      runs: z.object({
        runs: z.array(ShownRun),
        /** How many things wait for a person. */
        needs: z.number(),
        running: z.number(),
        /** The full state, not only what changed. */
        all: z.boolean(),
      }),
    },
  }),
};
