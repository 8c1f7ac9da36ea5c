import { describe, expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { type ModelRef, modelRefText, parseModelRef } from './model-ref.ts';

const refused = (text: string): AssayError => {
  try {
    parseModelRef(text);
  } catch (thrown) {
    if (thrown instanceof AssayError) return thrown;
  }
  throw new Error(`${text} was taken`);
};

describe('model references', () => {
  it.each<[string, ModelRef]>([
    ['anthropic:claude-sonnet-4-5', { provider: 'anthropic', name: 'claude-sonnet-4-5' }],
    [' OpenAI:gpt-5 ', { provider: 'openai', name: 'gpt-5' }],
    ['azure:Our-Deployment', { provider: 'azure', name: 'Our-Deployment' }],
    ['compatible:org/model', { provider: 'compatible', name: 'org/model' }],
    ['ollama:qwen3:8b', { provider: 'compatible', endpoint: 'ollama', name: 'qwen3:8b' }],
  ])('reads %s', (text, ref) => {
    expect(parseModelRef(text)).toEqual(ref);
    expect(parseModelRef(modelRefText(ref))).toEqual(ref);
  });

  it('reads an endpoint of the configuration', () => {
    const mine = { baseUrl: 'http://10.0.0.1/v1', structuredOutput: false, namesModel: true };
    expect(parseModelRef('mine:m', { mine })).toEqual({ provider: 'compatible', endpoint: 'mine', name: 'm' });
    expect(() => parseModelRef('openai:m', { openai: mine })).toThrow('cannot be called openai');
  });

  it.each([
    ['claude-sonnet-4-5', 'anthropic:claude-sonnet-4-5'],
    ['gpt-5', 'openai:gpt-5'],
    ['sonnet-4-5', 'anthropic:claude-sonnet-4-5'],
    ['antropic:claude-sonnet-4-5', 'anthropic:claude-sonnet-4-5'],
    ['opena:gpt-5', 'openai:gpt-5'],
    ['qwen3:8b', 'ollama:qwen3:8b'],
    ['something', 'PROVIDER:NAME'],
    ['', 'PROVIDER:NAME'],
    ['openai:', 'openai:NAME'],
  ])('refuses %j and says what was likely meant', (text, fix) => {
    const { code, next } = refused(text);
    expect(code).toBe('MODEL_NAME_INVALID');
    expect(next).toContain(fix);
  });

  it('refuses names that would get into a header or an address as something else', () => {
    expect(refused('openai:a b').message).toContain('blank');
    expect(refused('openai:a\r\nx: y').message).toContain('blank');
  });
});
