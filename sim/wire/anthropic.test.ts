import { describe, expect, it } from 'vitest';
import { call, dataOf, framesOf, parsed, problem, reply, understood } from '../test/wire-fixtures.ts';
import { anthropic } from './anthropic.ts';

const conversation = {
  model: 'claude',
  max_tokens: 100,
  system: [{ type: 'text', text: 'Be brief.' }],
  tools: [{ name: 'add', description: 'Adds.', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'Add.' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Adding.' },
        { type: 'tool_use', id: 'c1', name: 'add', input: { a: 1 } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: '2' }] }] },
  ],
};

describe('X1 Anthropic requests', () => {
  it('are understood', () => {
    expect(parsed(anthropic, conversation)).toMatchObject({
      ...understood,
      model: 'claude',
      maxTokens: 100,
      cacheable: 0,
    });
  });

  it('want an object by format or by tool', () => {
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } } };
    const user = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'x' }] };
    const tools = [{ name: 'report', input_schema: schema }];
    const format = { type: 'json_schema', schema };
    expect(parsed(anthropic, { ...user, output_config: { format } }).schema).toMatchObject({ schema, tool: null });
    expect(parsed(anthropic, { ...user, tools, tool_choice: { type: 'tool', name: 'report' } }).schema).toMatchObject({
      schema,
      tool: 'report',
    });
    expect(parsed(anthropic, { ...user, tools, tool_choice: { type: 'any' } }).schema).toMatchObject({
      tool: 'report',
    });
    expect(parsed(anthropic, { ...user, tools, tool_choice: { type: 'auto' } }).schema).toBeNull();
  });

  it('count the part before the last cache marker', () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    const [first, second, third] = conversation.messages;
    const marked = { role: 'user', content: [{ type: 'text', text: 'Add.', ...mark }] };
    expect(parsed(anthropic, { ...conversation, messages: [marked, second, third] }).cacheable).toBe(2);
    expect(parsed(anthropic, { ...conversation, system: [{ type: 'text', text: 's', ...mark }] }).cacheable).toBe(1);
    expect(parsed(anthropic, { ...conversation, tools: [{ ...conversation.tools[0], ...mark }] }).cacheable).toBe(1);
    expect(parsed(anthropic, { ...conversation, messages: [first] }).cacheable).toBe(0);
  });

  it('are refused with the field that is wrong', () => {
    expect(problem(anthropic, { ...conversation, max_tokens: undefined })).toBe('max_tokens: Field required');
    expect(problem(anthropic, { max_tokens: 1, messages: conversation.messages })).toMatch(/^model: /);
    expect(problem(anthropic, { ...conversation, messages: [] })).toMatch(/^messages: /);
    expect(problem(anthropic, { ...conversation, messages: conversation.messages.slice(0, 2) })).toMatch(
      /tool_use.*c1/,
    );
    expect(problem(anthropic, { ...conversation, messages: [{ role: 'user', content: [{ type: 'text' }] }] })).toMatch(
      /^messages\.0/,
    );
    expect(problem(anthropic, { ...conversation, tools: [{ input_schema: {} }] })).toMatch(/tools/);
    expect(problem(anthropic, null)).toMatch(/^body: /);
  });
});

describe('X1.1 Anthropic answers', () => {
  it('stream as the documented sequence of events', () => {
    const frames = framesOf(
      anthropic,
      reply({
        parts: [{ type: 'thinking', text: 'Hm' }, { type: 'text', text: 'Hello there' }, call()],
        stopReason: 'toolCalls',
      }),
    );
    expect(frames.map(({ event }) => event)).toEqual([
      'message_start',
      'ping',
      ...['content_block_start', 'content_block_delta', 'content_block_delta', 'content_block_stop'],
      ...['content_block_start', 'content_block_delta', 'content_block_delta', 'content_block_stop'],
      ...[
        'content_block_start',
        'content_block_delta',
        'content_block_delta',
        'content_block_delta',
        'content_block_stop',
      ],
      'message_delta',
      'message_stop',
    ]);
    expect(dataOf(frames).map((data) => JSON.parse(JSON.stringify(data)).type)).toEqual(
      frames.map(({ event }) => event),
    );
    expect(dataOf(frames)[3]).toEqual({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'thinking_delta', thinking: 'Hm' },
    });
    expect(dataOf(frames)[10]).toMatchObject({
      index: 2,
      content_block: { type: 'tool_use', id: 'toolu_c1', name: 'add', input: {} },
    });
    expect(dataOf(frames).at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } });
  });

  it('split cached from fresh input', () => {
    expect(anthropic.body(reply())).toMatchObject({
      id: 'msg_r1',
      content: [{ type: 'text', text: 'Hello there' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 30, cache_read_input_tokens: 60, cache_creation_input_tokens: 10, output_tokens: 20 },
    });
  });

  it('name errors as the provider does', () => {
    expect(anthropic.error({ status: 529, message: 'busy' }, 'req_1')).toEqual({
      type: 'error',
      error: { type: 'overloaded_error', message: 'busy' },
      request_id: 'req_1',
    });
    expect(anthropic.errorHeaders({ status: 429, message: '' }, 'r')).toMatchObject({
      'anthropic-ratelimit-requests-remaining': '0',
    });
    expect(anthropic.headers('r', 1_000)).toMatchObject({
      'request-id': 'r',
      'anthropic-ratelimit-tokens-remaining': '3999000',
    });
  });
});
