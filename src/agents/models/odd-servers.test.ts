import { describe, expect, it } from 'vitest';
import { openModel } from './open-model.ts';
import { events, oddServer, page } from './testing/odd-server.ts';
import { ASK, only, partsOf, SIM_PROVIDERS, shownText, typesOf } from './testing/sim-models.ts';

const chunk = (model: string, delta: object, finish_reason: string | null = null) => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model,
  choices: [{ index: 0, delta, finish_reason }],
});
const usage = {
  ...chunk('local-model', {}),
  choices: [],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
};

const local = (url: string) => openModel('compatible:local-model', {}, { OPENAI_COMPATIBLE_BASE_URL: url });
const claude = (url: string) =>
  openModel('anthropic:claude-sonnet-4-5', {}, { ANTHROPIC_API_KEY: 'k'.repeat(20), ANTHROPIC_BASE_URL: url });

describe.each(SIM_PROVIDERS)('what $title makes of', ({ open }) => {
  it('a web page where a model should be: asked once, and named', async () => {
    const server = await oddServer(page(200, '<html><body>Welcome!</body></html>'));
    const parts = await partsOf(open(server.url));
    expect(parts).toMatchObject([
      { type: 'failed', retry: false, error: { code: 'MODEL_GARBLED', next: expect.stringContaining(server.url) } },
    ]);
    expect(server.calls()).toBe(1);
  });

  it('a page that is not found: the address is wrong', async () => {
    const server = await oddServer(page(404, '<html>no such page</html>'));
    const [failed] = only(await partsOf(open(server.url)), 'failed');
    expect(failed).toMatchObject({
      retry: false,
      error: { code: 'MODEL_GARBLED', message: expect.stringContaining('404') },
    });
  });

  it('a page from a gateway in trouble: tried again', async () => {
    const server = await oddServer(page(502, '<html>Bad gateway</html>'));
    const parts = await partsOf(open(server.url), ASK, { retry: { maxCalls: 2 } });
    expect(parts).toMatchObject([
      { type: 'retry' },
      { type: 'failed', retry: true, error: { code: 'MODEL_UNAVAILABLE' } },
    ]);
    expect(server.calls()).toBe(2);
  });

  it('a missing server: tried again, then reported', async () => {
    const parts = await partsOf(open('http://127.0.0.1:1'), ASK, { retry: { maxCalls: 2 } });
    expect(typesOf(parts)).toEqual(['retry', 'failed']);
    expect(parts.at(-1)).toMatchObject({
      retry: true,
      error: { code: 'MODEL_UNAVAILABLE', message: expect.stringContaining('cannot be reached at http://127.0.0.1:1') },
    });
  });

  it('a stream without events, and one that ends early but properly', async () => {
    const empty = await oddServer(events());
    expect(only(await partsOf(open(empty.url), ASK, { retry: { maxCalls: 2 } }), 'failed')).toMatchObject([
      { retry: true, error: { code: 'MODEL_UNAVAILABLE' } },
    ]);
    const garbage = await oddServer(events('hello', 'there'));
    expect(only(await partsOf(open(garbage.url)), 'failed')).toMatchObject([{ error: { code: 'MODEL_GARBLED' } }]);
  });
});

describe('the model that answered', () => {
  const answering = (model: string) =>
    oddServer(events(chunk(model, { content: 'hi' }), chunk(model, {}, 'stop'), usage, '[DONE]'));

  it('is refused when it is another one, before its words are shown', async () => {
    const server = await answering('cheaper-model');
    const parts = await partsOf(local(server.url));
    expect(parts).toMatchObject([
      {
        type: 'failed',
        retry: false,
        error: { code: 'MODEL_SWITCHED', message: expect.stringContaining('"cheaper-model" answered') },
      },
    ]);
    expect(server.calls()).toBe(1);
  });

  it('may be a dated snapshot of the requested one', async () => {
    const server = await answering('local-model-2025-08-07');
    expect((await partsOf(local(server.url))).at(-1)).toMatchObject({
      type: 'finish',
      answeredBy: 'local-model-2025-08-07',
    });
  });

  it('may have any name where a server is known to give its own', async () => {
    const server = await answering('/models/qwen.gguf');
    const endpoints = { mine: { baseUrl: server.url, structuredOutput: false, namesModel: false } };
    expect((await partsOf(openModel('mine:qwen', { endpoints }, {}))).at(-1)).toMatchObject({
      type: 'finish',
      answeredBy: '/models/qwen.gguf',
    });
  });

  it('is refused when Anthropic falls back to another in the middle', async () => {
    const start = {
      type: 'message_start',
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 9, output_tokens: 1 },
      },
    };
    const fallback = {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'fallback', from: { model: 'claude-sonnet-4-5' }, to: { model: 'claude-haiku-4-5' } },
    };
    const server = await oddServer(events(start, fallback));
    const parts = await partsOf(claude(server.url));
    expect(parts).toMatchObject([
      { type: 'usage', call: 'cut', usage: { input: 9, output: 0 } },
      { type: 'failed', error: { code: 'MODEL_SWITCHED', message: expect.stringContaining('claude-haiku-4-5') } },
    ]);
  });
});

describe('a stream that ends without its finish', () => {
  it('is withdrawn and repeated, though the connection ended well', async () => {
    let call = 0;
    const server = await oddServer((request, response) => {
      call += 1;
      const whole = [chunk('local-model', { content: 'there' }), chunk('local-model', {}, 'stop'), usage, '[DONE]'];
      events(chunk('local-model', { content: 'hi ' }), ...(call === 1 ? [] : whole))(request, response);
    });
    const parts = await partsOf(local(server.url));
    expect(typesOf(parts)).toEqual([
      'text-delta',
      'text-end',
      'reset',
      'retry',
      'text-delta',
      'text-delta',
      'text-end',
      'usage',
      'finish',
    ]);
    expect(shownText(parts)).toBe('hi there');
  });

  it('says an error of the server that came in the stream', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const server = await oddServer(events(overloaded));
    const parts = await partsOf(claude(server.url), ASK, { retry: { maxCalls: 2 } });
    expect(parts).toMatchObject([
      { type: 'retry', why: { message: expect.stringContaining('529') } },
      { type: 'failed', retry: true },
    ]);
  });
});

describe('a server that does not count', () => {
  it('costs something unknown, unless it is local', async () => {
    const server = await oddServer(
      events(chunk('local-model', { content: 'hi' }), chunk('local-model', {}, 'stop'), '[DONE]'),
    );
    const costs = async (isLocal: boolean) => {
      const mine = { baseUrl: server.url, structuredOutput: false, namesModel: true, local: isLocal };
      return only(await partsOf(openModel('mine:local-model', { endpoints: { mine } }, {})), 'usage');
    };
    expect(await costs(true)).toMatchObject([
      { usage: { usd: 0, total: 0 }, note: expect.stringContaining('did not say') },
    ]);
    expect(await costs(false)).toMatchObject([{ usage: { usd: null, total: 0 } }]);
  });
});
