import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { manualClock } from '#host/clock.ts';
import { text } from './answers.ts';
import { scenario, script, withFaults, withLatency } from './compose.ts';
import { echo } from './scenarios/echo.ts';
import { type Sim, startSim } from './server.ts';
import { withSim } from './test/with-sim.ts';

const SECRET = 'sk-do-not-keep-me';

const hello = (more: object = {}) => ({
  model: 'm',
  max_tokens: 9,
  messages: [{ role: 'user', content: 'hello' }],
  ...more,
});

const post = (sim: Sim, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(sim.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('X1 the simulator over HTTP', () => {
  it('listens on the loopback interface only, and names its scenario', async () => {
    await withSim({ scenario: echo }, async (sim) => {
      expect(new URL(sim.url).hostname).toBe('127.0.0.1');
      expect(await (await fetch(sim.url)).json()).toMatchObject({ scenario: 'echo' });
    });
  });

  it('takes a body that is sent in chunks, and none that is too long', async () => {
    await withSim({ scenario: echo }, async (sim) => {
      const send = (chunks: Iterable<Uint8Array>) =>
        fetch(`${sim.url}/v1/messages`, { method: 'POST', duplex: 'half', body: ReadableStream.from(chunks) });
      const bytes = new TextEncoder().encode(JSON.stringify(hello()));
      expect((await send([bytes.slice(0, 9), bytes.slice(9)])).status).toBe(200);
      const mebibyte = new Uint8Array(1024 * 1024).fill(32);
      expect((await send([...Array<Uint8Array>(33).fill(mebibyte), bytes])).status).toBe(413);
    });
  });

  it('records how a credential was sent, but not its value', async () => {
    await withSim({ scenario: echo }, async (sim) => {
      await post(sim, '/v1/messages', hello(), { 'x-api-key': SECRET, 'anthropic-version': '2023-06-01' });
      await post(sim, '/v1/messages', hello(), { authorization: `Bearer ${SECRET}` });
      await post(sim, `/v1beta/models/g:generateContent?key=${SECRET}`, { contents: [{ parts: [{ text: 'hi' }] }] });
      expect(sim.requests.map(({ request: { headers } }) => headers)).toMatchObject([
        { 'x-api-key': '[redacted]', 'anthropic-version': '2023-06-01' },
        { authorization: 'Bearer [redacted]' },
        { 'query key': '[redacted]' },
      ]);
      expect(JSON.stringify(sim.requests)).not.toContain(SECRET);
    });
  });

  it.each([
    ['/v1/messages', { type: 'error', error: { type: 'invalid_request_error' } }],
    ['/v1/messages/count_tokens', { type: 'error', error: { type: 'invalid_request_error' } }],
    ['/v1/chat/completions', { error: { type: 'invalid_request_error', param: null } }],
    ['/v1/responses', { error: { type: 'invalid_request_error', param: null } }],
    ['/v1beta/models/g:generateContent', { error: { code: 400, status: 'INVALID_ARGUMENT' } }],
  ])('refuses what it cannot read at %s, in the provider’s words', async (path, shape) => {
    await withSim({ scenario: echo }, async (sim) => {
      for (const body of ['{"model":', '[]', '{}', '"\ud800']) {
        const response = await post(sim, path, body);
        expect([response.status, await response.json()]).toMatchObject([400, shape]);
      }
      expect(sim.requests).toEqual([]);
    });
  });

  it.each([
    ['/v1/messages/batches', { type: 'error', error: { type: 'not_found_error' } }],
    ['/v1/embeddings', { error: { code: 'not_found' } }],
    ['/v1beta/models/g:embedContent', { error: { code: 404, status: 'NOT_FOUND' } }],
  ])('knows no %s, and says so as the nearest provider would', async (path, shape) => {
    await withSim({ scenario: echo }, async (sim) => {
      const response = await post(sim, path, {});
      expect([response.status, await response.json()]).toMatchObject([404, shape]);
    });
  });

  it('counts tokens as it bills them', async () => {
    await withSim({ scenario: echo }, async (sim) => {
      const counted = await (await post(sim, '/v1/messages/count_tokens', hello({ max_tokens: undefined }))).json();
      const contents = [{ role: 'user', parts: [{ text: 'hello' }] }];
      expect(await (await post(sim, '/v1beta/models/g:countTokens', { contents })).json()).toEqual({ totalTokens: 6 });
      await post(sim, '/v1/messages', hello());
      expect(counted).toEqual({ input_tokens: 6 });
      expect(sim.usage).toMatchObject({ inputTokens: 6, outputTokens: 2 });
    });
  });

  it('lists its models in each provider’s shape', async () => {
    await withSim({ scenario: echo, models: ['one', 'two'] }, async (sim) => {
      const get = async (path: string, headers = {}) => (await fetch(sim.url + path, { headers })).json();
      expect(await get('/v1/models')).toMatchObject({
        object: 'list',
        data: [{ id: 'one', object: 'model' }, { id: 'two' }],
      });
      expect(await get('/v1/models', { 'anthropic-version': '2023-06-01' })).toMatchObject({
        data: [{ type: 'model', id: 'one' }, {}],
        last_id: 'two',
      });
      expect(await get('/v1beta/models')).toMatchObject({ models: [{ name: 'models/one' }, { name: 'models/two' }] });
      expect(await get('/v1/models/one')).toMatchObject({ id: 'one' });
    });
  });

  it('unpacks packed bodies and refuses packings it does not know', async () => {
    await withSim({ scenario: echo }, async (sim) => {
      const send = (body: Uint8Array<ArrayBuffer> | string, encoding: string) =>
        fetch(`${sim.url}/v1/messages`, { method: 'POST', headers: { 'content-encoding': encoding }, body });
      const bytes = JSON.stringify(hello());
      expect((await send(Uint8Array.from(gzipSync(bytes)), 'gzip')).status).toBe(200);
      expect((await send(Uint8Array.from(zstdCompressSync(bytes)), 'zstd')).status).toBe(200);
      expect((await send(bytes, 'gzip')).status).toBe(400);
      expect((await send(bytes, 'rot13')).status).toBe(400);
    });
  });

  it('streams Gemini as a JSON array to clients that do not ask for events', async () => {
    await withSim({ scenario: echo }, async (sim) => {
      const response = await post(sim, '/v1beta/models/g:streamGenerateContent', {
        contents: [{ parts: [{ text: 'hi' }] }],
      });
      expect(await response.json()).toMatchObject([{ candidates: [{ content: { parts: [{ text: 'hi' }] } }] }, {}]);
    });
  });

  it('remembers its answers in Responses, for clients that refer to them', async () => {
    await withSim({ scenario: echo }, async (sim) => {
      const Answer = z.object({ id: z.string(), output: z.array(z.object({ id: z.string() })).min(1) });
      const ask = async (more: object) =>
        Answer.parse(await (await post(sim, '/v1/responses', { model: 'm', ...more })).json());
      const { id, output } = await ask({ input: 'first' });
      await ask({ previous_response_id: id, input: 'second' });
      await ask({
        input: [
          { type: 'item_reference', id: output[0]?.id },
          { role: 'user', content: 'third' },
        ],
      });
      const said = sim.requests.map(({ request: { messages } }) =>
        messages.map(({ role, text }) => `${role}: ${text}`),
      );
      expect(said).toEqual([
        ['user: first'],
        ['user: first', 'assistant: first', 'user: second'],
        ['assistant: first', 'user: third'],
      ]);
    });
  });

  it('names a scenario’s mistake, with a status that clients do not retry', async () => {
    const mistaken = [
      script([]),
      () => JSON.parse('{"parts":[{"type":"song"}]}'),
      () => Promise.reject(new Error('oops')),
    ];
    for (const answer of mistaken)
      await withSim({ scenario: scenario('mine', '', answer) }, async (sim) => {
        const response = await post(sim, '/v1/messages', hello());
        expect([response.status, await response.text()]).toEqual([
          400,
          expect.stringContaining('scenario \\"mine\\" failed'),
        ]);
        expect(sim.requests[0]?.outcome).toBe('error');
      });
  });
});

describe('X1 the simulator’s time', () => {
  it('waits for the first token and for each chunk, on the clock it is given', async () => {
    const clock = manualClock(5_000);
    const slow = withLatency(echo, { firstTokenMs: 100, chunkMs: 10, chunkChars: 2 });
    await withSim({ scenario: slow, clock, timeScale: 2 }, async (sim) => {
      const response = await post(sim, '/v1beta/models/g:streamGenerateContent?alt=sse', {
        contents: [{ parts: [{ text: 'abcd' }] }],
      });
      const reader = response.body?.getReader();
      const read = async () => new TextDecoder().decode((await reader?.read())?.value);
      await expect.poll(() => clock.pending()).toBe(1);
      clock.advance(199);
      expect(clock.pending()).toBe(1);
      clock.advance(1);
      expect(await read()).toContain('"ab"');
      await expect.poll(() => clock.pending()).toBe(1);
      clock.advance(19);
      expect(clock.pending()).toBe(1);
      clock.advance(1);
      expect(await read()).toContain('"cd"');
      expect(sim.requests[0]?.outcome).toBe('pending');
      await expect.poll(() => clock.pending()).toBe(1);
      clock.advance(20);
      expect(await read()).toContain('STOP');
      expect(sim.requests[0]?.outcome).toBe('served');
    });
  });

  it('drips when told to, and stops waiting when the client leaves', async () => {
    const clock = manualClock();
    await withSim({ scenario: withFaults(echo, [{ kind: 'drip' }]), clock }, async (sim) => {
      const leaving = new AbortController();
      const body = JSON.stringify(hello({ stream: true }));
      await fetch(`${sim.url}/v1/messages`, { method: 'POST', body, signal: leaving.signal });
      await expect.poll(() => clock.pending()).toBe(1);
      leaving.abort();
      await expect.poll(() => clock.pending()).toBe(0);
      expect(sim.requests[0]).toMatchObject({ outcome: 'aborted', usage: null });
    });
  });

  it('ends endless answers when it is closed', async () => {
    const sim = await startSim({
      scenario: withFaults(scenario('x', '', text('x')), [{ kind: 'endless' }, { kind: 'endless' }]),
    });
    const whole = post(sim, '/v1/messages', hello()).then((response) => response.text());
    const failed = expect(whole).rejects.toThrow();
    const stream = await post(sim, '/v1/messages', hello({ stream: true }));
    await stream.body?.getReader().read();
    await sim.close();
    await failed;
    await sim.close();
    await expect(fetch(sim.url)).rejects.toThrow();
  });

  it('reports that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await expect(startSim({ scenario: echo, port: port ?? 0 })).rejects.toMatchObject({ code: 'PORT_IN_USE' });
    other.close();
  });
});
