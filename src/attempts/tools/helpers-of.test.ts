import { expect, it } from 'vitest';
import type { AttemptEnv, Helper } from '#contracts/agent.ts';
import { withHelperModels } from './helpers-of.ts';

const helper = (model?: string): Helper => ({
  ...{ description: 'd', system: 's', mayUse: () => true },
  ...(model === undefined ? {} : { model }),
});

it('helpers use the models that their files name: a tier is looked up, a name is kept, none means the caller’s', () => {
  const place: AttemptEnv = {
    ...{ folder: '/', tools: [], permit: async () => ({ type: 'allow', by: 'mode' }) },
    helpers: new Map([
      ['quick', helper('fast')],
      ['other', helper('openai:gpt-6-luna')],
      ['same', helper()],
    ]),
  };
  const models = (usual: string | undefined, tiers = {}) =>
    [...(withHelperModels(place, { tiers }, usual).helpers ?? [])].map(([, { model }]) => model);
  expect(models('anthropic:claude-sonnet-5-5')).toEqual(['anthropic:claude-haiku-5-5', 'openai:gpt-6-luna', undefined]);
  expect(models('ollama:qwen3')).toEqual(['ollama:qwen3', 'openai:gpt-6-luna', undefined]);
  expect(models('ollama:qwen3', { fast: 'ollama:tiny' })).toEqual(['ollama:tiny', 'openai:gpt-6-luna', undefined]);
  expect(models(undefined)).toEqual([undefined, 'openai:gpt-6-luna', undefined]);
});
