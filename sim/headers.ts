/** Recorded unchanged. */
const KEPT = [
  'user-agent',
  'anthropic-version',
  'anthropic-beta',
  'openai-organization',
  'openai-project',
  'openai-beta',
  'x-goog-api-client',
  'x-app',
  'x-stainless-retry-count',
  'session_id',
  'idempotency-key',
];

const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'];

/** The headers worth recording: that a credential was sent, and how, but not its value. */
export function headersOfInterest(headers: Headers, query: URLSearchParams): Record<string, string> {
  const kept = KEPT.flatMap((name) => entry(name, headers.get(name)));
  const secrets = CREDENTIALS.flatMap((name) => entry(name, redact(headers.get(name))));
  return Object.fromEntries([...kept, ...secrets, ...entry('query key', redact(query.get('key')))]);
}

function redact(value: string | null): string | null {
  if (value === null) return null;
  const scheme = /^(bearer|basic) /i.exec(value)?.[0] ?? '';
  return `${scheme}[redacted]`;
}

const entry = (name: string, value: string | null): [string, string][] => (value === null ? [] : [[name, value]]);
