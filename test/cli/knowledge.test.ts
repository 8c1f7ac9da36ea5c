import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
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
    expect(await assay('find', '--pack', '200', 'discount')).toContain('price * 0.9');
    expect(await assay('symbol', 'Cart.total')).toContain('calls: priceOf (src/prices.ts:3-5)');
    expect(await assay('deps', 'src/cart.ts')).toContain('src/prices.ts');
    expect(await assay('dependents', 'priceOf', '--depth', '2')).toContain('Cart.total');
    expect(await assay('knowledge', 'stats')).toMatch(/code: 5 file/);
    await expect(assay('symbol', 'aplyDiscount')).rejects.toThrow(/There is applyDiscount/);
  });
});
