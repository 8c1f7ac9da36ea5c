import { describe, expect, it } from 'vitest';
import { text, toolCall } from './answers.ts';
import { onTool, scenario, script, withFaults, withLatency } from './compose.ts';
import { applyFault, rateLimited, serverError } from './faults.ts';
import { echo } from './scenarios/echo.ts';
import { context, request } from './test/requests.ts';

const said = async (answering: typeof echo.answer, ...args: Parameters<typeof echo.answer>) =>
  (await answering(...args)).parts;

describe('X1 writing scenarios', () => {
  it('answers by turn and does not continue beyond the script', async () => {
    const play = script(['one', toolCall('add'), (asked) => text(`turn ${asked.turn}`)]);
    expect(await said(play, request(), context())).toEqual([{ type: 'text', text: 'one' }]);
    expect(await said(play, request({ turn: 2 }), context())).toMatchObject([{ type: 'toolCall', name: 'add' }]);
    expect(await said(play, request({ turn: 3 }), context())).toEqual([{ type: 'text', text: 'turn 3' }]);
    expect(() => play(request({ turn: 4 }), context())).toThrow('3 answers; turn 4');
  });

  it('reacts to the result of a tool only when the last message brings it', async () => {
    const play = onTool('add', (result) => `got ${result.text}`, 'waiting');
    const result = { id: 'c', name: 'add', text: '3', isError: false };
    const back = { role: 'user' as const, text: '', thinking: '', toolCalls: [], toolResults: [result] };
    expect(await said(play, request({ messages: [back] }), context())).toEqual([{ type: 'text', text: 'got 3' }]);
    expect(await said(play, request({ messages: [back, ...request().messages] }), context())).toEqual([
      { type: 'text', text: 'waiting' },
    ]);
  });

  it.each(['conversation', 'request', 'sim'] as const)('counts faults per %s', async (per) => {
    const play = withFaults(echo, [rateLimited(5), null, serverError()], { per });
    const numbers = { conversation: [1, 9, 9], request: [9, 1, 9], sim: [9, 9, 1] }[per];
    const at = (n: number) => {
      const [conversationCall = 9, attempt = 9, call = 9] = numbers.map((each) => (each === 1 ? n : 50));
      return play.answer(request({ attempt }), context({ call, conversationCall }));
    };
    expect((await at(1)).fault).toEqual({ kind: 'status', status: 429, retryAfterMs: 5 });
    expect(await at(2)).toEqual(text('hello'));
    expect((await at(3)).fault).toEqual({ kind: 'status', status: 500 });
    expect(await at(4)).toEqual(text('hello'));
  });

  it('does not ask the inner scenario when the answer would be thrown away', async () => {
    let asked = 0;
    const counting = scenario('counting', '', () => text(String(++asked)));
    const play = withFaults(counting, [serverError()]);
    await play.answer(request(), context());
    expect(await play.answer(request(), context({ conversationCall: 2 }))).toEqual(text('1'));
  });

  it('adds latency that an answer’s own overrides', async () => {
    const own = scenario('own', '', { ...text('x'), latency: { chunkMs: 1 } });
    const answer = await withLatency(own, { chunkMs: 9, firstTokenMs: 5 }).answer(request(), context());
    expect(answer.latency).toEqual({ chunkMs: 1, firstTokenMs: 5 });
  });
});

describe('X1 misbehaviour', () => {
  const schema = {
    type: 'object',
    properties: { ok: { type: 'boolean' }, why: { type: 'string' } },
    required: ['ok', 'why'],
  };
  const asked = request({
    schema: { name: 'claim', schema, tool: null },
    tools: [{ name: 'add', description: '', schema, kind: 'function' }],
  });
  const call = toolCall('add', { ok: true, why: 'so' });

  it('spoils arguments, tools and claims', () => {
    expect(applyFault({ kind: 'wrongArguments' }, call, asked).parts).toEqual([
      { type: 'toolCall', name: 'add', input: { why: { unexpected: 'so' } } },
    ]);
    expect(applyFault({ kind: 'brokenArguments' }, call, asked).parts).toMatchObject([{ rawInput: '{"ok":true,' }]);
    expect(applyFault({ kind: 'wrongArguments' }, toolCall('add'), asked).parts).toMatchObject([
      { input: 'not what was asked for' },
    ]);
    expect(applyFault({ kind: 'unknownTool' }, call, asked).parts).toMatchObject([{ name: 'no_such_tool' }]);
    expect(applyFault({ kind: 'invalidClaim' }, {}, asked).parts).toEqual([
      { type: 'json', value: { why: { unexpected: 'simulated why' } } },
    ]);
    expect(applyFault({ kind: 'fenced' }, {}, asked).parts).toMatchObject([
      { type: 'text', text: expect.stringMatching(/```json\n\{\n {2}"ok": true/) },
    ]);
    expect(applyFault({ kind: 'prose' }, call, asked).parts).toMatchObject([{ type: 'text' }]);
    expect(applyFault({ kind: 'refusal', message: 'no' }, call, asked)).toMatchObject({
      parts: [{ text: 'no' }],
      stopReason: 'refusal',
    });
  });

  it('leaves transport faults to the server', () => {
    expect(applyFault({ kind: 'endless' }, call, asked)).toEqual({ ...call, fault: { kind: 'endless' } });
  });
});
