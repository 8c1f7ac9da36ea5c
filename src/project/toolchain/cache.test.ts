import { describe, expect, it } from 'vitest';
import { discoverCached, memoryCache } from './cache.ts';
import { viewOf } from './file-view.ts';

const files = { 'package.json': '{"devDependencies":{"jest":"29"}}', 'src/a.js': 'one', 'src/b.js': 'two' };
const view = (more: Record<string, string> = {}) => viewOf(new Map(Object.entries({ ...files, ...more })));

describe('kept findings', () => {
  it('serve the same content again', async () => {
    const cache = memoryCache();
    const first = await discoverCached(view(), cache);
    expect(await discoverCached(view(), cache)).toEqual(first);
    expect(cache.size()).toBe(1);
  });

  it.each([
    ['the text of a source file', { 'src/a.js': 'other' }, true],
    ['a manifest', { 'package.json': '{"devDependencies":{"mocha":"10"}}' }, false],
    ['a new config file', { 'vitest.config.js': '' }, false],
    ['a CI file', { '.github/workflows/ci.yml': 'run: oxlint' }, false],
    ['a file of another language', { 'src/c.py': '' }, false],
  ])('and a change of %s', async (_, change, same) => {
    const before = await discoverCached(view(), memoryCache());
    const after = await discoverCached(view(change), memoryCache());
    expect(after.hash === before.hash).toBe(same);
  });

  it('of other settings are others', async () => {
    const before = await discoverCached(view(), memoryCache());
    const after = await discoverCached(view(), memoryCache(), { settings: { test: 'mocha' } });
    expect(after.hash).not.toBe(before.hash);
  });

  it('that do not read are made anew', async () => {
    const broken = { get: async () => ({ roots: 'nonsense' }), set: async () => {} };
    expect((await discoverCached(view(), broken)).roots).toHaveLength(1);
  });
});
