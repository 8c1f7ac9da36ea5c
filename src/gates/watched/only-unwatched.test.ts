import { describe, expect, it } from 'vitest';
import type { TestEvidence } from '#contracts/test-run.ts';
import { onlyUnwatched } from './watched-run.ts';

const IDS = ['a.test.js > slow', 'a.test.js > timed', 'a.test.js > plain'];

/** A run of three tests in which these failed. */
const runOf = (...failed: string[]): TestEvidence =>
  ({
    outcome: { type: 'ran' },
    tests: IDS.map((id) => ({ id, file: 'a.test.js', state: failed.includes(id) ? 'failed' : 'passed' })),
  }) as unknown as TestEvidence;

/** What is refused if these fail while watched: in the first run, then in each further one. */
const refused = async (first: string[], ...later: string[][]): Promise<string[]> => {
  let round = 0;
  const again = async () => ({ run: runOf(...(later[round++] ?? [])), untrue: [] });
  return (await onlyUnwatched(first, runOf(), async () => true, again)).map(({ message }) => message);
};

describe('a test that passes only unwatched is refused', () => {
  const [slow = '', timed = '', plain = ''] = IDS;

  it('if it fails each time that it is watched', async () => {
    expect(await refused([slow, plain], [slow, plain], [slow, plain])).toEqual([
      expect.stringContaining(`${slow} passes as written but fails while its file is being watched (and 1 more)`),
    ]);
    expect(await refused([slow, timed], [slow], [slow])).toEqual([expect.stringContaining(slow)]);
  });

  it('but not one that a busy machine sometimes fails: it was seen to pass', async () => {
    expect(await refused([timed], [slow])).toEqual([]);
    expect(await refused([timed], [timed], [slow])).toEqual([]);
  });

  it('nor where main’s tests cannot be watched', async () => {
    const again = () => Promise.reject(new Error('not asked'));
    expect(await onlyUnwatched([slow], runOf(), async () => false, again)).toEqual([]);
  });
});
