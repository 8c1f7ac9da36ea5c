import { AssayError } from '#contracts/errors.ts';
import { type Endpoint, type Endpoints, endpointsOf, isLoopback } from './endpoints.ts';
import type { ModelHandle, SdkModel } from './handle.ts';
import { address, azureAddress, keyIn, type ModelEnv, needKey, rooted, versioned } from './keys-and-addresses.ts';
import { type ModelRef, modelRefText, parseModelRef } from './model-ref.ts';
import { DEFAULT_PRICES } from './prices/default-prices.ts';
import { type Price, type PriceTable, priceOf } from './prices/price-table.ts';

export interface ModelSettings {
  /** Servers under names of their own, from the configuration. */
  readonly endpoints?: Endpoints;
  /** The person's own prices; they take precedence over the built-in ones. */
  readonly prices?: PriceTable;
  /** Which of OpenAI's interfaces is used for OpenAI and Azure; default: `responses`. */
  readonly openaiApi?: 'responses' | 'chat';
}

/** A model that can be called. Nothing is sent; a missing key or address is refused here. */
export function openModel(text: string | ModelRef, settings: ModelSettings, env: ModelEnv): ModelHandle {
  const ref = typeof text === 'string' ? parseModelRef(text, settings.endpoints) : text;
  switch (ref.provider) {
    case 'anthropic':
      return openAnthropic(ref, settings, env);
    case 'openai':
      return openOpenai(ref, settings, env);
    case 'azure':
      return openAzure(ref, settings, env);
    case 'compatible':
      return openCompatible(ref, settings, env);
  }
}

function openAnthropic(ref: ModelRef, settings: ModelSettings, env: ModelEnv): ModelHandle {
  const apiKey = needKey(ref, env, 'ANTHROPIC_API_KEY');
  // As in Claude Code: the address ends before the version.
  const baseURL = versioned(address(env, 'ANTHROPIC_BASE_URL') ?? 'https://api.anthropic.com');
  return {
    ...common(ref, settings, baseURL, 'ANTHROPIC_API_KEY', apiKey),
    structuredOutput: 'native',
    strictSchemas: false,
    cacheMarks: true,
    images: 'anywhere',
    optionsName: 'anthropic',
    sdk: async () => (await import('@ai-sdk/anthropic')).createAnthropic({ apiKey, baseURL })(ref.name),
  };
}

function openOpenai(ref: ModelRef, settings: ModelSettings, env: ModelEnv): ModelHandle {
  const apiKey = needKey(ref, env, 'OPENAI_API_KEY');
  const baseURL = rooted(address(env, 'OPENAI_BASE_URL') ?? 'https://api.openai.com/v1');
  const load = async (): Promise<SdkModel> => {
    const provider = (await import('@ai-sdk/openai')).createOpenAI({ apiKey, baseURL });
    return settings.openaiApi === 'chat' ? provider.chat(ref.name) : provider.responses(ref.name);
  };
  return {
    ...common(ref, settings, baseURL, 'OPENAI_API_KEY', apiKey),
    ...openaiManners('openai', settings),
    sdk: load,
  };
}

function openAzure(ref: ModelRef, settings: ModelSettings, env: ModelEnv): ModelHandle {
  const apiKey = needKey(ref, env, 'AZURE_OPENAI_API_KEY', 'AZURE_API_KEY');
  const baseURL = azureAddress(ref, env);
  const load = async (): Promise<SdkModel> => {
    const provider = (await import('@ai-sdk/azure')).createAzure({ apiKey, baseURL });
    return settings.openaiApi === 'chat' ? provider.chat(ref.name) : provider.responses(ref.name);
  };
  return {
    ...common(ref, settings, baseURL, 'AZURE_OPENAI_API_KEY', apiKey),
    ...openaiManners('azure', settings),
    // A deployment has a name of its own; the answer names the model behind it.
    namesModel: false,
    rawEvents: true,
    sdk: load,
  };
}

function openCompatible(ref: ModelRef, settings: ModelSettings, env: ModelEnv): ModelHandle {
  const endpoint = endpointOf(ref, settings, env);
  const variable = endpoint.keyVariable;
  const apiKey = ref.endpoint === undefined ? keyIn(env, variable) : variable && needKey(ref, env, variable);
  const baseURL = rooted(endpoint.baseUrl);
  const load = async (): Promise<SdkModel> =>
    (await import('@ai-sdk/openai-compatible')).createOpenAICompatible({
      name: 'compatible',
      baseURL,
      includeUsage: true,
      supportsStructuredOutputs: endpoint.structuredOutput,
      ...(apiKey === undefined ? {} : { apiKey }),
    })(ref.name);
  return {
    ...common(ref, settings, baseURL, variable, apiKey, endpoint.local ?? isLoopback(baseURL)),
    structuredOutput: endpoint.structuredOutput ? 'native' : 'prompt',
    strictSchemas: false,
    cacheMarks: false,
    namesModel: endpoint.namesModel,
    images: endpoint.images ? 'user' : 'none',
    optionsName: 'compatible',
    sdk: load,
  };
}

const openaiManners = (optionsName: string, { openaiApi }: ModelSettings) =>
  ({
    structuredOutput: 'native',
    strictSchemas: true,
    cacheMarks: false,
    optionsName,
    // In Chat Completions a tool's answer is text.
    images: openaiApi === 'chat' ? 'user' : 'anywhere',
  }) as const;

function common(
  ref: ModelRef,
  settings: ModelSettings,
  baseURL: string,
  keyVariable: string | undefined,
  apiKey: string | undefined,
  local = false,
) {
  const text = modelRefText(ref);
  const tables = [...(settings.prices === undefined ? [] : [settings.prices]), DEFAULT_PRICES];
  const free: Price | null = local ? { model: text, input: 0, output: 0 } : null;
  return {
    ref,
    text,
    local,
    price: priceOf(text, tables) ?? free,
    namesModel: true,
    rawEvents: false,
    secrets: keyVariable === undefined || apiKey === undefined ? {} : { [keyVariable]: apiKey },
    address: baseURL,
    keyVariable,
  };
}

/** `compatible:NAME` uses OPENAI_COMPATIBLE_BASE_URL. */
function endpointOf(ref: ModelRef, settings: ModelSettings, env: ModelEnv): Endpoint {
  const named = ref.endpoint === undefined ? undefined : endpointsOf(settings.endpoints)[ref.endpoint];
  if (named !== undefined) return named;
  const baseUrl = address(env, 'OPENAI_COMPATIBLE_BASE_URL');
  if (baseUrl === undefined) {
    throw new AssayError(
      'CONFIG_INVALID',
      `${modelRefText(ref)} has no address: OPENAI_COMPATIBLE_BASE_URL is not set`,
      {
        next: 'Set it to the server, such as http://127.0.0.1:8000/v1, or name the server under "endpoints" in the configuration.',
      },
    );
  }
  return { baseUrl, keyVariable: 'OPENAI_COMPATIBLE_API_KEY', structuredOutput: false, namesModel: true };
}
