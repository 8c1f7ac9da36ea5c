import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
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
    expect(await assay('symbol', 'Cart.total')).toContain('calls: priceOf (src/prices.ts:3-5)');
    expect(await assay('deps', 'src/cart.ts')).toContain('src/prices.ts');
    expect(await assay('dependents', 'priceOf', '--depth', '2')).toContain('Cart.total');
    expect(await assay('knowledge', 'stats')).toMatch(/code: 5 file/);
    await expect(assay('symbol', 'aplyDiscount')).rejects.toThrow(/There is applyDiscount/);
  });
});

describe('K3.1 C9.1 assay mcp --tools knowledge', () => {
  it('answers a real client, sees changes at once, and remembers only what holds', async () => {
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
