import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Firewall } from '../../src/knowledge/firewall/firewall.ts';
import { withKnowledge } from '../../src/knowledge/open-knowledge.ts';
import { resolve } from '../../src/knowledge/resolve/resolve.ts';
import { SHOP, testProject } from '../../src/knowledge/testing/project.ts';
import { BIN, COMPILED, tempHome } from './assay.ts';

const run = promisify(execFile);

describe('K2.3 assay index, find, symbol, deps, dependents', () => {
  it('reads a project and answers from any folder of it', async () => {
    const project = testProject(SHOP);
    project.commit('The shop');
    const { root } = tempHome();
    const { PATH = '' } = process.env;
    const assay = async (...args: string[]) => {
      const env = { PATH, HOME: root, ASSAY_HOME: root, NO_COLOR: '1', ...COMPILED };
      return (await run(BIN, args, { cwd: `${project.root}/src`, env })).stdout;
    };
    expect(JSON.parse(await assay('index', '--json'))).toMatchObject({ root: project.root, files: 5, commits: 1 });
    expect(await assay('find', 'where is the discount applied')).toMatch(/^src\/prices\.ts\n {2}applyDiscount/);
    expect(await assay('find', '--functions', 'what do all items cost together')).toMatch(
      /^Cart\.total src\/cart\.ts:/,
    );
    expect(await assay('find', '--pack', '200', 'discount')).toContain('price * 0.9');
    expect(await assay('find', '--weights', 'history=3,words=0,meaning=0,graph=0', 'shop')).toMatch(/^src\//);
    await expect(assay('find', '--weights', 'wrods=1', 'shop')).rejects.toThrow(/words, history, meaning or graph/);
    expect(await assay('symbol', 'Cart.total')).toContain('calls: priceOf (src/prices.ts:3-5)');
    expect(await assay('deps', 'src/cart.ts')).toContain('src/prices.ts');
    expect(await assay('dependents', 'priceOf', '--depth', '2')).toContain('Cart.total');
    expect(await assay('knowledge', 'stats')).toMatch(/code: 5 file/);
    await expect(assay('symbol', 'aplyDiscount')).rejects.toThrow(/Did you mean applyDiscount/);
    await expect(assay('index', 'nowhere')).rejects.toThrow(/nowhere is not a folder/);
    await expect(assay('find', ' ')).rejects.toThrow(/the question is empty/);
    await expect(assay('find', '--limit', '0', 'discount')).rejects.toThrow(/at least 1/);
    expect(await assay('find', '--pack', '5', 'discount')).toMatch(/Nothing fits into so few tokens/);
  });
});

describe('K12.5 assay ingest, review, history, knowledge stats', () => {
  it('K10.7 reads a repository with the person’s own git, asks about facts, and adds up', async () => {
    const project = testProject(SHOP);
    const other = testProject({ 'docs/leases.md': '# Leases\n\nA lease is held for thirty seconds.\n' });
    other.commit('The rules');
    const { root } = tempHome();
    // Only the person's own configuration knows where this address leads.
    const config = `[url "file://${other.root}"]\n  insteadOf = https://git.invalid/private.git\n`;
    writeFileSync(join(root, '.gitconfig'), config);
    const { PATH = '' } = process.env;
    const env = { PATH, HOME: root, ASSAY_HOME: root, NO_COLOR: '1', ...COMPILED };
    const assay = async (...args: string[]) => (await run(BIN, args, { cwd: project.root, env })).stdout;
    expect(await assay('ingest', 'https://git.invalid/private.git')).toContain('1 document read, 1 new passage');
    expect(await assay('ingest', '--list')).toMatch(/^https:\/\/git\.invalid\/private\.git {2}1 document/);
    await expect(assay('ingest', 'https://git.invalid/unknown.git')).rejects.toThrow(/SOURCE_UNREADABLE/);
    await assay('index');
    await withKnowledge(env, project.root, async (knowledge) => {
      const wall = new Firewall(knowledge.store, knowledge.root, Date.now);
      expect(wall.submit({ statement: '`addItem` never calls `priceOf`', references: [], by: 'm' }).outcome).toBe(
        'queued',
      );
      expect(resolve(knowledge, 'how long is a lease held').text).toContain('thirty seconds');
    });
    expect(await assay('review')).toMatch(/^1 `addItem` never calls `priceOf` \(m\)/);
    expect(await assay('review', '--approve', '1')).toContain('Nothing waits for review.');
    expect(await assay('history', '--only', 'facts')).toContain('`addItem` never calls `priceOf`');
    const stats = JSON.parse(await assay('knowledge', 'stats', '--json'));
    expect(stats).toMatchObject({ changed: 0, saved: { answers: 1 } });
    project.write({ 'src/cart.ts': 'export const less = 1;\n' });
    expect(await assay('knowledge', 'stats')).toMatch(/1 file changed since: assay index reads them\n {2}1 answer of /);
  });
});

describe('K3.1 C9.1 assay mcp --tools knowledge', () => {
  it('answers a real client, sees changes at once, and remembers only true facts', async () => {
    const project = testProject(SHOP);
    const { root } = tempHome();
    const { PATH = '' } = process.env;
    const client = new Client({ name: 'test', version: '1' });
    const env = { PATH, HOME: root, ASSAY_HOME: root, ...COMPILED };
    await client.connect(
      new StdioClientTransport({ command: BIN, args: ['mcp', '--tools', 'knowledge'], env, cwd: project.root }),
    );
    onTestFinished(() => client.close());
    const call = async (name: string, input: object) =>
      (await client.callTool({ name, arguments: { ...input } })).structuredContent;
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['search_code', 'get_symbol', 'get_dependents', 'file_symbols', 'remember']),
    );
    expect(await call('search_code', { question: 'where is the discount applied' })).toMatchObject({
      cached: false,
      places: expect.arrayContaining([expect.objectContaining({ path: 'src/prices.ts', symbol: 'applyDiscount' })]),
    });
    expect(await call('search_code', { question: 'show me the code that applied the discount' })).toMatchObject({
      cached: true,
    });
    expect(await call('find_function', { does: 'Applies the discount to a price' })).toMatchObject({
      functions: expect.arrayContaining([expect.objectContaining({ symbol: 'applyDiscount' })]),
    });
    expect(await call('get_dependents', { name: 'priceOf' })).toMatchObject({
      found: expect.arrayContaining([expect.objectContaining({ name: 'Cart.total' })]),
    });
    expect(await call('get_symbol', { name: 'nothing' })).toMatchObject({ code: 'SLICE_NOT_FOUND' });
    project.write({ 'src/voucher.ts': 'export function redeem() { return 1; }\n' });
    expect(await call('file_symbols', { path: 'src/voucher.ts' })).toMatchObject({ symbols: [{ name: 'redeem' }] });
    const said = (name: string) =>
      call('remember', { statement: `${name} is the only way in`, references: [{ kind: 'symbol', name }] });
    expect(await said('redeem')).toMatchObject({ outcome: 'stored' });
    expect(await said('redeemed')).toMatchObject({ outcome: 'blocked' });
  });
});
