import { expect, it } from 'vitest';
import { readRequest } from './read-request.ts';

const chunked = (...chunks: string[]): Request =>
  new Request('http://localhost', {
    method: 'POST',
    duplex: 'half',
    body: ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk))),
  });

it('reads what fits, whole or in chunks, and nothing that does not', async () => {
  const text = async (request: Request, most: number) => {
    const bytes = await readRequest(request, most);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  };
  expect(await text(chunked('ab', 'cé'), 5)).toBe('abcé');
  expect(await text(chunked('ab', 'cé'), 4)).toBeNull();
  expect(await text(new Request('http://localhost', { method: 'POST', body: 'abc' }), 3)).toBe('abc');
  expect(await text(new Request('http://localhost', { method: 'POST', body: 'abcd' }), 3)).toBeNull();
  expect(await text(new Request('http://localhost'), 3)).toBe('');
});

it('refuses by the announced length, before it reads', async () => {
  const request = new Request('http://localhost', { method: 'POST', body: 'abc', headers: { 'content-length': '9' } });
  expect(await readRequest(request, 3)).toBeNull();
  expect(request.bodyUsed).toBe(false);
});
