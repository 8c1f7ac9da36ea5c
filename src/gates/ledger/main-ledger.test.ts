import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import type { TestCase, TestEvidence } from '#contracts/test-run.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { MEASUREMENTS_LAST_MS, memoryInFolder, memoryInProcess } from '../measurement-memory.ts';
import { overran, type WholeRun } from '../proofs/run-all.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { isFlaky, knownNote, mainShows } from './main-ledger.ts';
import { brokenOnMain, LATEST_TIMES, mainRun } from './main-run.ts';
import { timeLimit, timeOnMain } from './time-limit.ts';

const MAIN = TreeHash.parse('a'.repeat(40));
const runner: ProjectRunner = { runner: 'vitest', root: '.', isTestFile: (path) => path.endsWith('.test.ts') };
const signal = new AbortController().signal;

/** A tree runner with the listed results: the titles that fail, run by run. */
function benchWith(
  runs: readonly (readonly string[])[],
  outcome: TestEvidence['outcome'] = { type: 'ran' },
  memory = memoryInProcess(),
) {
  const asked: string[] = [];
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
        ...{ runner: 'vitest', command: [], tree: MAIN, outcome, exitCode: 0, durationMs: 90_000 },
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
  it('distinguishes red tests, flaky ones by three runs, and failures that main does not show', async () => {
    const { treeRunner, asked } = benchWith([['old'], ['old', 'shy'], ['old']]);
    const known = await mainShows(treeRunner, MAIN, [runner], ['old', 'shy', 'fine'].map(suspect), signal);
    expect(known.map((each) => [each.id, isFlaky(each), each.failed, each.runs])).toEqual([
      ['old.test.ts > old', false, 3, 3],
      ['shy.test.ts > shy', true, 1, 3],
    ]);
    expect(asked).toEqual(['all', 'old.test.ts shy.test.ts fine.test.ts', 'old.test.ts shy.test.ts fine.test.ts']);
    expect(knownNote(known)).toContain('shy.test.ts > shy (flaky: 1 of 3 runs of main)');
  });

  it('measures a tree once, and not at all if nothing failed', async () => {
    const { treeRunner, asked } = benchWith([['old'], ['old'], ['old']]);
    expect(await mainShows(treeRunner, MAIN, [runner], [], signal)).toEqual([]);
    expect(asked).toEqual([]);
    await mainShows(treeRunner, MAIN, [runner], [suspect('old')], signal);
    await mainShows(treeRunner, MAIN, [runner], [suspect('old')], signal);
    expect(asked).toEqual(['all', 'old.test.ts', 'old.test.ts']);
  });

  it('G10.12 forgets what main is known for after some days: a test that was repaired since is excused no more', async () => {
    let now = 1_000;
    const memory = memoryInFolder(tempFolder(), () => now);
    const { treeRunner, asked } = benchWith([['old'], ['old'], ['old']], { type: 'ran' }, memory);
    const known = () => mainShows(treeRunner, MAIN, [runner], [suspect('old')], signal);
    expect(await known()).toHaveLength(1);
    now += MEASUREMENTS_LAST_MS;
    expect(await known()).toHaveLength(1);
    expect(asked).toHaveLength(3);
    now += 1;
    expect(await known()).toEqual([]);
    expect(asked).toHaveLength(6);
  });
});

describe('G3.4 limits of ours count against no one', () => {
  type Outcome = TestEvidence['outcome'];
  const BROKEN: Outcome = { type: 'broken', kind: 'config', message: 'make: no such target', failures: [] };
  const runWith = (outcome: TestEvidence['outcome']): WholeRun => ({
    runs: [{ runner, result: { runner: 'vitest', outcome } as TestEvidence }],
    ...{ tests: [], evidence: [], output: '' },
  });

  it('a run may take ten times what main took, and never less than ten minutes', async () => {
    const { treeRunner } = benchWith([[]]);
    await mainRun(treeRunner, MAIN, [runner], signal);
    expect(await treeRunner.recall(timeOnMain(runner))).toEqual({ ms: 90_000 });
    expect(await treeRunner.recall(LATEST_TIMES)).toMatchObject({
      times: [{ runner: 'vitest', root: '.', ms: 90_000 }],
    });
    expect([90_000, 2_000, null].map(timeLimit)).toEqual([900_000, 600_000, 7_200_000]);
  });

  it('an overrun is not a failure of the work; a test that hangs is', () => {
    const late: Outcome = { type: 'broken', kind: 'time-out', message: 'still running', failures: [] };
    expect(overran(runWith(late))).toMatchObject({ code: 'TIME_LIMIT' });
    expect(
      overran(runWith({ ...late, failures: [{ kind: 'time-out', message: 'hook', file: 'a.test.ts' }] })),
    ).toBeNull();
    expect(overran(runWith({ type: 'ran' }))).toBeNull();
  });

  it('a set-up that breaks on main too is not a failure of the work', async () => {
    const here = benchWith([[]], BROKEN);
    expect(await brokenOnMain(here.treeRunner, MAIN, [runner], runWith(BROKEN), signal)).toMatchObject({
      code: 'RUNNER_FAILED',
      message: 'vitest does not run on main either: make: no such target',
    });
    const sound = benchWith([[]]);
    expect(await brokenOnMain(sound.treeRunner, MAIN, [runner], runWith(BROKEN), signal)).toBeNull();
    expect(await brokenOnMain(sound.treeRunner, MAIN, [runner], runWith({ type: 'ran' }), signal)).toBeNull();
    expect(sound.asked).toEqual(['all']);
  });
});
