import { expect, it } from 'vitest';
import { mergeSettings } from './settings.ts';
import { modelOfTier } from './tiers.ts';

it('C11.6 the project’s word comes before the person’s, and the person’s before Assay’s own', () => {
  const usual = 'anthropic:claude-sonnet-5-5';
  const nobody = mergeSettings({});
  expect(nobody).toEqual({});
  const own = modelOfTier('fast', nobody, usual);
  const person = { model: 'openai:gpt-6.1-sol', tiers: { fast: 'ollama:small', deep: 'ollama:large' } };
  expect(modelOfTier('fast', mergeSettings(person), usual)).toBe('ollama:small');
  expect(own).not.toBe('ollama:small');
  const both = mergeSettings(person, { model: usual, tiers: { fast: 'lab:tiny' } });
  expect([both.model, modelOfTier('fast', both, usual), modelOfTier('deep', both, usual)]).toEqual([
    usual,
    'lab:tiny',
    'ollama:large',
  ]);
});
