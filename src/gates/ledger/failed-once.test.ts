import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import type { TestCase, TestEvidence } from '#contracts/test-run.ts';
import { memoryInProcess } from '../measurement-memory.ts';
import { runAll } from '../proofs/run-all.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { failedOnce, onceNote } from './failed-once.ts';

const MAIN = TreeHash.parse('a'.repeat(40));
const TREE = TreeHash.parse('b'.repeat(40));
const runner: ProjectRunner = { runner: 'vitest', root: '.', isTestFile: (path) => path.endsWith('.test.ts') };
const runners = [runner];
const signal = new AbortController().signal;
const TITLES = ['old', 'shy', 'fine', 'more'];

interface Trees {
  /** The titles that fail, run by run of the tree; main is green. */
  readonly runs: readonly (readonly string[])[];
  readonly changed?: readonly string[];
  readonly durationMs?: number;
}

function treesWith({ runs, changed = [], durationMs = 1000 }: Trees) {
  const asked: string[] = [];
  let at = 0;
  const parts: Pick<TreeRunner, 'test' | 'recall' | 'remember' | 'diff'> = {
    ...memoryInProcess(),
    diff: async () => ({ files: changed.map((path) => ({ path })) }) as never,
    test: async ({ tree, select }) => {
      const failing = tree === MAIN ? [] : (runs[at++] ?? []);
      asked.push(`${tree === MAIN ? 'main' : 'tree'} ${select.type}`);
      const tests = TITLES.map(
        (title): TestCase => ({
          ...{ id: `${title}.test.ts > ${title}`, file: `${title}.test.ts`, suites: [], title, durationMs: 1 },
          state: failing.includes(title) ? 'failed' : 'passed',
        }),
      );
      const value: TestEvidence = {
        ...{ runner: 'vitest', command: [], tree, outcome: { type: 'ran' }, exitCode: 0, durationMs },
        ...{ leftovers: 0, output: null, tests },
      };
      return { value, evidence: { kind: 'tests', summary: '', tree, blob: 'b'.repeat(64) as never } };
    },
  };
  return { treeRunner: parts as TreeRunner, asked };
}

/** Runs the tree once, as a step does, and asks about what failed. */
async function askedAbout(trees: Trees) {
  const { treeRunner, asked } = treesWith(trees);
  const run = await runAll(treeRunner, TREE, runners, signal);
  const suspects = run.tests.filter(({ state }) => state === 'failed');
  const ask = () => failedOnce(treeRunner, { main: MAIN, tree: TREE, runners, run, suspects }, signal);
  return { once: await ask(), again: ask, asked };
}

describe('G3.2 a test of main’s that fails once', () => {
  it('does not count if it passes in three more whole runs; that is reported, and measured once', async () => {
    const { once, again, asked } = await askedAbout({ runs: [['shy']] });
    expect(once).toEqual([{ id: 'shy.test.ts > shy', runs: 4 }]);
    expect(onceNote(once)).toContain('shy.test.ts > shy (1 of 4 whole runs of this tree)');
    expect(asked).toEqual(['tree all', 'main all', 'tree all', 'tree all', 'tree all']);
    await again();
    expect(asked).toHaveLength(5);
  });

  it.each([
    ['fails again', { runs: [['shy'], [], ['shy']] }],
    ['stands in a file that the change touches', { runs: [['shy']], changed: ['shy.test.ts'] }],
    ['is one of many', { runs: [TITLES] }],
    ['belongs to a suite that takes long', { runs: [['shy']], durationMs: 400_000 }],
    ['fails beside one that fails always', { runs: [['shy', 'old'], ['old']] }],
  ])('counts where it %s', async (_, trees: Trees) => {
    expect((await askedAbout(trees)).once).toEqual([]);
  });
});
