import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import type { TestCase, TestEvidence } from '#contracts/test-run.ts';
import { memoryInProcess } from '../measurement-memory.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { isFlaky, knownNote, mainShows } from './main-ledger.ts';

const MAIN = TreeHash.parse('a'.repeat(40));
const runner: ProjectRunner = { runner: 'vitest', root: '.', isTestFile: (path) => path.endsWith('.test.ts') };
const signal = new AbortController().signal;

/** A tree runner whose runs come out as listed: the titles that fail, run by run. */
function benchWith(runs: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const memory = memoryInProcess();
  const tests = (failing: readonly string[]): TestCase[] =>
    ['old', 'shy', 'fine'].map((title) => ({
      ...{ id: `${title}.test.ts > ${title}`, file: `${title}.test.ts`, suites: [], title, durationMs: 1 },
      state: failing.includes(title) ? 'failed' : 'passed',
    }));
  const parts: Pick<TreeRunner, 'test' | 'recall' | 'remember'> = {
    ...memory,
    test: async ({ select }) => {
      asked.push(select.type === 'files' ? select.files.join(' ') : select.type);
      const all = tests(runs[asked.length - 1] ?? []);
      const value: TestEvidence = {
        ...{ runner: 'vitest', command: [], tree: MAIN, outcome: { type: 'ran' }, exitCode: 0, durationMs: 1 },
        ...{ leftovers: 0, output: null },
        tests: select.type === 'files' ? all.filter(({ file }) => select.files.includes(file)) : all,
      };
      return { value, evidence: { kind: 'tests', summary: '', tree: MAIN, blob: 'b'.repeat(64) as never } };
    },
  };
  return { treeRunner: parts as TreeRunner, asked };
}

const suspect = (title: string) => ({ id: `${title}.test.ts > ${title}`, file: `${title}.test.ts` });

describe('G3.2 a ledger of main', () => {
  it('tells red from flaky by three runs, and what main does not show from both', async () => {
    const { treeRunner, asked } = benchWith([['old'], ['old', 'shy'], ['old']]);
    const known = await mainShows(treeRunner, MAIN, [runner], ['old', 'shy', 'fine'].map(suspect), signal);
    expect(known.map((each) => [each.id, isFlaky(each), each.failed, each.runs])).toEqual([
      ['old.test.ts > old', false, 3, 3],
      ['shy.test.ts > shy', true, 1, 3],
    ]);
    expect(asked).toEqual(['all', 'old.test.ts shy.test.ts fine.test.ts', 'old.test.ts shy.test.ts fine.test.ts']);
    expect(knownNote(known)).toContain('shy.test.ts > shy (flaky: 1 of 3 runs of main)');
  });

  it('measures a tree once, and nothing where nothing failed', async () => {
    const { treeRunner, asked } = benchWith([['old'], ['old'], ['old']]);
    expect(await mainShows(treeRunner, MAIN, [runner], [], signal)).toEqual([]);
    expect(asked).toEqual([]);
    await mainShows(treeRunner, MAIN, [runner], [suspect('old')], signal);
    await mainShows(treeRunner, MAIN, [runner], [suspect('old')], signal);
    expect(asked).toEqual(['all', 'old.test.ts', 'old.test.ts']);
  });
});
