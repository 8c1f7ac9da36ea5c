import { afterAll, describe, expect, it } from 'vitest';
import { embeddingsServer } from '../testing/embeddings-server.ts';
import { builtIn } from './built-in.ts';
import { chosenEmbedder } from './chosen-embedder.ts';
import { embedderContract } from './embedder.contract.ts';
import { EndpointEmbedder } from './endpoint-embedder.ts';

const KEY = 'sk-not-to-be-seen';
const server = await embeddingsServer();
afterAll(() => server[Symbol.asyncDispose]());
const settings = { baseUrl: server.baseUrl, model: 'stand-in' };

embedderContract('built in', async () => builtIn());
embedderContract('an endpoint', async () => new EndpointEmbedder({ ...settings, key: KEY }));
embedderContract('an endpoint asked for 16 numbers', async () => new EndpointEmbedder({ ...settings, dimensions: 16 }));

describe('K1.8 an endpoint', () => {
  const piece = { path: 'a.ts', name: 'a', text: 'a' };
  const failing = async (...answers: { status: number; body: string }[]): Promise<string> => {
    server.answers.push(...answers);
    try {
      await new EndpointEmbedder({ ...settings, key: KEY }).code([piece]);
      return 'no error';
    } catch (thrown) {
      server.answers.length = 0;
      return thrown instanceof Error ? `${thrown.message} ${JSON.stringify(thrown)}` : '';
    }
  };

  it('is sent the key, at most so many texts a call, and its name says all that vectors depend on', async () => {
    server.calls.length = 0;
    const embedder = new EndpointEmbedder({ ...settings, key: KEY, batch: 2 });
    await embedder.code([piece, piece, piece]);
    expect(server.calls.map(({ texts }) => texts.length)).toEqual([2, 1]);
    expect(server.calls[0]?.authorization).toBe(`Bearer ${KEY}`);
    expect(embedder.id).not.toContain(KEY);
    expect(new EndpointEmbedder({ ...settings, dimensions: 16 }).id).not.toBe(embedder.id);
    expect(new EndpointEmbedder({ ...settings, model: 'other' }).id).not.toBe(embedder.id);
  });

  it('retries when it is busy, but not when it refuses', async () => {
    server.answers.push({ status: 503, body: 'busy' });
    expect(await new EndpointEmbedder(settings).code([piece])).toHaveLength(1);
    server.calls.length = 0;
    expect(await failing({ status: 404, body: 'no such model' })).toContain('404 no such model');
    expect(server.calls).toHaveLength(1);
  });

  it('never shows its key in messages, even if the server quotes it', async () => {
    const said = await failing({ status: 401, body: `wrong key: ${KEY}` });
    expect(said).toContain('wrong key: [key]');
    expect(said).not.toContain(KEY);
  });

  it.each([
    ['not JSON', 'hello'],
    ['no vectors', '{}'],
    ['too few vectors', '{"data":[]}'],
    ['words for numbers', '{"data":[{"index":0,"embedding":["a"]}]}'],
  ])('refuses an answer with %s', async (_, body) => {
    const answer = { status: 200, body };
    expect(await failing(answer, answer, answer)).toContain('embeddings of stand-in');
  });

  it('refuses vectors of two lengths', async () => {
    const embedder = new EndpointEmbedder(settings);
    await embedder.query('a');
    server.answers.push({ status: 200, body: '{"data":[{"index":0,"embedding":[1,2]}]}' });
    await expect(embedder.code([piece])).rejects.toThrow('2 numbers where 64 were expected');
  });

  it('is chosen by the person alone, and its key must be there', () => {
    expect(chosenEmbedder(undefined, {}).id).toContain('built-in');
    expect(chosenEmbedder(settings, {}).id).toContain('stand-in');
    expect(() => chosenEmbedder({ ...settings, keyVariable: 'NO_KEY' }, {})).toThrow('NO_KEY is not set');
  });
});
