import { describe, expect, it } from 'vitest';
import { context, request } from '../test/requests.ts';
import type { SimTool } from '../types.ts';
import { GARBAGE, garbage } from './garbage.ts';
import { scenarios } from './index.ts';
import { liar } from './liar.ts';
import { stubborn } from './stubborn.ts';
import { toolLoop, toolLoopWith } from './tool-loop.ts';

const tool = (name: string): SimTool => ({
  name,
  description: '',
  schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  kind: 'function',
});
const tools = [tool('read_file'), tool('write_file')];
const result = { id: 'c', name: 'read_file', text: 'contents', isError: false };
const returned = { role: 'user' as const, text: '', thinking: '', toolCalls: [], toolResults: [result] };

describe('X1 built-in scenarios', () => {
  it('are listed under distinct names', () => {
    expect(scenarios.map(({ name }) => name)).toEqual([
      'echo',
      'tool-loop',
      'claim',
      'flaky',
      'liar',
      'stubborn',
      'refusal',
      'garbage',
      'research',
    ]);
  });

  it('tool-loop calls the tool the prompt names with the JSON it holds, then reports the result', async () => {
    const lastUserText = 'Please call write_file with {"path":"a.txt"}.';
    expect(await toolLoop.answer(request({ tools, lastUserText }), context())).toEqual({
      parts: [{ type: 'toolCall', name: 'write_file', input: { path: 'a.txt' } }],
    });
    expect(await toolLoop.answer(request({ tools, thinking: true }), context())).toMatchObject({
      parts: [{ type: 'thinking' }, { name: 'read_file', input: { path: 'simulated path' } }],
    });
    expect(await toolLoop.answer(request({ tools, messages: [...request().messages, returned] }), context())).toEqual({
      parts: [{ type: 'text', text: 'The tool said: contents' }],
    });
    expect(await toolLoop.answer(request(), context())).toMatchObject({
      parts: [{ text: 'There is no tool to call.' }],
    });
    const given = toolLoopWith({ tool: 'write_file', input: { path: 'b' } });
    expect(await given.answer(request({ tools }), context())).toMatchObject({
      parts: [{ name: 'write_file', input: { path: 'b' } }],
    });
  });

  it('liar picks the rosiest value and never a tool', async () => {
    const schema = { type: 'object', properties: { status: { enum: ['blocked', 'done'] } }, required: ['status'] };
    expect(await liar.answer(request({ tools, schema: { name: 's', schema, tool: null } }), context())).toEqual({
      parts: [{ type: 'json', value: { status: 'done' } }],
    });
    expect(await liar.answer(request({ tools }), context())).toMatchObject({
      parts: [{ type: 'text', text: expect.stringContaining('all green') }],
    });
  });

  it('stubborn calls on after every result', async () => {
    const messages = [...request().messages, returned];
    for (const asked of [request({ tools }), request({ tools, messages, turn: 99 })])
      expect(await stubborn.answer(asked, context())).toMatchObject({
        parts: [{ type: 'toolCall', name: 'read_file' }],
      });
  });

  it('garbage goes through all its kinds and starts over', async () => {
    const answers = await Promise.all(
      [...GARBAGE, ...GARBAGE].map((_, n) => garbage.answer(request({ tools }), context({ conversationCall: n + 1 }))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(GARBAGE.length);
    expect(answers[0]).toEqual(answers[GARBAGE.length]);
    expect(answers[4]).toMatchObject({ parts: [{ name: 'read_file', rawInput: expect.stringMatching(/^\{/) }] });
  });
});
