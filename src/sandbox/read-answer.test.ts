import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SeenAnswer } from '#contracts/model-calls.ts';
import { scenario } from '#sim/compose.ts';
import { startSim } from '#sim/server.ts';
import { ANTHROPIC_CALLS, GEMINI_CALLS, OPENAI_CALLS, startModelProxy } from './model-proxy.ts';
import { readAnswer } from './read-answer.ts';

const LONG = 'a sentence that is cached from the second time on. '.repeat(120);
const said = scenario('said', 'Answers with a sentence.', () => ({
  parts: [{ type: 'text', text: LONG.slice(0, 400) }],
}));

const user = [{ role: 'user', content: LONG }];
const CALLS = [
  ['Anthropic', '/v1/messages', { model: 'claude-x', max_tokens: 9, messages: user }],
  ['Anthropic, streamed', '/v1/messages', { model: 'claude-x', max_tokens: 9, messages: user, stream: true }],
  ['OpenAI Responses', '/v1/responses', { model: 'gpt-x', input: LONG }],
  ['OpenAI Responses, streamed', '/v1/responses', { model: 'gpt-x', input: LONG, stream: true }],
  ['OpenAI Chat', '/v1/chat/completions', { model: 'gpt-x', messages: user }],
  [
    'OpenAI Chat, streamed',
    '/v1/chat/completions',
    { model: 'gpt-x', messages: user, stream: true, stream_options: { include_usage: true } },
  ],
  ['Gemini', '/v1beta/models/gemini-x:generateContent', { contents: [{ role: 'user', parts: [{ text: LONG }] }] }],
  [
    'Gemini, streamed',
    '/v1beta/models/gemini-x:streamGenerateContent?alt=sse',
    { contents: [{ role: 'user', parts: [{ text: LONG }] }] },
  ],
] as const;

async function proxied(refusal: () => string | null = () => null) {
  const sim = await startSim({ scenario: said });
  const folder = mkdtempSync(join(tmpdir(), 'assay-answers-'));
  const seen: SeenAnswer[] = [];
  const proxy = await startModelProxy({
    socket: join(folder, 's'),
    baseUrl: sim.url,
    secretHeaders: { 'x-api-key': 'k' },
    allow: [...ANTHROPIC_CALLS, ...OPENAI_CALLS, ...GEMINI_CALLS],
    watch: { mayAsk: async () => refusal(), answered: (answer) => seen.push(answer) },
  });
  onTestFinished(async () => {
    await proxy.close();
    await sim.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' };
    const outgoing = request({ socketPath: proxy.socket, path, method: 'POST', headers });
    outgoing.end(JSON.stringify(body));
    const [response] = await once(outgoing, 'response');
    return { status: response.statusCode, body: await text(response) };
  };
  return { sim, ask, seen };
}

describe('S3.1 the usage of an answer is read as it passes', () => {
  it.each(CALLS)('%s', async (_, path, body) => {
    const { sim, ask, seen } = await proxied();
    for (let call = 1; call <= 2; call += 1) {
      expect(await ask(path, body)).toMatchObject({ status: 200 });
      await expect.poll(() => seen.length).toBe(call);
      const told = sim.requests.at(-1)?.usage;
      const { tokens, guessed, model } = seen.at(-1) ?? {};
      expect(guessed).toBe(false);
      expect(model).toMatch(/-x$/);
      expect((tokens?.input ?? 0) + (tokens?.cacheRead ?? 0) + (tokens?.cacheWrite ?? 0)).toBe(told?.inputTokens);
      expect([tokens?.output, tokens?.cacheRead]).toEqual([told?.outputTokens, told?.cacheReadTokens]);
      expect(tokens?.output).toBeGreaterThan(0);
    }
  });

  it('a call that may not be made is not made', async () => {
    const { sim, ask, seen } = await proxied(() => 'The budget is used up.');
    const answer = await ask('/v1/messages', { model: 'm', max_tokens: 9, messages: user });
    expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('The budget is used up.') });
    expect([sim.requests.length, seen.length]).toEqual([0, 0]);
  });

  it('usage that an answer does not report is estimated, and marked as such; an interrupted answer counts its reported part', () => {
    const silent = readAnswer('openai', true);
    for (let n = 0; n < 50; n += 1) silent.push(Buffer.from('data: {"choices":[{"delta":{"content":"a"}}]}\n\n'));
    expect(silent.end(4_000)).toMatchObject({ guessed: true, tokens: { input: 1_000, output: 50 } });
    const cut = readAnswer('anthropic', true);
    cut.push(Buffer.from('event: message_start\ndata: {"type":"message_start","message":{"model":"m","usage":'));
    cut.push(Buffer.from('{"input_tokens":9,"output_tokens":1}}}\n\nevent: content_block_delta\ndata: {"type":"c'));
    expect(cut.end(1)).toEqual({
      model: 'm',
      guessed: false,
      tokens: { input: 9, output: 1, cacheRead: 0, cacheWrite: 0 },
    });
  });
});
