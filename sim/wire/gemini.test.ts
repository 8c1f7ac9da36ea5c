import { describe, expect, it } from 'vitest';
import { call, dataOf, framesOf, parsed, problem, reply, understood } from '../test/wire-fixtures.ts';
import { gemini } from './gemini.ts';

const conversation = {
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  tools: [{ functionDeclarations: [{ name: 'add', description: 'Adds.', parametersJsonSchema: { type: 'object' } }] }],
  contents: [
    { role: 'user', parts: [{ text: 'Add.' }] },
    { role: 'model', parts: [{ text: 'Adding.' }, { functionCall: { id: 'c1', name: 'add', args: { a: 1 } } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'add', response: { name: 'add', content: '2' } } }] },
  ],
};

const context = { model: 'gemini-pro', stream: true, recall: () => undefined };

describe('X1 Gemini requests', () => {
  it('are understood, with model and streaming from the address', () => {
    expect(parsed(gemini, conversation, context)).toMatchObject({
      ...understood,
      model: 'gemini-pro',
      stream: true,
      cacheable: 4,
    });
  });

  it('match calls and responses that carry no ids', () => {
    const strip = (part: object) => JSON.parse(JSON.stringify(part).replaceAll('"id":"c1",', ''));
    const [, assistant, user] = parsed(gemini, strip(conversation)).messages;
    expect(assistant?.toolCalls[0]?.id).toBe('add#1');
    expect(user?.toolResults[0]).toMatchObject({ id: 'add#1', name: 'add', text: '2' });
  });

  it('distinguish thoughts from text and name other parts', () => {
    const parts = [{ text: 'Hm', thought: true }, { text: 'Yes' }, { inlineData: { mimeType: 'image/png', data: '' } }];
    const { messages } = parsed(gemini, { contents: [{ role: 'model', parts }] });
    expect(messages).toMatchObject([{ role: 'assistant', thinking: 'Hm', text: 'Yes\n[inlineData]' }]);
  });

  it('want an object by schema or by a forced function', () => {
    const config = { responseMimeType: 'application/json', responseSchema: { type: 'OBJECT' } };
    expect(parsed(gemini, { ...conversation, generationConfig: config }).schema).toMatchObject({
      schema: { type: 'OBJECT' },
      tool: null,
    });
    const toolConfig = { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['add'] } };
    expect(parsed(gemini, { ...conversation, toolConfig }).schema).toMatchObject({ tool: 'add' });
    expect(parsed(gemini, conversation).schema).toBeNull();
  });

  it('are refused with the reason', () => {
    expect(problem(gemini, { contents: [] })).toMatch(/contents is not specified/);
    expect(problem(gemini, { contents: conversation.contents.slice(0, 2) })).toMatch(/function response parts/);
    expect(problem(gemini, { contents: [{ role: 'user', parts: [{ text: 1 }] }] })).toMatch(/contents\.0\.parts\.0/);
  });
});

describe('X1.1 Gemini answers', () => {
  it('stream text in pieces and calls whole, the reason and usage last', () => {
    const data = dataOf(framesOf(gemini, reply({ parts: [{ type: 'text', text: 'Hello there' }, call()] })));
    expect(data.map((chunk) => JSON.parse(JSON.stringify(chunk)).candidates[0].content.parts[0])).toEqual([
      { text: 'Hello ' },
      { text: 'there' },
      { functionCall: { id: 'call_c1', name: 'add', args: { a: 1 } }, thoughtSignature: 'c2ltdWxhdGVk' },
      { text: '' },
    ]);
    expect(data.at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 100,
        candidatesTokenCount: 15,
        thoughtsTokenCount: 5,
        cachedContentTokenCount: 60,
      },
    });
    expect(JSON.stringify(data.slice(0, -1))).not.toContain('finishReason');
  });

  it('have no content when they are refused', () => {
    expect(gemini.body(reply({ stopReason: 'refusal' }))).toMatchObject({
      candidates: [{ finishReason: 'SAFETY', index: 0 }],
    });
    expect(JSON.stringify(gemini.body(reply({ stopReason: 'refusal' })))).not.toContain('Hello');
  });

  it('name errors as the provider does', () => {
    expect(gemini.error({ status: 429, message: 'slow', retryAfterMs: 1500 }, '')).toMatchObject({
      error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'slow', details: [{ retryDelay: '1.5s' }] },
    });
  });
});
