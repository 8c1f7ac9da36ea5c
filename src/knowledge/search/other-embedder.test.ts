import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { builtIn } from '../embed/built-in.ts';
import { EndpointEmbedder } from '../embed/endpoint-embedder.ts';
import { embeddingsServer } from '../testing/embeddings-server.ts';
import { SHOP, testProject } from '../testing/project.ts';
import { knowledgeTools } from '../tools/knowledge-tools.ts';

const KEY = 'sk-not-to-be-seen';
const server = await embeddingsServer();
afterAll(() => server[Symbol.asyncDispose]());
const endpoint = () => new EndpointEmbedder({ baseUrl: server.baseUrl, model: 'stand-in', key: KEY });

describe('K1.8 an index with vectors of an endpoint', () => {
  it('finds by them, and keeps no key', async () => {
    const project = testProject(SHOP);
    const knowledge = project.open(Date.now, endpoint());
    expect(await knowledge.index()).not.toHaveProperty('withoutVectors');
    expect(await knowledge.code.prepare('what do all items cost together')).toBeUndefined();
    expect(knowledge.code.pieces('what do all items cost together')[0]?.symbol).toBe('Cart.total');
    for (const end of ['', '-wal']) expect(readFileSync(project.database + end).includes(KEY)).toBe(false);
  });

  it('never mixes two embedders: a new one discards all vectors and names the old embedder', async () => {
    const project = testProject(SHOP);
    const first = project.open();
    await first.index();
    const files = Number(first.store.db.get('SELECT count(*) AS n FROM files')?.n);
    const second = project.open(Date.now, endpoint());
    // Before it is read again, the built-in's vectors are not compared with the endpoint's.
    await second.code.prepare('cart total');
    expect(second.code.search('cart total')).toEqual(second.code.search('cart total', { withoutMeaning: true }));
    expect(await second.index()).toMatchObject({ changed: files, vectorsBefore: builtIn().id });
    expect(second.code.search('cart total')).not.toEqual(second.code.search('cart total', { withoutMeaning: true }));
    // A store that was open all the time neither compares its own vectors nor writes them.
    expect(first.code.search('cart total')).toEqual(first.code.search('cart total', { withoutMeaning: true }));
    expect(await second.index()).toMatchObject({ changed: 0 });
  });

  it('goes by words where the endpoint fails, says so, and gets the vectors the next time', async () => {
    const project = testProject(SHOP);
    const knowledge = project.open(Date.now, endpoint());
    server.answers.push({ status: 401, body: `no: ${KEY}` });
    const report = await knowledge.index();
    expect(report.withoutVectors).toContain('no: [key]');
    expect(knowledge.code.search('applyDiscount')[0]?.path).toBe('src/prices.ts');
    server.answers.push({ status: 500, body: 'down' });
    expect(await knowledge.code.prepare('discount')).toContain('by words');
    // While it is down, no file is read again for nothing.
    server.answers.push({ status: 500, body: 'down' });
    expect(await knowledge.index()).toMatchObject({ changed: 0, withoutVectors: expect.stringContaining('down') });
    expect(await knowledge.index()).toMatchObject({ changed: report.changed });
    expect(await knowledge.index()).toMatchObject({ changed: 0 });
  });

  it('K3.11 K12.4 says in the answer itself that it goes without the endpoint, and does not keep that answer', async () => {
    const knowledge = testProject(SHOP).open(Date.now, endpoint());
    await knowledge.index();
    const tool = knowledgeTools(async () => knowledge).find(({ name }) => name === 'search_code');
    const ask = async () => {
      const result = await tool?.run(tool.input.parse({ question: 'where is the discount applied' }), {} as never);
      return result?.ok ? (result.output as { text: string; tokens: number; cached: boolean }) : undefined;
    };
    server.answers.push({ status: 401, body: 'no' });
    const without = await ask();
    expect(without?.text).toMatch(/^\(.*by words, history and the graph alone\)\n\nsrc\/prices\.ts/);
    expect(without?.tokens).toBeLessThanOrEqual(800);
    const again = await ask();
    expect(again).toMatchObject({ cached: false, text: expect.stringMatching(/^src\/prices\.ts/) });
  });

  it('sends no one what looks like a secret', async () => {
    const project = testProject({ ...SHOP, '.env': 'PASSWORD=hunter2\n', 'keys/server.pem': 'hunter2 hunter2\n' });
    server.calls.length = 0;
    const knowledge = project.open(Date.now, endpoint());
    await knowledge.index();
    project.write({ '.env': 'PASSWORD=hunter3\n' });
    expect(await knowledge.index()).toMatchObject({ changed: 1 });
    expect(await knowledge.index()).toMatchObject({ changed: 0 });
    expect(JSON.stringify(server.calls)).not.toMatch(/hunter/);
    await knowledge.code.prepare('cart total');
    expect(knowledge.code.search('cart total')).not.toEqual(
      knowledge.code.search('cart total', { withoutMeaning: true }),
    );
  });
});
