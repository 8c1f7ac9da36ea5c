import type { Clock } from '#contracts/clock.ts';
import type { FinishReason, StepPart } from '#contracts/model.ts';
import { StreamedAnswer } from './answer.ts';
import { isMissingFinish } from './call-error.ts';
import { type CallFailure, callFailure, cutFailure, idleFailure, refusedFailure, switchedFailure } from './failure.ts';
import type { ModelHandle } from './handle.ts';
import type { TokenCounts } from './prices/cost.ts';
import type { RateLimitHeaders } from './rate-limit-headers.ts';
import { saysRefusal } from './raw-refusal.ts';
import { isSameModel } from './same-model.ts';
import type { SdkCallOptions, SdkFinishReason, SdkPart } from './sdk-types.ts';
import { tokensAtStart, usageTokensOf } from './usage.ts';
import { type Watchdog, watchdog } from './watchdog.ts';

export interface ModelCallContext {
  readonly model: ModelHandle;
  readonly options: SdkCallOptions;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly idleMs: number;
  /** The headers of an answer, including errors. */
  onHeaders(headers: RateLimitHeaders): void;
}

/** How one call ended, and what of its tokens is known. */
export type CallEnd = { readonly tokens: TokenCounts | undefined; readonly answer: StreamedAnswer } & (
  | {
      readonly type: 'finished';
      readonly reason: FinishReason;
      readonly answeredBy: string | undefined;
      readonly warnings: readonly string[];
    }
  | { readonly type: 'failed'; readonly failure: CallFailure }
  | { readonly type: 'aborted' }
);

/** One call: streamed parts are emitted as they come; its end is returned. Never throws. */
export async function* oneCall(context: ModelCallContext): AsyncGenerator<StepPart, CallEnd> {
  const { model, clock, idleMs } = context;
  const dog = watchdog(clock, idleMs, context.signal);
  const state = new CallState(model);
  try {
    yield* listen(context, dog, state);
  } catch (thrown) {
    state.fail(callFailure(thrown, model, clock.now()));
  } finally {
    // Also when the listener leaves in the middle: the connection ends with the call.
    dog.stop();
  }
  const told = { tokens: state.tokens, answer: state.answer };
  if (context.signal.aborted) return { type: 'aborted', ...told };
  if (dog.bitten) return { type: 'failed', failure: idleFailure(model, idleMs), ...told };
  if (state.failure !== undefined) return { type: 'failed', failure: state.failure, ...told };
  const reason = finishReason(state.finish, state.answer);
  if (reason === 'refused' || state.refused) return { type: 'failed', failure: refusedFailure(model), ...told };
  if (reason === 'cut') return { type: 'failed', failure: cutFailure(model, state.heard, state.contentType), ...told };
  return { type: 'finished', reason, answeredBy: state.answeredBy, warnings: state.warnings, ...told };
}

async function* listen(context: ModelCallContext, dog: Watchdog, state: CallState): AsyncGenerator<StepPart, void> {
  const sdk = await context.model.sdk();
  const { stream, response } = await sdk.doStream({ ...context.options, abortSignal: dog.signal });
  context.onHeaders(response?.headers ?? {});
  state.contentType = response?.headers?.['content-type'];
  const reader = stream.getReader();
  // Ends a pending read at once, whatever the layers below do.
  const leave = (): void => void reader.cancel().catch(() => {});
  dog.signal.addEventListener('abort', leave, { once: true });
  try {
    while (state.failure === undefined && !dog.signal.aborted) {
      const { done, value } = await reader.read();
      if (done) return;
      dog.pat();
      const told = state.take(value, context.clock.now());
      if (told !== undefined) yield told;
    }
  } finally {
    leave();
  }
}

/** What is known of a call in progress. */
class CallState {
  readonly answer = new StreamedAnswer();
  tokens: TokenCounts | undefined;
  failure: CallFailure | undefined;
  finish: SdkFinishReason | undefined;
  answeredBy: string | undefined;
  contentType: string | undefined;
  heard = false;
  refused = false;
  warnings: string[] = [];
  readonly #model: ModelHandle;

  constructor(model: ModelHandle) {
    this.#model = model;
  }

  /** The first error is the one that is reported. */
  fail(failure: CallFailure): void {
    this.failure ??= failure;
  }

  take(part: SdkPart, now: number): StepPart | undefined {
    switch (part.type) {
      case 'stream-start':
        this.warnings = part.warnings.map(
          (warning) =>
            ('details' in warning && warning.details) ||
            ('message' in warning ? warning.message : `${warning.feature} is not supported`),
        );
        return undefined;
      case 'response-metadata':
        this.heard = true;
        this.#answered(part.modelId);
        return undefined;
      case 'custom':
        this.#special(part);
        return undefined;
      case 'finish':
        this.finish ??= part.finishReason;
        this.tokens = usageTokensOf(part.usage) ?? this.tokens;
        return undefined;
      case 'raw':
        this.refused ||= saysRefusal(part.rawValue);
        return undefined;
      case 'error':
        if (isMissingFinish(part.error)) return undefined;
        this.heard = true;
        this.fail(callFailure(part.error, this.#model, now));
        return undefined;
      default:
        this.heard = true;
        return this.answer.take(part);
    }
  }

  #answered(name: string | undefined): void {
    if (name === undefined || name === '') return;
    this.answeredBy = name;
    if (this.#model.namesModel && !isSameModel(this.#model.ref.name, name))
      this.fail(switchedFailure(this.#model, name));
  }

  #special({ kind, providerMetadata }: SdkPart & { type: 'custom' }): void {
    const anthropic = providerMetadata?.anthropic;
    if (kind === 'anthropic.message_start') this.tokens ??= tokensAtStart(anthropic?.usage);
    // The provider switched to another model in the middle of the answer.
    if (kind === 'anthropic.fallback')
      this.fail(switchedFailure(this.#model, JSON.stringify(anthropic?.to ?? 'another model')));
  }
}

function finishReason(finish: SdkFinishReason | undefined, answer: StreamedAnswer): FinishReason | 'refused' | 'cut' {
  switch (finish?.unified) {
    case 'length':
      return 'length';
    case 'tool-calls':
      return 'tool-calls';
    case 'content-filter':
      return 'refused';
    case 'stop':
      // Some servers stop "normally" for tool calls.
      return answer.callsTools ? 'tool-calls' : 'stop';
    case 'other':
      return finish.raw === undefined ? 'cut' : answer.callsTools ? 'tool-calls' : 'stop';
    default:
      return 'cut';
  }
}
