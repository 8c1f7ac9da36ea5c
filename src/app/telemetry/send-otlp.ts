import { AssayError } from '#contracts/errors.ts';
import { reasonOf } from '#host/file-error.ts';
import type { OtelSettings } from './otel-settings.ts';
import type { OtlpRequest } from './otlp-json.ts';

/** Spans of one request; collectors refuse bodies of many megabytes. */
export const MOST_SPANS = 500;

/** Posts spans to a collector. Throws an AssayError with its answer. */
export async function sendOtlp(
  { url, headers, timeoutMs }: Pick<OtelSettings, 'url' | 'headers' | 'timeoutMs'>,
  request: OtlpRequest,
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((thrown: unknown) => {
    throw new AssayError('TELEMETRY_FAILED', `the collector at ${url} cannot be reached: ${reasonOf(thrown)}`, {
      next: 'Start it, or correct OTEL_EXPORTER_OTLP_ENDPOINT.',
    });
  });
  const said = await answer.text().catch(() => '');
  if (answer.ok) return;
  throw new AssayError('TELEMETRY_FAILED', `the collector at ${url} answered ${answer.status}: ${said.slice(0, 300)}`, {
    next: 'See what it accepts: OTLP over HTTP as JSON, at /v1/traces.',
  });
}
