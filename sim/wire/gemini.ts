import type { Adapter } from './adapter.ts';
import { geminiBody, geminiFrames } from './gemini-reply.ts';
import { parseGemini } from './gemini-request.ts';

/** Gemini generateContent and streamGenerateContent. */
export const gemini: Adapter = {
  api: 'gemini',
  parse: parseGemini,
  body: geminiBody,
  frames: geminiFrames,
  error: ({ status, message, retryAfterMs }) => ({
    error: {
      code: status,
      message,
      status: STATUS[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL'),
      ...(retryAfterMs === undefined
        ? {}
        : { details: [{ '@type': RETRY_INFO, retryDelay: `${retryAfterMs / 1000}s` }] }),
    },
  }),
  headers: () => ({ 'server-timing': 'gfet4t7; dur=1' }),
  errorHeaders: () => ({}),
};

const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

const STATUS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
  529: 'UNAVAILABLE',
};
