import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { queryWords } from '../embed/words.ts';

export interface EmbeddingsServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** The requests: how many texts, with which key. */
  readonly calls: { readonly texts: readonly string[]; readonly authorization: string | undefined }[];
  /** Set it, and the next answers are these. */
  answers: { readonly status: number; readonly body: string }[];
}

const Asked = z.object({
  model: z.string(),
  input: z.array(z.string()),
  dimensions: z.number().optional(),
});

/**
 * A server with OpenAI's embeddings API: each word has a direction of its own, so texts with the same words are near.
 */
export async function embeddingsServer(dim = 64): Promise<EmbeddingsServer> {
  const calls: EmbeddingsServer['calls'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { model, input, dimensions = dim } = Asked.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    calls.push({ texts: input, authorization: request.headers.authorization });
    const scripted = opened.answers.shift();
    // Last one first: only the index shows the order.
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions) }));
    response.writeHead(scripted?.status ?? 200, { 'content-type': 'application/json' });
    response.end(scripted?.body ?? JSON.stringify({ object: 'list', model, data: data.toReversed() }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const opened: EmbeddingsServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    answers: [],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return opened;
}

function vectorOf(text: string, dim: number): number[] {
  const vector = new Array<number>(dim).fill(0.01);
  for (const word of queryWords(text)) {
    let state = 7;
    for (const character of word) state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
    vector[state % dim] = (vector[state % dim] ?? 0) + 1;
  }
  return vector;
}
