import { createAnthropic } from '@ai-sdk/anthropic';
import { isStepCount, jsonSchema, type LanguageModelUsage, Output, streamText } from 'ai';
import {
  type AgentEvent,
  type AgentPlace,
  type AgentTask,
  type AgentUsage,
  type Backend,
  NO_AGENT_USAGE,
} from '#contracts/agent.ts';
import { type Json, toJson } from '#contracts/json.ts';
import { type Failure, modelFailure } from './model-errors.ts';
import { sdkTools } from './sdk-tools.ts';

export interface ModelBackendOptions {
  /** The provider's address, up to and including its version. */
  readonly baseURL?: string;
  readonly apiKey: string;
  readonly model: string;
  /** True where a scripted model answers. */
  readonly simulated: boolean;
  readonly maxOutputTokens?: number;
  /** Model calls in one attempt, tools included. */
  readonly maxSteps?: number;
  /** Calls of the SDK for one answer, beyond the first. */
  readonly maxRetries?: number;
  /** What a call cost. Without it nothing is known to cost anything. */
  usdOf?(usage: LanguageModelUsage): number;
}

/** Attempts by one model behind the Anthropic wire format. */
export function modelBackend(options: ModelBackendOptions): Backend {
  const { baseURL, apiKey, simulated } = options;
  const anthropic = createAnthropic({ apiKey, ...(baseURL === undefined ? {} : { baseURL }) });
  const model = anthropic(options.model);
  return {
    name: `model ${options.model}`,
    simulated,
    attempt: (task, place, signal) => attempt(options, model, task, place, signal),
  };
}

async function* attempt(
  options: ModelBackendOptions,
  model: ReturnType<ReturnType<typeof createAnthropic>>,
  task: AgentTask,
  place: AgentPlace,
  signal: AbortSignal,
): AsyncIterable<AgentEvent> {
  let usage = NO_AGENT_USAGE;
  const failed = ({ error, retry }: Failure): AgentEvent => ({
    type: 'complete',
    usage,
    result: { type: 'failed', error, retry },
  });
  try {
    yield { type: 'status', message: 'asks the model' };
    const result = begin(options, model, task, place, signal);
    for await (const part of result.stream) {
      if (part.type === 'text-delta') yield { type: 'text_delta', turn: part.id, text: part.text };
      if (part.type === 'tool-call') yield { type: 'status', message: `uses ${part.toolName}` };
      if (part.type === 'error') return yield failed(modelFailure(part.error));
      if (part.type === 'abort') return yield failed(modelFailure(signal.reason));
      if (part.type !== 'finish-step') continue;
      usage = add(usage, part.usage, options.usdOf?.(part.usage) ?? 0);
      yield { type: 'usage', usage };
    }
    if ((await result.finishReason) === 'content-filter') return yield failed(REFUSED);
    yield { type: 'complete', usage, result: { type: 'claim', claim: toJson(await result.output, 'claim') } };
  } catch (thrown) {
    yield failed(modelFailure(thrown));
  }
}

const begin = (
  { maxOutputTokens = 8_192, maxSteps = 12, maxRetries = 2 }: ModelBackendOptions,
  model: ReturnType<ReturnType<typeof createAnthropic>>,
  { system, prompt, claim }: AgentTask,
  place: AgentPlace,
  signal: AbortSignal,
) =>
  streamText({
    model,
    prompt,
    ...(system === '' ? {} : { instructions: system }),
    // Without a check of its own: the engine checks the claim, and says what does not fit.
    output: Output.object({ schema: jsonSchema<Json>(schemaOf(claim)) }),
    tools: sdkTools(place.tools, place.folder),
    stopWhen: isStepCount(maxSteps),
    maxOutputTokens,
    maxRetries,
    abortSignal: signal,
    // Errors are read from the stream; by default the SDK prints them.
    onError: () => {},
  });

/** A JSON Schema is an object by its making; anything else asks for nothing. */
const schemaOf = (claim: Json): Record<string, never> =>
  claim !== null && typeof claim === 'object' && !Array.isArray(claim) ? JSON.parse(JSON.stringify(claim)) : {};

const add = (before: AgentUsage, step: LanguageModelUsage, usd: number): AgentUsage => ({
  ...before,
  input: before.input + (step.inputTokens ?? 0),
  output: before.output + (step.outputTokens ?? 0),
  usd: (before.usd ?? 0) + usd,
  turns: before.turns + 1,
});

const REFUSED: Failure = {
  error: { code: 'MODEL_REFUSED', message: 'the model refused the task', next: 'Word the task otherwise.' },
  retry: false,
};
