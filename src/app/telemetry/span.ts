/** A named period of time, as in OpenTelemetry. Plain data; ids are hex. */
export interface TraceSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: 'internal' | 'client';
  /** Milliseconds since 1970. */
  readonly start: number;
  /** Null while it lasts. */
  readonly end: number | null;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  /** Null where nothing went wrong. */
  readonly error: string | null;
}

export interface SpanEvent {
  readonly at: number;
  readonly name: string;
  readonly attributes: Attributes;
}

export type Attributes = Readonly<Record<string, string | number | boolean>>;
