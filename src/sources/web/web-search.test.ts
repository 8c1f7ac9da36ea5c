import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SourceConfig, type WebSearchSource } from '../source-config.ts';
import { webSearchTool } from './web-search.ts';

const CONTEXT = { signal: new AbortController().signal, cwd: '/', progress: () => undefined };
const SNIPPET = { title: 'Leases', url: 'https://example.com/leases' };

/** A stand-in that answers as the provider's documentation says. */
async function standIn(answer: (asked: { url: string; key: string; body: string }) => [number, object | string]) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { authorization = '', 'x-subscription-token': token = '' } = request.headers;
    const [status, value] = answer({ url: request.url ?? '', key: `${authorization}${token}`, body });
    response.writeHead(status, { location: 'https://elsewhere.example.com/' });
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const search = (provider: WebSearchSource['provider'], url: string, field = 'authorization') => {
  const source = SourceConfig.parse({ type: 'web-search', name: 'web', provider, url, addedAt: 0 }) as WebSearchSource;
  return webSearchTool(source, { fetch, headers: () => ({ [field]: 'KEY' }) });
};

describe('C6.6 search of the web', () => {
  it.each([
    ['brave', { web: { results: [{ ...SNIPPET, description: 'Ten seconds.' }] } }, '/?q=how+long&count=2'],
    ['tavily', { results: [{ ...SNIPPET, content: 'Ten seconds.' }] }, '/'],
    ['searxng', { results: [{ ...SNIPPET, content: 'Ten seconds.' }, {}] }, '/search?q=how+long&format=json'],
  ] as const)('asks %s as it wants to be asked', async (provider, answer, path) => {
    const asked: { url: string; key: string; body: string }[] = [];
    const url = await standIn((request) => {
      asked.push(request);
      return [200, provider === 'searxng' ? { results: [{ ...SNIPPET, content: 'Ten seconds.' }] } : answer];
    });
    const tool = search(provider, url, provider === 'brave' ? 'x-subscription-token' : 'authorization');
    expect(await tool.run({ query: 'how long', limit: 2 }, CONTEXT)).toEqual({
      ok: true,
      output: { results: [{ ...SNIPPET, text: 'Ten seconds.' }] },
    });
    expect(asked).toMatchObject([{ url: path, key: 'KEY' }]);
    if (provider === 'tavily') expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ query: 'how long', max_results: 2 });
  });

  it.each([
    ['an error', [429, 'slow down'], '429: slow down'],
    ['a redirect', [302, ''], '302'],
    ['no JSON', [200, '<html>'], 'JSON'],
    ['too much', [200, 'x'.repeat(3_000_000)], 'larger than'],
  ] as const)('says so at %s', async (_, [status, body], said) => {
    const tool = search('searxng', await standIn(() => [status, body]));
    expect(await tool.run({ query: 'x', limit: 1 }, CONTEXT)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(said) },
    });
  });
});
