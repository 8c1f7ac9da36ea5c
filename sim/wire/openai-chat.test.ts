import { describe, expect, it } from 'vitest';
import { call, dataOf, framesOf, parsed, problem, reply, understood } from '../test/wire-fixtures.ts';
import { openaiChat } from './openai-chat.ts';

const conversation = {
  model: 'gpt',
  tools: [{ type: 'function', function: { name: 'add', description: 'Adds.', parameters: { type: 'object' } } }],
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'Add.' }] },
    {
      role: 'assistant',
      content: 'Adding.',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '2' },
  ],
};

describe('X1 Chat Completions requests', () => {
  it('are understood', () => {
    expect(parsed(openaiChat, conversation)).toMatchObject({
      ...understood,
      model: 'gpt',
      cacheable: 4,
      wantsUsage: true,
    });
  });

  it('want an object by format or by tool', () => {
    const schema = { type: 'object' };
    const format = { type: 'json_schema', json_schema: { name: 'verdict', schema } };
    expect(parsed(openaiChat, { ...conversation, response_format: format }).schema).toEqual({
      name: 'verdict',
      schema,
      tool: null,
    });
    expect(parsed(openaiChat, { ...conversation, response_format: { type: 'json_object' } }).schema).toMatchObject({
      tool: null,
    });
    expect(parsed(openaiChat, { ...conversation, response_format: { type: 'text' } }).schema).toBeNull();
    const forced = { type: 'function', function: { name: 'add' } };
    expect(parsed(openaiChat, { ...conversation, tool_choice: forced }).schema).toMatchObject({ tool: 'add' });
  });

  it('say whether a stream is to end with the usage', () => {
    expect(parsed(openaiChat, { ...conversation, stream: true }).wantsUsage).toBe(false);
    const options = { include_usage: true };
    expect(parsed(openaiChat, { ...conversation, stream: true, stream_options: options }).wantsUsage).toBe(true);
  });

  it('are refused with the field that is wrong', () => {
    expect(problem(openaiChat, { ...conversation, model: '' })).toMatch(/^model: you must provide/);
    expect(problem(openaiChat, { ...conversation, messages: conversation.messages.slice(0, 3) })).toMatch(
      /tool_call_id.*c1/,
    );
    expect(problem(openaiChat, { ...conversation, messages: [{ role: 'robot', content: '' }] })).toMatch(
      /^messages\.0\.role/,
    );
    expect(problem(openaiChat, { ...conversation, messages: [{ role: 'tool', content: '' }] })).toMatch(/tool_call_id/);
  });
});

describe('X1.1 Chat Completions answers', () => {
  it('stream as chunks, the usage last and then [DONE]', () => {
    const parts = [{ type: 'text' as const, text: 'Hello there' }, call()];
    const data = dataOf(framesOf(openaiChat, reply({ parts, stopReason: 'toolCalls' })));
    const deltas = data.map((chunk) => JSON.parse(JSON.stringify(chunk)).choices?.[0]?.delta);
    expect(deltas).toEqual([
      { role: 'assistant', content: '', refusal: null },
      { content: 'Hello ' },
      { content: 'there' },
      { tool_calls: [{ index: 0, id: 'call_c1', type: 'function', function: { name: 'add', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"a":1' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '}' } }] },
      {},
      undefined,
      undefined,
    ]);
    expect(data.at(-3)).toMatchObject({ usage: null, choices: [{ finish_reason: 'tool_calls' }] });
    expect(data.at(-2)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    });
    expect(data.at(-1)).toBe('[DONE]');
  });

  it('stream no usage to clients that did not ask for it', () => {
    const data = dataOf(framesOf(openaiChat, reply({ wantsUsage: false })));
    expect(JSON.stringify(data)).not.toContain('usage');
  });

  it('come whole, too', () => {
    expect(openaiChat.body(reply({ parts: [call()], stopReason: 'toolCalls' }))).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          message: { content: null, tool_calls: [{ function: { name: 'add', arguments: '{"a":1}' } }] },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens_details: { cached_tokens: 60 }, completion_tokens_details: { reasoning_tokens: 5 } },
    });
    expect(openaiChat.body(reply({ stopReason: 'refusal' }))).toMatchObject({
      choices: [{ message: { content: null, refusal: 'Hello there' } }],
    });
  });

  it('name errors as the provider does', () => {
    expect(openaiChat.error({ status: 429, message: 'slow' }, '')).toEqual({
      error: { message: 'slow', type: 'requests', param: null, code: 'rate_limit_exceeded' },
    });
    expect(openaiChat.errorHeaders({ status: 429, message: '' }, 'r')).toMatchObject({
      'x-ratelimit-remaining-requests': '0',
    });
  });
});
