import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import { readTestFile } from '../inventory/test-inventory.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { canFail } from './can-fail.ts';
import type { ChangedCode } from './changed-code.ts';

const [TREE, GUTTED] = [TreeHash.parse('a'.repeat(40)), TreeHash.parse('b'.repeat(40))];

const SOURCE = 'module.exports = { grid() { return 1; } };\n';
/** One test that shows what it calls, and one whose body a helper makes. */
const TESTS = `const { test } = require('node:test');
const encode = require('../src/encode.js');
const { passthrough } = require('./helpers.js')(require('../src/grid.js'));

test('encoder', () => {
  encode(1);
});
test('keeps the grid', passthrough('.a{}'));
`;

type States = Readonly<Record<string, 'passed' | 'failed'>>;

/** The findings when the two tests end like this: on the code as it is, returning nonsense, and throwing. */
async function found(asItIs: States, nonsense: States, throws: States) {
  const runs: States[] = [nonsense, throws];
  const file = 'test/grid.test.js';
  const treeRunner = {
    recall: async () => null,
    keep: async () => ({}),
    write: async () => GUTTED,
    test: async ({ tree }: { tree: TreeHash }) => {
      const states = tree === TREE ? asItIs : (runs.shift() ?? {});
      const tests = Object.entries(states).map(([title, state]) => ({ id: title, file, suites: [], title, state }));
      return { value: { outcome: { type: 'ran' }, tests } };
    },
  };
  const runner = { root: '.', runner: 'node:test', isTestFile: (path: string) => path === file } as ProjectRunner;
  const functions = [{ name: 'grid', line: 1, exported: true, parameters: 0 }];
  const code = {
    runner,
    sources: [{ path: 'src/grid.js', text: SOURCE, language: 'javascript', functions }],
    tests: [await readTestFile(file, TESTS, runner)],
    before: new Map(),
  };
  const trees = { base: TREE, tree: TREE };
  const { findings } = await canFail(
    ...([treeRunner as unknown as TreeRunner, trees, code as unknown as ChangedCode] as const),
    new AbortController().signal,
  );
  return findings.map(({ message }) => message);
}

describe('G3 tests that pass when the changed functions return nonsense', () => {
  const passed = { encoder: 'passed', 'keeps the grid': 'passed' } as const;
  const failed = { encoder: 'failed', 'keeps the grid': 'failed' } as const;
  const other = { encoder: 'passed', 'keeps the grid': 'failed' } as const;

  it('are a finding if no other test notices', async () => {
    expect(await found(passed, passed, failed)).toMatchObject([expect.stringContaining('no test checks what grid')]);
  });

  it('are not a finding if a test notices, even one whose body a helper makes', async () => {
    expect(await found(passed, other, failed)).toEqual([]);
  });

  it('are a finding if the other test fails on the code as it is', async () => {
    expect(await found(other, other, failed)).toHaveLength(1);
  });
});
