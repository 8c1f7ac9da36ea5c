import type { ErrorCode, ErrorInfo } from '#contracts/errors.ts';
import { redactor } from '#host/redact.ts';
import { type CallError, readCallError } from './call-error.ts';
import type { ModelHandle } from './handle.ts';
import { type RateLimitHeaders, retryAfterMs } from './rate-limit-headers.ts';

/** The meaning of a failed call. */
export interface CallFailure {
  readonly error: ErrorInfo;
  /** How many calls of one step may fail this way before giving up; 1 when another would fail the same way. */
  readonly maxCalls: number;
  /** Whether the whole step may work at another time. */
  readonly retry: boolean;
  readonly askedMs?: number;
  /** The headers of an error answer, and whether it was a rate limit (429). */
  readonly answered?: { readonly headers: RateLimitHeaders; readonly throttled: boolean };
}

/** Broken data may have been damaged on the way, or be all there ever is. */
const GARBLED_CALLS = 3;

/** Whatever a call threw or streamed as its error. */
export function callFailure(thrown: unknown, model: ModelHandle, now: number): CallFailure {
  const seen = readCallError(thrown);
  const say = sayer(model);
  switch (seen.kind) {
    case 'status':
      return {
        ...ofStatus(seen, model, now),
        answered: { headers: seen.headers, throttled: seen.status === 429 },
      };
    case 'unreachable':
      return unreachable(model, seen.message);
    case 'cut':
      return again(say('MODEL_UNAVAILABLE', `broke off its answer: ${seen.message}`));
    case 'garbled':
      return { ...once(garbled(model, seen.message)), maxCalls: GARBLED_CALLS };
    case 'other':
      return once(say('MODEL_REQUEST_INVALID', `could not be asked: ${seen.message}`));
  }
}

/** The stream ended without an end event. */
export function cutFailure(model: ModelHandle, heard: boolean, contentType: string | undefined): CallFailure {
  const isStream = contentType === undefined || /event-stream/i.test(contentType);
  if (!heard && !isStream) return once(garbled(model, `its answer is ${contentType}, not a stream of events`));
  return again(sayer(model)('MODEL_UNAVAILABLE', 'broke off its answer: the stream ended before the answer did'));
}

export const idleFailure = (model: ModelHandle, idleMs: number): CallFailure =>
  again(sayer(model)('MODEL_UNAVAILABLE', `has said nothing for ${Math.round(idleMs / 1_000)} s`));

export const switchedFailure = (model: ModelHandle, answered: string): CallFailure =>
  once(
    sayer(model)(
      'MODEL_SWITCHED',
      `was asked, and "${answered}" answered`,
      'Its answer is not used. Ask for the model that answers by its name; where a server names its models otherwise, say "namesModel": false for its endpoint.',
    ),
  );

export const refusedFailure = (model: ModelHandle): CallFailure =>
  once(sayer(model)('MODEL_REFUSED', 'refused to answer (content filter)', 'Rephrase the task.'));

function ofStatus(seen: CallError & { kind: 'status' }, model: ModelHandle, now: number): CallFailure {
  const { status, message, body } = seen;
  const say = sayer(model);
  const said = `${message} ${body}`;
  if (status === 402 || QUOTA.test(said))
    return once(say('MODEL_QUOTA_EXHAUSTED', `answered ${status}: ${message}`, QUOTA_NEXT), true);
  if (status === 413 || CONTEXT.test(said))
    return once(say('MODEL_CONTEXT_FULL', `answered ${status}: ${message}`, CONTEXT_NEXT));
  // The message about a refused key often contains parts of it.
  if (status === 401) return keyRefused(model);
  if (status === 403) return once(say('MODEL_KEY_REFUSED', `answered 403: ${message}`, keyNext(model)));
  if (UNKNOWN_MODEL.test(said))
    return once(say('MODEL_UNKNOWN', `is not known at ${model.address}: ${message}`, UNKNOWN_NEXT));
  if (status === 404) return once(notFound(seen, model));
  if (FILTER.test(said)) return once(say('MODEL_REFUSED', `answered ${status}: ${message}`, 'Rephrase the task.'));
  if (isPassing(status) && seen.headers['x-should-retry'] !== 'false') {
    const asked = retryAfterMs(seen.headers, now);
    const failure = again(say('MODEL_UNAVAILABLE', `answered ${status}: ${message}`));
    return asked === undefined ? failure : { ...failure, askedMs: asked };
  }
  return once(
    say(
      'MODEL_REQUEST_INVALID',
      `answered ${status}: ${message}`,
      'The request itself was refused; the message says why.',
    ),
  );
}

export const keyRefused = (model: ModelHandle): CallFailure =>
  once(sayer(model)('MODEL_KEY_REFUSED', 'refused the key (401)', keyNext(model)));

const QUOTA = /insufficient_quota|credit balance is too low|exceeded your current quota|billing_(?:error|hard_limit)/i;
const CONTEXT =
  /context_length_exceeded|context (?:length|window|size)|prompt is too long|input is too long|too many (?:input )?tokens|request_too_large/i;
const UNKNOWN_MODEL =
  /model_not_found|DeploymentNotFound|model\b.{0,80}\b(?:not found|does not exist|not exist)|not_found_error.{0,80}model/is;
const FILTER = /content_filter|content_policy|content management policy|ResponsibleAIPolicy/i;

const QUOTA_NEXT = 'The account has no credit left: add some at the provider, or choose another model.';
const CONTEXT_NEXT =
  'The conversation is longer than the model takes: shorten it, or choose a model with a longer context.';
const UNKNOWN_NEXT = 'Check the name of the model and that your account may use it.';

const isPassing = (status: number): boolean => status === 408 || status === 409 || status === 429 || status >= 500;

function notFound({ message, body }: CallError & { kind: 'status' }, model: ModelHandle): ErrorInfo {
  if (/^\s*\{/.test(body)) return sayer(model)('MODEL_UNKNOWN', `answered 404: ${message}`, UNKNOWN_NEXT);
  return garbled(model, `answered 404 at ${model.address}: ${snippet(body) || message}`);
}

const garbled = (model: ModelHandle, problem: string): ErrorInfo =>
  sayer(model)(
    'MODEL_GARBLED',
    `does not speak as expected: ${problem}`,
    `Check that ${model.address} is the address of a model server, its version (/v1) included.`,
  );

const keyNext = ({ keyVariable, address }: ModelHandle): string =>
  keyVariable === undefined
    ? `The server at ${address} wants a key: give its endpoint a "keyVariable".`
    : `Check ${keyVariable}, and that ${address} is where it belongs.`;

/** A server of the person's own that is not running does not start by being called more often. */
const LOCAL_CALLS = 3;

export function unreachable(model: ModelHandle, problem: string): CallFailure {
  const next = model.local
    ? `Start the server that listens at ${model.address}.`
    : 'Check the network and the address.';
  const failure = again(sayer(model)('MODEL_UNAVAILABLE', `cannot be reached at ${model.address}: ${problem}`, next));
  return model.local ? { ...failure, maxCalls: LOCAL_CALLS } : failure;
}

const again = (error: ErrorInfo): CallFailure => ({ error, maxCalls: Number.POSITIVE_INFINITY, retry: true });

const once = (error: ErrorInfo, retry = false): CallFailure => ({ error, maxCalls: 1, retry });

const LONGEST = 500;

/** The message for this model, with all secrets removed. */
const sayer =
  ({ text, secrets }: ModelHandle) =>
  (code: ErrorCode, what: string, next?: string): ErrorInfo => ({
    code,
    message: redactor(secrets).text(`${text} ${what}`).slice(0, LONGEST),
    ...(next === undefined ? {} : { next }),
  });

const snippet = (body: string): string => body.replace(/\s+/g, ' ').trim().slice(0, 120);
