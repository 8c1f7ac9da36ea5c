import type { Attributes, TraceSpan } from './span.ts';

/** Of the sending process: `service.name` and the like. */
export type Resource = Attributes;

/**
 * Pure. An ExportTraceServiceRequest of OTLP in its JSON form: ids in hex, 64-bit numbers as text, enums as numbers.
 */
export const otlpRequest = (spans: readonly TraceSpan[], resource: Resource, version?: string) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [
        { scope: { name: 'assay', ...(version === undefined ? {} : { version }) }, spans: spans.map(spanOf) },
      ],
    },
  ],
});
export type OtlpRequest = ReturnType<typeof otlpRequest>;

const KINDS = { internal: 1, client: 3 } as const;
const STATUS = { unset: 0, error: 2 } as const;

const spanOf = (span: TraceSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanoseconds(span.start),
  endTimeUnixNano: nanoseconds(span.end ?? span.start),
  attributes: attributesOf(span.attributes),
  events: span.events.map(({ at, name, attributes }) => ({
    timeUnixNano: nanoseconds(at),
    name,
    attributes: attributesOf(attributes),
  })),
  status: span.error === null ? { code: STATUS.unset } : { code: STATUS.error, message: span.error },
});

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

function anyValue(value: string | number | boolean) {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const nanoseconds = (ms: number): string => (BigInt(Math.round(ms * 1_000)) * 1_000n).toString();
