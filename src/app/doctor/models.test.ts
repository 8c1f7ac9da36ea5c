import { expect, it } from 'vitest';
import { KNOWN_MODELS } from '#agents/models/registry/known-models.ts';
import { endsFinding } from './models.ts';

it('C1.1 the doctor says which of the models in use ends soon, and what could take its place', () => {
  const now = Date.parse('2026-11-16');
  expect(endsFinding(['openai:gpt-6.1-sol', 'ollama:qwen3'], KNOWN_MODELS, now)).toMatchObject({ state: 'ok' });
  expect(endsFinding(['openai:gpt-5', 'openai:gpt-6.1-sol'], KNOWN_MODELS, now)).toEqual({
    state: 'absent',
    seen: 'openai:gpt-5 is shut down on 2026-12-11, in 25 days. openai:gpt-6.1-sol could take its place (--model openai:gpt-6.1-sol).',
    next: expect.stringContaining('assay models'),
  });
});
