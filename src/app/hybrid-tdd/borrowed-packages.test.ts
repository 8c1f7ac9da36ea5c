import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { borrowedPackages } from './borrowed-packages.ts';

const TYPESCRIPT = { 'package.json': '{}' };

describe('the packages that an example borrows for its tests', () => {
  it('is the folder of packages that has all it needs', async () => {
    const mounts = await borrowedPackages(TYPESCRIPT, process.env);
    const [mount] = mounts({ path: '/checkout' });
    expect(mount?.at).toBe('/checkout/node_modules');
    expect(mount?.from).toMatch(/node_modules$/);
  });

  it('are reported with a next step if they are missing', { timeout: 120_000 }, async () => {
    const empty = await mkdtemp(join(tmpdir(), 'assay-empty-'));
    onTestFinished(() => rm(empty, { recursive: true }));
    const elsewhere = pathToFileURL(join(empty, 'index.js')).href;
    await expect(borrowedPackages(TYPESCRIPT, process.env, elsewhere)).rejects.toMatchObject({
      message: expect.stringContaining('vitest, fast-check'),
      next: expect.stringContaining('--language python'),
    });
    await expect(borrowedPackages({}, { PATH: empty })).rejects.toMatchObject({
      message: expect.stringContaining('pytest and hypothesis'),
      next: expect.stringContaining('pip install pytest hypothesis'),
    });
  });
});
