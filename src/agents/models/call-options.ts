import type { StepRequest, Thinking, ToolSchema } from '#contracts/model.ts';
import type { ModelHandle } from './handle.ts';
import type { OutputForm } from './output/output-form.ts';
import type { ProviderData } from './provider-data.ts';
import type { SdkCallOptions } from './sdk-types.ts';
import { cacheMark, toPrompt } from './to-prompt.ts';

/** Enough for a long file; a provider's own default may be 4,096 or unlimited. */
export const DEFAULT_MAX_OUTPUT = 16_000;

/** The options of a call, except its signal, for this provider. */
export function callOptions(request: StepRequest, model: ModelHandle, form: OutputForm | undefined): SdkCallOptions {
  const { maxOutputTokens = DEFAULT_MAX_OUTPUT, temperature, idempotencyKey, output, thinking } = request;
  const system = [request.system, form?.instructions ?? ''].filter((each) => each !== '').join('\n\n');
  const schema = form?.schema;
  return {
    prompt: toPrompt(system, request.messages, model),
    maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...toolOptions(request, model.cacheMarks && system === ''),
    ...(schema === undefined
      ? {}
      : {
          responseFormat: {
            type: 'json',
            schema,
            ...(output === undefined ? {} : { name: output.name }),
            ...(output?.description === undefined ? {} : { description: output.description }),
          } as const,
        }),
    ...(thinking?.effort === undefined || usesBudget(thinking, model) ? {} : { reasoning: thinking.effort }),
    ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
    ...(model.rawEvents ? { includeRawChunks: true } : {}),
    providerOptions: providerOptions(model, form, thinking),
  };
}

/**
 * The mark after the system prompt covers the tools, which precede it; without a system prompt they carry their own.
 */
function toolOptions(
  { tools = [], toolChoice }: StepRequest,
  markLast: boolean,
): Pick<SdkCallOptions, 'tools' | 'toolChoice'> {
  if (tools.length === 0) return {};
  return {
    tools: tools.map((tool, index) => ({ ...toTool(tool), ...cacheMark(markLast && index === tools.length - 1) })),
    ...(toolChoice === undefined
      ? {}
      : {
          toolChoice:
            typeof toolChoice === 'string' ? { type: toolChoice } : { type: 'tool', toolName: toolChoice.tool },
        }),
  };
}

const toTool = ({ name, description, input }: ToolSchema) =>
  ({ type: 'function', name, description, inputSchema: input }) as const;

function providerOptions(
  model: ModelHandle,
  form: OutputForm | undefined,
  thinking: Thinking | undefined,
): ProviderData {
  const options: Record<string, NonNullable<ProviderData[string]>[string]> = {};
  if (usesBudget(thinking, model)) options.thinking = { type: 'enabled', budgetTokens: thinking.budgetTokens };
  if (model.optionsName === 'openai' || model.optionsName === 'azure') {
    // Nothing is stored at the provider; what the next call needs travels with the messages.
    options.store = false;
    if (form !== undefined) options.strictJsonSchema = form.strict;
    // A deployment's name does not show the client that its model thinks; the caller that asks for it knows.
    const thinks = thinking?.effort !== undefined && thinking.effort !== 'none';
    if (model.optionsName === 'azure' && thinks) options.forceReasoning = true;
  }
  if (model.optionsName === 'compatible' && form !== undefined) options.strictJsonSchema = form.strict;
  return { [model.optionsName]: options };
}

/** Only Anthropic takes a number of tokens. */
const usesBudget = (
  thinking: Thinking | undefined,
  model: ModelHandle,
): thinking is Thinking & { budgetTokens: number } =>
  thinking?.budgetTokens !== undefined && model.optionsName === 'anthropic';
