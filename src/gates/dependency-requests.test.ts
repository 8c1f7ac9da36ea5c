import { describe, expect, it } from 'vitest';
import type { LayerRequest } from '#contracts/dependencies.ts';
import { TreeHash } from '#contracts/ids.ts';
import { OPEN_REQUESTS, ungranted } from './dependency-requests.ts';
import { memoryInProcess } from './measurement-memory.ts';
import type { TreeRunner } from './tree-runner.ts';

const [BASE, TREE] = [TreeHash.parse('a'.repeat(40)), TreeHash.parse('b'.repeat(40))];
const request = (key: string, lockfile = 'package-lock.json'): LayerRequest => ({
  ...{ key, lockfile, tool: 'npm', settings: [], says: `${lockfile}: adds other 2.0.0.` },
  change: { type: 'known', added: [{ name: 'other', version: '2.0.0' }], removed: [], changed: [], replaced: [] },
});

function askWith(changed: readonly string[], requests: readonly LayerRequest[]) {
  const memory = memoryInProcess();
  let asked = 0;
  const treeRunner = {
    ...memory,
    diff: async () => ({ files: changed.map((path) => ({ path })) }),
  } as unknown as TreeRunner;
  const find = async () => {
    asked += 1;
    return requests;
  };
  const ask = () => ungranted(treeRunner, find, { base: BASE, tree: TREE });
  return { ask, open: () => memory.recall(OPEN_REQUESTS), asked: () => asked };
}

describe('G10.8 a new dependency is a request', () => {
  it('is not measured and not counted until a person grants it, and is kept for them by its key', async () => {
    const { ask, open } = askWith(['package.json', 'package-lock.json', 'src/a.js'], [request('npm-1')]);
    const proof = await ask();
    expect(proof).toMatchObject({
      verdict: { verdict: 'unmeasured', reasons: [{ code: 'DEPENDENCY_REQUESTED', file: 'package-lock.json' }] },
      failed: false,
    });
    expect(JSON.stringify(proof)).toContain('assay grant npm-1');
    await ask();
    expect(await open()).toEqual([
      { key: 'npm-1', tree: TREE, lockfile: 'package-lock.json', says: 'package-lock.json: adds other 2.0.0.' },
    ]);
  });

  it('does not exist if no lockfile changed, or if main lacks the same', async () => {
    const source = askWith(['src/a.js'], [request('npm-1')]);
    expect(await source.ask()).toBeNull();
    expect(source.asked()).toBe(0);
    expect(await askWith(['package.json'], [request('npm-1', 'web/package-lock.json')]).ask()).toBeNull();
    expect(await askWith(['package-lock.json'], []).ask()).toBeNull();
  });
});
