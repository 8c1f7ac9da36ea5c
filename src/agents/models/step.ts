import { type Clock, sleepUntilAborted } from '#contracts/clock.ts';
import { type ErrorInfo, toErrorInfo } from '#contracts/errors.ts';
import { type ModelUsage, NO_MODEL_USAGE, type StepModel, type StepPart, type StepRequest } from '#contracts/model.ts';
import type { RateLimitObservation } from '#contracts/scheduling.ts';
import { systemClock } from '#host/clock.ts';
import { readCallError } from './call-error.ts';
import { callOptions } from './call-options.ts';
import type { ModelHandle } from './handle.ts';
import { type CallEnd, oneCall } from './one-call.ts';
import { type OutputForm, outputForm } from './output/output-form.ts';
import { priced } from './prices/cost.ts';
import { type RateLimitHeaders, rateLimitOf } from './rate-limit-headers.ts';
import { type CallRetries, DEFAULT_RETRY, nextRetry } from './retry-policy.ts';

export interface StepDeps {
  readonly clock?: Clock;
  /** From 0 to below 1; for the jitter. */
  readonly random?: () => number;
  readonly retry?: Partial<CallRetries>;
  /** Receives rate limits from a provider's answers; the scheduler follows them. */
  readonly onRateLimit?: (seen: RateLimitObservation, model: ModelHandle) => void;
  /** Waits for the call's turn among all of the provider's; call the returned function when it has ended. */
  readonly enter?: (model: ModelHandle, signal: AbortSignal) => Promise<() => void>;
  readonly onRetry?: (retry: StepPart & { type: 'retry' }) => void;
}

/** A model as the native backend uses it. */
export const stepModel = (model: ModelHandle, deps: StepDeps = {}): StepModel => ({
  ref: model.text,
  local: model.local,
  priced: model.price !== null,
  seesImages: model.images !== 'none',
  step: (request, signal) => streamStep(model, request, signal, deps),
});

/**
 * One step: a model call that is repeated after temporary failures. Ends with `finish` or `failed`; never throws, and
 * stops waiting when the signal aborts.
 */
export async function* streamStep(
  model: ModelHandle,
  request: StepRequest,
  signal: AbortSignal,
  deps: StepDeps = {},
): AsyncGenerator<StepPart, void> {
  try {
    yield* repeatCall(model, request, signal, deps);
  } catch (thrown) {
    yield { type: 'failed', error: toErrorInfo(thrown), retry: false };
  }
}

async function* repeatCall(
  model: ModelHandle,
  request: StepRequest,
  signal: AbortSignal,
  deps: StepDeps,
): AsyncGenerator<StepPart, void> {
  const { clock = systemClock, random = Math.random } = deps;
  const policy = { ...DEFAULT_RETRY, ...deps.retry };
  const form = request.output === undefined ? undefined : outputForm(request.output, model);
  const options = callOptions(request, model, form);
  const onHeaders = (headers: RateLimitHeaders, throttled = false): void =>
    deps.onRateLimit?.(rateLimitOf(headers, throttled, clock.now()), model);
  let waitedMs = 0;
  for (let calls = 1; ; calls += 1) {
    if (signal.aborted) return yield aborted(signal);
    const leave = await deps.enter?.(model, signal).catch(() => undefined);
    if (signal.aborted) {
      leave?.();
      return yield aborted(signal);
    }
    let end: CallEnd;
    try {
      end = yield* oneCall({ model, options, signal, clock, idleMs: policy.idleMs, onHeaders });
    } finally {
      leave?.();
    }
    yield* usageOf(end, model);
    if (end.type === 'aborted') return yield aborted(signal);
    if (end.type === 'finished') return yield finished(end, form);
    const { error, maxCalls, retry, askedMs, answered } = end.failure;
    if (answered !== undefined) onHeaders(answered.headers, answered.throttled);
    const limited = { ...policy, maxCalls: Math.min(policy.maxCalls, maxCalls) };
    const decision = nextRetry(limited, calls, waitedMs, askedMs, random);
    if (decision.type === 'give-up') return yield failed(error, retry, calls > 1 ? decision.why : '', askedMs);
    if (end.answer.shown) yield { type: 'reset' };
    const again = { type: 'retry', attempt: calls, waitMs: decision.ms, why: error } as const;
    deps.onRetry?.(again);
    yield again;
    await wait(clock, decision.ms, signal);
    waitedMs += decision.ms;
  }
}

function finished(end: CallEnd & { type: 'finished' }, form: OutputForm | undefined): StepPart {
  const { reason, answer, answeredBy, warnings } = end;
  return {
    type: 'finish',
    reason,
    message: answer.message(),
    ...(form === undefined || reason === 'tool-calls' ? {} : { output: form.read(answer.text) }),
    ...(answeredBy === undefined ? {} : { answeredBy }),
    warnings: [...warnings],
  };
}

/** For a complete call something is always reported, even if nothing is known; for a broken one only what is known. */
function* usageOf(end: CallEnd, model: ModelHandle): Generator<StepPart> {
  const call = end.type === 'finished' ? 'whole' : 'cut';
  if (end.tokens !== undefined) {
    const usage = priced(end.tokens, model.price);
    const note = usage.usd === null ? { note: `no price is known for ${model.text}` } : {};
    yield { type: 'usage', usage, call, ...note };
  } else if (end.type === 'finished') {
    yield { type: 'usage', usage: untold(model), call, note: `${model.text} did not say how many tokens it used` };
  }
}

/** Unknown, not zero. Only a local model is known to cost nothing. */
const untold = ({ local }: ModelHandle): ModelUsage => ({ ...NO_MODEL_USAGE, usd: local ? 0 : null });

const failed = (error: ErrorInfo, retry: boolean, why: string, askedMs: number | undefined): StepPart => ({
  type: 'failed',
  error: why === '' ? error : { ...error, message: `${error.message} (${why})` },
  retry,
  ...(askedMs === undefined ? {} : { retryAfterMs: askedMs }),
});

const aborted = (signal: AbortSignal): StepPart => ({
  type: 'failed',
  error: { code: 'NODE_ABORTED', message: `the model call was cancelled: ${readCallError(signal.reason).message}` },
  retry: false,
});

async function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  // A clock's timers let the process end; in the middle of a step it must not.
  const alive = setInterval(() => {}, 2 ** 30);
  await sleepUntilAborted(clock, ms, signal);
  clearInterval(alive);
}
