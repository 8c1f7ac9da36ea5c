type Env = Readonly<Record<string, string | undefined>>;

/** Where traces go, according to OpenTelemetry's own variables. */
export interface OtelSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** A message for a person, once. */
  readonly note: string | null;
}

/** Pure. Null where no variable is set: then nothing is sent anywhere. */
export function otelSettings(env: Env): OtelSettings | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return null;
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const general = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = own || (general ? `${general.replace(/\/$/, '')}/v1/traces` : '');
  if (url === '' || !URL.canParse(url)) return null;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/json';
  return {
    url,
    headers: pairs(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS),
    resource: {
      ...pairs(env.OTEL_RESOURCE_ATTRIBUTES),
      'service.name': env.OTEL_SERVICE_NAME || pairs(env.OTEL_RESOURCE_ATTRIBUTES)['service.name'] || 'assay',
    },
    timeoutMs: Number(env.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? env.OTEL_EXPORTER_OTLP_TIMEOUT) || 10_000,
    note:
      protocol === 'grpc'
        ? 'OTEL_EXPORTER_OTLP_PROTOCOL says grpc; Assay sends OTLP as JSON over HTTP: name the HTTP port (4318)'
        : null,
  };
}

/** `key=value,key=value`, each URL-encoded. */
function pairs(text: string | undefined): Record<string, string> {
  const entries = (text ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[decoded(pair.slice(0, at).trim()), decoded(pair.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(entries);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
