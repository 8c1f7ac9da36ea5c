import type { Adapter } from './adapter.ts';

/** Error bodies and headers that OpenAI's two formats share. */
export const openaiErrors: Pick<Adapter, 'error' | 'headers' | 'errorHeaders'> = {
  error: ({ status, message }) => ({
    error: {
      message,
      type: ERROR_TYPES[status] ?? errorTypeOf(status),
      param: null,
      code: ERROR_CODES[status] ?? null,
    },
  }),
  headers: (requestId, usedTokens) => ({
    'x-request-id': requestId,
    'openai-version': '2020-10-01',
    'openai-processing-ms': '1',
    ...limits(LIMIT_REQUESTS - 1, LIMIT_TOKENS - usedTokens),
  }),
  errorHeaders: ({ status }, requestId) => ({
    'x-request-id': requestId,
    'x-should-retry': String(status === 429 || status >= 500),
    ...(status === 429 ? limits(0, 0) : {}),
  }),
};

const errorTypeOf = (status: number): string => (status < 500 ? 'invalid_request_error' : 'server_error');

const ERROR_TYPES: Record<number, string> = { 429: 'requests', 503: 'service_unavailable_error' };

const ERROR_CODES: Record<number, string> = {
  401: 'invalid_api_key',
  404: 'not_found',
  429: 'rate_limit_exceeded',
  500: 'server_error',
};

const LIMIT_REQUESTS = 10_000;
const LIMIT_TOKENS = 4_000_000;

const limits = (requests: number, tokens: number): Record<string, string> => ({
  'x-ratelimit-limit-requests': String(LIMIT_REQUESTS),
  'x-ratelimit-remaining-requests': String(requests),
  'x-ratelimit-reset-requests': '6ms',
  'x-ratelimit-limit-tokens': String(LIMIT_TOKENS),
  'x-ratelimit-remaining-tokens': String(Math.max(0, tokens)),
  'x-ratelimit-reset-tokens': '6ms',
});
