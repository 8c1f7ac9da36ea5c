import type { AgentResult, AgentUsage } from '#contracts/agent.ts';
import { AssayError, type ErrorCode } from '#contracts/errors.ts';
import type { JsonSchema } from '#contracts/model.ts';
import { readClaim } from '../claim/read-claim.ts';
import { failedAttempt } from '../program/frame-attempt.ts';
import type { ResultMessage } from './messages.ts';

/** The meaning of the program's last message. `apiError` is the program's name for the last failed call's error. */
export function claudeResult(message: ResultMessage, schema: JsonSchema | null, apiError?: string): AgentResult {
  if (message.stop_reason === 'refusal') {
    return fail('MODEL_REFUSED', 'The model refused the task.', 'Rephrase the task.');
  }
  if (message.subtype !== 'success') return bySubtype(message, apiError);
  if (message.is_error) return byCall(message, apiError);
  if (schema === null) return { type: 'text', text: message.result ?? '' };
  const read = readClaim(message.structured_output ?? message.result ?? '', schema);
  if (read.type !== 'invalid') return read;
  return fail('CLAIM_INVALID', `The agent ended without a claim that fits: ${read.problems}`, undefined, true);
}

function bySubtype(message: ResultMessage, apiError: string | undefined): AgentResult {
  const said = (message.errors ?? []).join('; ') || message.result || message.subtype;
  switch (message.subtype) {
    case 'error_max_turns':
      return fail('ATTEMPT_LIMIT', `The attempt was ended at its limit of turns (${message.num_turns}).`, RAISE);
    case 'error_max_budget_usd':
      return fail('ATTEMPT_LIMIT', `The attempt was ended at its limit of cost: ${said}`, RAISE);
    case 'error_max_structured_output_retries':
      return fail('CLAIM_INVALID', `The agent's claim did not fit, repaired or not: ${said}`, undefined, true);
    default:
      return apiError === undefined
        ? fail('TOOL_FAILED', `Claude Code ended with an error: ${said}`, 'The message says why; try again.', true)
        : byCall({ ...message, result: said }, apiError);
  }
}

const RAISE = 'Raise the limit, or give it a smaller task.';

interface Meaning {
  readonly code: ErrorCode;
  readonly next: string;
  readonly retry: boolean;
}

const LATER: Meaning = { code: 'MODEL_UNAVAILABLE', next: 'Try again later.', retry: true };
const KEY: Meaning = {
  code: 'MODEL_KEY_REFUSED',
  next: 'Check the API key and the address it is sent to.',
  retry: false,
};
const BY_KIND: Readonly<Record<string, Meaning>> = {
  authentication_failed: KEY,
  oauth_org_not_allowed: KEY,
  billing_error: { code: 'MODEL_QUOTA_EXHAUSTED', next: 'Look at the account of the provider.', retry: false },
  rate_limit: LATER,
  overloaded: LATER,
  server_error: LATER,
  model_not_found: { code: 'MODEL_UNKNOWN', next: 'Choose another model (--model PROVIDER:NAME).', retry: false },
  invalid_request: { code: 'MODEL_REQUEST_INVALID', next: 'The message says what the provider refused.', retry: false },
};

/** A call of the model that failed for good. */
function byCall({ result, api_error_status: status }: ResultMessage, apiError: string | undefined): AgentResult {
  const meaning = BY_KIND[apiError ?? ''] ?? byStatus(status ?? null);
  return fail(
    meaning.code,
    `Claude Code could not reach its model: ${result ?? apiError}`,
    meaning.next,
    meaning.retry,
  );
}

function byStatus(status: number | null): Meaning {
  if (status === 401 || status === 403) return KEY;
  if (status === 404) return { code: 'MODEL_UNKNOWN', next: 'Choose another model.', retry: false };
  if (status === 400 || status === 413)
    return { code: 'MODEL_REQUEST_INVALID', next: 'The message says why.', retry: false };
  return LATER;
}

const fail = (code: ErrorCode, seen: string, next?: string, retry = false): AgentResult =>
  failedAttempt(new AssayError(code, seen, next === undefined ? {} : { next }), retry);

export type Totals = Omit<AgentUsage, 'turns'>;

/** Everything the session has used, over all models. An estimated price counts as unknown. */
export function totalsOf({ modelUsage, total_cost_usd: usd }: ResultMessage): Totals {
  const models = Object.values(modelUsage);
  const sum = (key: 'inputTokens' | 'outputTokens' | 'cacheReadInputTokens' | 'cacheCreationInputTokens'): number =>
    models.reduce((total, model) => total + model[key], 0);
  return {
    input: sum('inputTokens'),
    output: sum('outputTokens'),
    cacheRead: sum('cacheReadInputTokens'),
    cacheWrite: sum('cacheCreationInputTokens'),
    usd: models.some(({ costBasis }) => costBasis === 'unknown') ? null : usd,
  };
}

/** A resumed session continues its counts: this attempt's usage is the difference. */
export function usageSince(now: Totals, before: Totals | undefined): Totals {
  if (before === undefined) return now;
  const keys = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;
  // It started over if it counts less than before: then all of it is this attempt's.
  if (keys.some((key) => now[key] < before[key])) return now;
  return {
    input: now.input - before.input,
    output: now.output - before.output,
    cacheRead: now.cacheRead - before.cacheRead,
    cacheWrite: now.cacheWrite - before.cacheWrite,
    usd: now.usd === null || before.usd === null ? null : Math.max(0, now.usd - before.usd),
  };
}
