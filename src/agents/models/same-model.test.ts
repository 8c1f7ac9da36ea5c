import { describe, expect, it } from 'vitest';
import { isSameModel } from './same-model.ts';

describe('the same model', () => {
  it.each([
    ['gpt-5', 'gpt-5'],
    ['gpt-5', 'gpt-5-2025-08-07'],
    ['gpt-4', 'gpt-4-0613'],
    ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929'],
    ['claude-3-7-sonnet-latest', 'claude-3-7-sonnet-20250219'],
    ['claude-sonnet-4-0', 'claude-sonnet-4-20250514'],
    ['qwen3', 'qwen3:latest'],
    ['qwen3:latest', 'qwen3'],
    ['Qwen/Qwen3-8B', 'qwen/qwen3-8b'],
  ])('%s is answered by %s', (asked, answered) => expect(isSameModel(asked, answered)).toBe(true));

  it.each([
    ['gpt-5', 'gpt-5-mini'],
    ['gpt-5', 'gpt-5-mini-2025-08-07'],
    ['gpt-5-2025-08-07', 'gpt-5-2025-01-01'],
    ['gpt-5-2025-08-07', 'gpt-5'],
    ['claude-sonnet-4-5', 'claude-sonnet-4-20250514'],
    ['claude-opus-4-0', 'claude-opus-4-1-20250805'],
    ['qwen3:8b', 'qwen3:4b'],
    ['qwen3', 'qwen3:4b'],
    ['gpt-4', 'gpt-4o'],
  ])('%s is not answered by %s', (asked, answered) => expect(isSameModel(asked, answered)).toBe(false));
});
