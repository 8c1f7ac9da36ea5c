import type { AgentResult } from '#contracts/agent.ts';
import { AssayError, type ErrorCode } from '#contracts/errors.ts';
import { failedAttempt } from './frame-attempt.ts';

/** The meaning of a program's message about a failed call of its model: it has no codes, only sentences. */
export function modelTrouble(program: string, words: string): AgentResult {
  const kind = KINDS.find(({ when }) => when.test(words)) ?? OTHER;
  return failedAttempt(
    new AssayError(kind.code, `${program} could not finish: ${words}`, { next: kind.next }),
    kind.retry,
  );
}

interface Kind {
  readonly when: RegExp;
  readonly code: ErrorCode;
  readonly next: string;
  readonly retry: boolean;
}

const KINDS: readonly Kind[] = [
  {
    when: /\b40[13]\b|unauthorized|authentication|invalid (?:x-)?api.?key|please run \/login/i,
    code: 'MODEL_KEY_REFUSED',
    next: 'Check the API key and the address it is sent to.',
    retry: false,
  },
  {
    when: /\b404\b|model.{0,40}not (?:found|exist|support)/i,
    code: 'MODEL_UNKNOWN',
    next: 'Choose another model (--model PROVIDER:NAME).',
    retry: false,
  },
  { when: /quota|billing/i, code: 'MODEL_QUOTA_EXHAUSTED', next: 'Look at the account of the provider.', retry: false },
  { when: /content.?filter|refus(?:ed|al)/i, code: 'MODEL_REFUSED', next: 'Rephrase the task.', retry: false },
  {
    when: /context.?(?:window|length)|prompt is too long/i,
    code: 'MODEL_CONTEXT_FULL',
    next: 'Give it a smaller task.',
    retry: false,
  },
  {
    when: /\b400\b|invalid_request/i,
    code: 'MODEL_REQUEST_INVALID',
    next: 'The message says what the provider refused.',
    retry: false,
  },
];
const OTHER: Omit<Kind, 'when'> = { code: 'MODEL_UNAVAILABLE', next: 'Try again later.', retry: true };
