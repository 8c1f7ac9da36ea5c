import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { Api } from '../types.ts';

export const SECRET = 'key-that-must-not-be-recorded';

export interface Provider {
  readonly name: string;
  readonly api: Api;
  model(url: string): LanguageModel;
}

/** The real clients, pointed at the simulator. */
export const PROVIDERS: readonly Provider[] = [
  {
    name: '@ai-sdk/anthropic',
    api: 'anthropic',
    model: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: SECRET })('claude-sonnet-4-5'),
  },
  {
    name: '@ai-sdk/openai responses',
    api: 'openai-responses',
    model: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: SECRET }).responses('gpt-5'),
  },
  {
    name: '@ai-sdk/openai chat',
    api: 'openai-chat',
    model: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: SECRET }).chat('gpt-4o'),
  },
  {
    name: '@ai-sdk/openai-compatible',
    api: 'openai-chat',
    model: (url) =>
      createOpenAICompatible({
        name: 'sim',
        baseURL: `${url}/v1`,
        apiKey: SECRET,
        includeUsage: true,
        supportsStructuredOutputs: true,
      })('local-model'),
  },
  {
    name: '@ai-sdk/google',
    api: 'gemini',
    model: (url) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: SECRET })('gemini-2.5-pro'),
  },
];
