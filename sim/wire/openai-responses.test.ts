import { describe, expect, it } from 'vitest';
import type { Json } from '#contracts/json.ts';
import { call, dataOf, framesOf, parsed, problem, reply, understood } from '../test/wire-fixtures.ts';
import { openaiResponses } from './openai-responses.ts';

const conversation = {
  model: 'gpt',
  instructions: 'Be brief.',
  tools: [{ type: 'function', name: 'add', description: 'Adds.', parameters: { type: 'object' } }],
  input: [
    { role: 'user', content: [{ type: 'input_text', text: 'Add.' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Adding.' }] },
    { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{"a":1}' },
    { type: 'function_call_output', call_id: 'c1', output: '2' },
  ],
};

const recalling = (items: Record<string, readonly Json[]>) => ({ recall: (id: string) => items[id] });

describe('X1 Responses requests', () => {
  it('are understood', () => {
    expect(parsed(openaiResponses, conversation)).toMatchObject({ ...understood, model: 'gpt', cacheable: 4 });
    expect(parsed(openaiResponses, { model: 'm', input: 'Hi' })).toMatchObject({ lastUserText: 'Hi', turn: 1 });
  });

  it('may name earlier items and responses instead of repeating them', () => {
    const [user, message, call, output] = conversation.input;
    const memory = recalling({
      msg_1: [message ?? null],
      fc_1: [call ?? null],
      resp_1: [user ?? null, message ?? null, call ?? null],
    });
    const refer = (id: string) => ({ type: 'item_reference', id });
    const byItem = { ...conversation, input: [user, refer('msg_1'), refer('fc_1'), output] };
    expect(parsed(openaiResponses, byItem, memory).messages).toEqual(understood.messages);
    const byResponse = { ...conversation, previous_response_id: 'resp_1', input: [output] };
    expect(parsed(openaiResponses, byResponse, memory).messages).toEqual(understood.messages);
    expect(problem(openaiResponses, { ...conversation, input: [refer('msg_9')] }, memory)).toBe(
      "Item with id 'msg_9' not found.",
    );
    expect(problem(openaiResponses, { ...conversation, previous_response_id: 'resp_9' }, memory)).toMatch(/resp_9/);
  });

  it('bring custom, namespaced and built-in tools, as Codex does', () => {
    const add = { type: 'function', name: 'add', parameters: { type: 'object' } };
    const tools = [
      { type: 'custom', name: 'apply_patch' },
      { type: 'namespace', name: 'mcp__x', tools: [add] },
      { type: 'web_search' },
    ];
    expect(parsed(openaiResponses, { ...conversation, tools }).tools).toMatchObject([
      { name: 'apply_patch', kind: 'custom', schema: null },
      { name: 'add', kind: 'function', namespace: 'mcp__x' },
      { name: 'web_search', kind: 'builtin' },
    ]);
  });

  it('want an object by format', () => {
    const format = { type: 'json_schema', name: 'verdict', schema: { type: 'object' } };
    expect(parsed(openaiResponses, { ...conversation, text: { format } }).schema).toMatchObject({
      name: 'verdict',
      tool: null,
    });
  });

  it('are refused with the reason', () => {
    expect(problem(openaiResponses, { ...conversation, input: conversation.input.slice(0, 3) })).toBe(
      'No tool output found for function call c1.',
    );
    expect(problem(openaiResponses, { model: 'm' })).toMatch(/^input: /);
    expect(problem(openaiResponses, { ...conversation, input: [{ type: 'function_call' }] })).toMatch(/^input\.0/);
  });
});

describe('X1.1 Responses answers', () => {
  it('stream as the documented sequence of events, numbered', () => {
    const parts = [{ type: 'thinking' as const, text: 'Hm' }, { type: 'text' as const, text: 'Hello there' }, call()];
    const frames = framesOf(openaiResponses, reply({ parts, stopReason: 'toolCalls' }));
    expect(frames.map(({ event }) => event?.replace('response.', ''))).toEqual([
      ...['created', 'in_progress'],
      ...['output_item.added', 'reasoning_summary_part.added', 'reasoning_summary_text.delta'],
      ...['reasoning_summary_text.done', 'reasoning_summary_part.done', 'output_item.done'],
      ...['output_item.added', 'content_part.added', 'output_text.delta', 'output_text.delta', 'output_text.done'],
      ...['content_part.done', 'output_item.done'],
      ...['output_item.added', 'function_call_arguments.delta', 'function_call_arguments.delta'],
      ...['function_call_arguments.done', 'output_item.done'],
      'completed',
    ]);
    const data = dataOf(frames).map((each) => JSON.parse(JSON.stringify(each)));
    expect(data.map(({ sequence_number }) => sequence_number)).toEqual(data.map((_, index) => index));
    expect(data.at(-1).response).toEqual(openaiResponses.body(reply({ parts, stopReason: 'toolCalls' })));
    expect(data[15]).toMatchObject({
      output_index: 2,
      item: { type: 'function_call', call_id: 'call_c1', arguments: '' },
    });
  });

  it('say when they are incomplete or refused', () => {
    expect(framesOf(openaiResponses, reply({ stopReason: 'length' })).at(-1)?.event).toBe('response.incomplete');
    expect(openaiResponses.body(reply({ stopReason: 'length' }))).toMatchObject({
      incomplete_details: { reason: 'max_output_tokens' },
    });
    expect(framesOf(openaiResponses, reply({ stopReason: 'refusal' })).map(({ event }) => event)).toContain(
      'response.refusal.delta',
    );
  });

  it('call custom tools with plain text and others in their namespace', () => {
    const custom = { name: 'apply_patch', description: '', schema: null, kind: 'custom' as const };
    const spaced = { name: 'add', description: '', schema: {}, kind: 'function' as const, namespace: 'mcp__x' };
    const parts = [call({ name: 'apply_patch', inputText: '*** Begin', tool: custom }), call({ tool: spaced })];
    expect(openaiResponses.body(reply({ parts }))).toMatchObject({
      output: [
        { type: 'custom_tool_call', input: '*** Begin' },
        { type: 'function_call', namespace: 'mcp__x' },
      ],
    });
    expect(framesOf(openaiResponses, reply({ parts })).map(({ event }) => event)).toContain(
      'response.custom_tool_call_input.delta',
    );
  });

  it('can be named by later requests, item by item and as a whole', () => {
    const body = openaiResponses.body(reply());
    const remembered = new Map(openaiResponses.remember?.({ input: 'Hi' }, body, { recall: () => undefined }));
    expect(remembered.get('msg_r1_0')).toMatchObject([{ type: 'message', role: 'assistant' }]);
    expect(remembered.get('resp_r1')).toMatchObject([{ role: 'user', content: 'Hi' }, { type: 'message' }]);
  });
});
