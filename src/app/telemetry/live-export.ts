import type { Clock } from '#contracts/clock.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { RunStore } from '#contracts/store.ts';
import type { RunTelemetry } from '#engine/runs.ts';
import type { Home } from '#host/home.ts';
import type { OtelSettings } from './otel-settings.ts';
import { otlpRequest } from './otlp-json.ts';
import { transcriptsOf } from './read-transcript.ts';
import { MOST_SPANS, sendOtlp } from './send-otlp.ts';
import type { TraceSpan } from './span.ts';
import { spansOfRun } from './spans-of-run.ts';

interface LiveExportOptions {
  readonly settings: OtelSettings;
  readonly store: Pick<RunStore, 'read'>;
  readonly home: Pick<Home, 'root'>;
  readonly clock: Pick<Clock, 'after'>;
  /** A message for a person, once per kind of problem. */
  warn(line: string): void;
}

const EVERY_MS = 2_000;
/** If no collector takes a trace, it must not fill the memory: then it is dropped. */
const MOST_TROUBLES = 5;

/** Sends the spans of runs as they end. They are derived from the log; an unreachable collector ends no run. */
export function liveExport({ settings, store, home, clock, warn }: LiveExportOptions): RunTelemetry {
  const dirty = new Set<RunId>();
  const sent = new Map<RunId, Set<string>>();
  let troubles = 0;
  let stop: (() => void) | null = null;
  let sending: Promise<void> = Promise.resolve();
  if (settings.note !== null) warn(settings.note);

  const flush = (): Promise<void> => {
    stop?.();
    stop = null;
    const runs = [...dirty];
    dirty.clear();
    sending = sending.then(async () => {
      for (const run of runs) if (troubles < MOST_TROUBLES) await send(run);
    });
    return sending;
  };
  const send = async (run: RunId): Promise<void> => {
    const known = sent.get(run) ?? new Set<string>();
    sent.set(run, known);
    try {
      const events: RunEvent[] = [];
      for await (const event of store.read(run)) events.push(event);
      const spans = spansOfRun(events, await transcriptsOf(home, events)).filter(
        ({ end, spanId }) => end !== null && !known.has(spanId),
      );
      for (const part of spanBatches(spans)) {
        await sendOtlp(settings, otlpRequest(part, settings.resource));
        for (const { spanId } of part) known.add(spanId);
      }
      troubles = 0;
    } catch (thrown) {
      troubles += 1;
      if (troubles === 1) warn(`telemetry: ${toErrorInfo(thrown).message}`);
      if (troubles === MOST_TROUBLES)
        warn('telemetry: given up; `assay runs export RUN --otlp` sends a run afterwards');
      else dirty.add(run);
    }
  };
  return {
    saw: (run) => {
      if (troubles >= MOST_TROUBLES) return;
      dirty.add(run);
      stop ??= clock.after(EVERY_MS, () => void flush());
    },
    close: async () => {
      await flush();
      stop?.();
    },
  };
}

export function spanBatches(spans: readonly TraceSpan[]): TraceSpan[][] {
  const parts: TraceSpan[][] = [];
  for (let at = 0; at < spans.length; at += MOST_SPANS) parts.push(spans.slice(at, at + MOST_SPANS));
  return parts;
}
