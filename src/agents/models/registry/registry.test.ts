import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { endWarning, WARN_DAYS } from './end-of-life.ts';
import { DEFAULT_TIERS, KNOWN_MODELS } from './known-models.ts';
import { askForModels, withListed } from './listed-models.ts';
import { ModelFacts, modelFactsOf } from './model-facts.ts';

const day = (date: string): number => Date.parse(date);

describe('C1.1 the list of known models', () => {
  it('fits its schema, has no model twice, and names the source of each', () => {
    expect(z.array(ModelFacts).safeParse(KNOWN_MODELS).error).toBeUndefined();
    const names = KNOWN_MODELS.map(({ model }) => model);
    expect(new Set(names).size).toBe(names.length);
    for (const { source, checked } of KNOWN_MODELS)
      expect(checked !== undefined || source.startsWith('unchecked')).toBe(true);
  });

  it('the models to begin with are known, have a price and a window, and do not end within a quarter of a year of it', () => {
    for (const ref of Object.values(DEFAULT_TIERS).flatMap((ladder) => Object.values(ladder))) {
      const facts = modelFactsOf(ref, KNOWN_MODELS);
      expect(facts, ref).toMatchObject({ window: expect.any(Number), price: { input: expect.any(Number) } });
      expect(endWarning(ref, facts, day('2027-02-16')), ref).toBeNull();
    }
  });

  it.each([
    ['anthropic:claude-sonnet-5-5', 1_000_000],
    ['anthropic:claude-sonnet-4-5-20250929', 200_000],
    ['openai:gpt-4o-2024-08-06', 128_000],
    ['openai:gpt-6.1-sol', 1_050_000],
    ['openai:gpt-unheard-of', undefined],
  ])('%s holds %s tokens', (ref, window) => expect(modelFactsOf(ref, KNOWN_MODELS)?.window).toBe(window));
});

describe('C1.1 the end of a model', () => {
  const facts = { ends: { date: '2026-12-11', how: 'on', instead: 'openai:gpt-6.1-sol' } } as const;

  it('is announced sixty days before, with a replacement, and after it', () => {
    const before = day('2026-12-11') - WARN_DAYS * 86_400_000;
    expect(endWarning('openai:gpt-5', facts, before - 86_400_000)).toBeNull();
    expect(endWarning('openai:gpt-5', facts, before)).toBe(
      'openai:gpt-5 is shut down on 2026-12-11, in 60 days. openai:gpt-6.1-sol could take its place (--model openai:gpt-6.1-sol).',
    );
    expect(endWarning('openai:gpt-5', facts, day('2026-12-12'))).toMatch(/was shut down on 2026-12-11/);
    expect(endWarning('openai:gpt-5', {}, day('2026-12-12'))).toBeNull();
  });

  it('that is only not promised any more is reported as that', () => {
    const soft = { ends: { date: '2026-09-29', how: 'not-before' } } as const;
    expect(endWarning('a:b', soft, day('2026-09-01'))).toBe('a:b is promised by its provider up to 2026-09-29 only.');
    expect(endWarning('a:b', soft, day('2026-11-16'))).toBe(
      'a:b has not been promised by its provider since 2026-09-29.',
    );
  });
});

/** Lists models as Anthropic (in pages) and OpenAI (with the day of shut-down) do. */
async function provider(answer: (incoming: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // A server listening on TCP has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe('C1.1 a provider’s own list', () => {
  it('is read page by page, with the key it asks for', async () => {
    const seen: string[] = [];
    const baseUrl = await provider(({ url = '', headers }, response) => {
      seen.push(`${url} ${headers['x-api-key']}`);
      const last = url.includes('after_id=b');
      const data = last
        ? [{ id: 'c' }]
        : [
            { id: 'b', type: 'model' },
            { id: 'a', max_input_tokens: 1_000_000 },
          ];
      response.end(JSON.stringify({ data, has_more: !last, last_id: 'b' }));
    });
    const models = await askForModels({ provider: 'anthropic', baseUrl, headers: { 'x-api-key': 'k' } });
    expect(models).toEqual([{ id: 'a', window: 1_000_000 }, { id: 'b' }, { id: 'c' }]);
    expect(seen).toEqual(['/v1/models?limit=1000 k', '/v1/models?limit=1000&after_id=b k']);
  });

  it('is reported as the provider says, which overrides our list', async () => {
    const baseUrl = await provider((_, response) =>
      response.end(
        JSON.stringify({
          data: [
            { id: 'gpt-6.1-sol', shutdown_date: '2026-12-31' },
            { id: 'x', shutdown_date: null },
          ],
        }),
      ),
    );
    const models = await askForModels({ provider: 'openai', baseUrl, headers: {} });
    expect(models).toEqual([{ id: 'gpt-6.1-sol', ends: '2026-12-31' }, { id: 'x' }]);
    const known = withListed(KNOWN_MODELS, { version: 1, providers: { openai: { at: day('2026-11-16'), models } } });
    expect(modelFactsOf('openai:gpt-6.1-sol', known)).toMatchObject({
      window: 1_050_000,
      price: { input: 2 },
      ends: { date: '2026-12-31', how: 'on' },
      source: 'the list of the provider itself',
      checked: '2026-11-16',
    });
  });

  it.each([
    ['a refusal', (response: ServerResponse) => response.writeHead(401).end('{}'), /401/],
    ['something else', (response: ServerResponse) => response.end('<html>'), /not a list/],
  ])('%s is reported', async (_, answer, problem) => {
    const baseUrl = await provider((__, response) => void answer(response));
    await expect(askForModels({ provider: 'openai', baseUrl, headers: {} })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(problem),
    });
  });
});
