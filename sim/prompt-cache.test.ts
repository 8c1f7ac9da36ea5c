import { describe, expect, it } from 'vitest';
import { PromptCache } from './prompt-cache.ts';
import { request } from './test/requests.ts';
import { answerTokens, promptSegments } from './tokens.ts';

const message = (role: 'user' | 'assistant', text: string) => ({
  role,
  text,
  thinking: '',
  toolCalls: [],
  toolResults: [],
});
const LONG = 'x'.repeat(8_000);

describe('X1 token counts', () => {
  it('are an estimate of four characters a token, the same on every wire', () => {
    const asked = request({ system: '12345678', messages: [message('user', '1234')] });
    expect(promptSegments(asked).map(({ tokens }) => tokens)).toEqual([2, 5]);
    expect(
      answerTokens([
        { type: 'thinking', text: '12345' },
        { type: 'text', text: '1234' },
      ]),
    ).toEqual({ output: 3, reasoning: 2 });
    expect(answerTokens([{ type: 'json', value: { a: 1 } }]).output).toBe(2);
  });
});

describe('X1 the prompt cache', () => {
  it('knows a growing conversation again', () => {
    const cache = new PromptCache();
    const first = request({ api: 'openai-chat', messages: [message('user', LONG)], cacheable: 2 });
    const second = {
      ...first,
      messages: [...first.messages, message('assistant', 'ok'), message('user', 'more')],
      cacheable: 4,
    };
    expect(cache.measure(second).cacheReadTokens).toBe(0);
    cache.remember(first);
    expect(cache.measure(second)).toEqual({ inputTokens: 2_014, cacheReadTokens: 2_004, cacheWriteTokens: 0 });
    expect(cache.measure({ ...second, model: 'other' }).cacheReadTokens).toBe(0);
  });

  it('writes for Anthropic up to the marker, and nothing without one', () => {
    const cache = new PromptCache();
    const marked = request({ system: LONG, cacheable: 1 });
    expect(cache.measure(marked)).toMatchObject({ cacheReadTokens: 0, cacheWriteTokens: 2_000 });
    cache.remember(marked);
    expect(cache.measure(marked)).toMatchObject({ cacheReadTokens: 2_000, cacheWriteTokens: 0 });
    expect(cache.measure({ ...marked, cacheable: 0 })).toMatchObject({ cacheReadTokens: 0, cacheWriteTokens: 0 });
  });

  it('does not bother with short prompts', () => {
    const cache = new PromptCache();
    const short = request({ cacheable: 2 });
    cache.remember(short);
    expect(cache.measure(short)).toEqual({ inputTokens: 6, cacheReadTokens: 0, cacheWriteTokens: 0 });
  });
});
