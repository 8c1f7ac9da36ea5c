import type { Adapter, SimHttpError } from './adapter.ts';
import { anthropicBody, anthropicFrames } from './anthropic-reply.ts';
import { parseAnthropic } from './anthropic-request.ts';

/** Anthropic Messages. */
export const anthropic: Adapter = {
  api: 'anthropic',
  parse: (body) => parseAnthropic(body),
  body: anthropicBody,
  frames: anthropicFrames,
  error: ({ status, message }, requestId) => ({
    type: 'error',
    error: { type: ERROR_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error'), message },
    request_id: requestId,
  }),
  headers: (requestId, usedTokens) => ({
    'request-id': requestId,
    ...limits(LIMIT_REQUESTS - 1, LIMIT_TOKENS - usedTokens),
  }),
  errorHeaders: (error, requestId) => ({
    'request-id': requestId,
    'x-should-retry': String(isPassing(error)),
    ...(error.status === 429 ? limits(0, 0) : {}),
  }),
};

const ERROR_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

const LIMIT_REQUESTS = 4_000;
const LIMIT_TOKENS = 4_000_000;
/** A fixed instant: the simulator's limits never really refill, and a moving one would make transcripts differ. */
const RESET = '2030-01-01T00:00:00Z';

const limits = (requests: number, tokens: number): Record<string, string> => ({
  'anthropic-ratelimit-requests-limit': String(LIMIT_REQUESTS),
  'anthropic-ratelimit-requests-remaining': String(requests),
  'anthropic-ratelimit-requests-reset': RESET,
  'anthropic-ratelimit-tokens-limit': String(LIMIT_TOKENS),
  'anthropic-ratelimit-tokens-remaining': String(Math.max(0, tokens)),
  'anthropic-ratelimit-tokens-reset': RESET,
});

const isPassing = ({ status }: SimHttpError): boolean => status === 429 || status >= 500;
