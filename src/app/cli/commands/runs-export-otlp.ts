import { resolve } from 'node:path';
import { AssayError, EXIT } from '#contracts/errors.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { writeFileAtomic } from '#host/atomic-file.ts';
import { withRuns } from '../../open-runs.ts';
import { spanBatches } from '../../telemetry/live-export.ts';
import { otelSettings } from '../../telemetry/otel-settings.ts';
import { otlpRequest } from '../../telemetry/otlp-json.ts';
import { transcriptsOf } from '../../telemetry/read-transcript.ts';
import { sendOtlp } from '../../telemetry/send-otlp.ts';
import { spansOfRun } from '../../telemetry/spans-of-run.ts';
import type { Cli, JsonOption } from '../context.ts';
import { findRunHere } from '../near-here.ts';

/** A run's log as a trace: into a file, or to the collector that the environment names. */
export async function exportOtlp(
  { screen, env, version }: Cli,
  wanted: string,
  to: string | true,
  { json }: JsonOption,
): Promise<number> {
  return withRuns(env, async (runs) => {
    const { run } = await findRunHere({ env }, runs, wanted);
    const events: RunEvent[] = [];
    for await (const event of runs.store.read(run)) events.push(event);
    const last = events.at(-1)?.at ?? 0;
    // Spans that are still open end, for now, where the log does.
    const spans = spansOfRun(events, await transcriptsOf(runs.home, events)).map((span) =>
      span.end === null ? { ...span, end: last, attributes: { ...span.attributes, 'assay.open': true } } : span,
    );
    const settings = otelSettings(env);
    const trace = spans[0]?.traceId ?? '';
    if (to !== true) {
      const file = resolve(to);
      const resource = settings?.resource ?? { 'service.name': 'assay' };
      await writeFileAtomic(file, `${JSON.stringify(otlpRequest(spans, resource, version))}\n`);
      if (json) screen.json({ run, trace, spans: spans.length, file });
      else screen.out(`run ${run} is trace ${trace} in ${file} (${spans.length} spans)`);
      return EXIT.done;
    }
    if (settings === null)
      throw new AssayError('USAGE', 'no collector is named', {
        next: 'Set OTEL_EXPORTER_OTLP_ENDPOINT (http://127.0.0.1:4318), or name a file: --otlp trace.json',
      });
    for (const part of spanBatches(spans)) await sendOtlp(settings, otlpRequest(part, settings.resource, version));
    if (json) screen.json({ run, trace, spans: spans.length, url: settings.url });
    else screen.out(`run ${run} is trace ${trace} at ${settings.url} (${spans.length} spans)`);
    return EXIT.done;
  });
}
