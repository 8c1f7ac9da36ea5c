import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../../tree-runner.ts';
import type { ChangedCode } from '../changed-code.ts';
import { oneSided } from './one-sided.ts';

const TREE = TreeHash.parse('a'.repeat(40));

/** Conditions on the machine, one per line, and the outcome of the tests when one is forced to a side. */
async function tried(conditions: number, come: (text: string) => 'pass' | 'fail' | 'nothing') {
  const lines = Array.from({ length: conditions }, () => "  if (hostname() === 'x') a += 1;");
  const text = `import { hostname } from 'node:os';\nexport function f(a) {\n${lines.join('\n')}\n  return a;\n}\n`;
  let written = '';
  const treeRunner = {
    recall: async () => null,
    write: async (_tree: unknown, edits: ReadonlyMap<string, string>) => {
      written = [...edits.values()].join('');
      return TREE;
    },
    test: async () => {
      const came = come(written);
      const tests = came === 'nothing' ? [] : [{ id: 't', state: came === 'pass' ? 'passed' : 'failed' }];
      return { value: { outcome: { type: 'ran' }, tests } };
    },
  };
  const code = {
    runner: { root: '.', runner: 'vitest' },
    sources: [{ path: 'a.js', text, language: 'javascript', functions: [] }],
    tests: [{ path: 'a.test.js' }],
  };
  const { findings } = await oneSided(
    treeRunner as unknown as TreeRunner,
    TREE,
    code as unknown as ChangedCode,
    {},
    new AbortController().signal,
  );
  return findings.map(({ message }) => message);
}

describe('G3 G14.12 a condition on the surroundings', () => {
  it('is a finding if the tests pass with one side only, and none if they see both', async () => {
    expect(await tried(1, (text) => (text.includes('PI < 3') ? 'pass' : 'fail'))).toMatchObject([
      expect.stringContaining('only seen it false'),
    ]);
    expect(await tried(1, () => 'fail')).toEqual([]);
  });

  it('is a finding if neither side could be tried', async () => {
    expect(await tried(1, () => 'nothing')).toMatchObject([expect.stringContaining('could not be tried')]);
  });

  it('is not hidden by earlier ones', async () => {
    expect(await tried(6, () => 'fail')).toEqual([]);
    expect(await tried(7, () => 'fail')).toMatchObject([expect.stringContaining('one of 7, and 6 are tried')]);
  });
});
