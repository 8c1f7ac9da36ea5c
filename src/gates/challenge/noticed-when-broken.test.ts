import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import type { TestEvidence } from '#contracts/test-run.ts';
import type { TestOrder, TreeRunner } from '../tree-runner.ts';
import type { ChangedCode } from './changed-code.ts';
import { noticedWhenBroken } from './noticed-when-broken.ts';

const [tree, hollow] = [TreeHash.parse('a'.repeat(40)), TreeHash.parse('b'.repeat(40))];
const runner = { runner: 'vitest', root: '.', isTestFile: (path: string) => path.endsWith('.test.js') };
const each = { name: 'add', line: 1, exported: true, parameters: 2 };
const code = {
  ...{ runner, tests: [{ path: 'a.test.js' }], near: [] },
  sources: [
    {
      path: 'a.js',
      language: 'javascript',
      text: 'export function add(a, b) {\n  return a + b;\n}\n',
      functions: [each],
    },
  ],
} as unknown as ChangedCode;

/** The runner's report, by tree, files and limit. */
type Report = (of: 'intact' | 'broken', files: 'near' | 'all', limitMs: number) => Record<string, boolean> | 'late';

/** The runs made, and whether the function was noticed. */
async function breaking(report: Report): Promise<{ runs: string[]; noticed: string[] }> {
  const runs: string[] = [];
  const test = async (order: TestOrder) => {
    const of = order.tree === tree ? 'intact' : 'broken';
    const files = order.select.type === 'all' ? 'all' : 'near';
    runs.push(`${of} ${files}`);
    const said = report(of, files, order.timeoutMs ?? 0);
    const tests = Object.entries(said === 'late' ? {} : said).map(([id, isGood]) => ({
      ...{ id, file: 'a.test.js', suites: [], title: id, state: isGood ? 'passed' : 'failed', durationMs: 1 },
    }));
    const late = { type: 'broken', kind: 'time-out', message: 'late', failures: [] };
    const value = { runner: 'vitest', tests, durationMs: 1, outcome: said === 'late' ? late : { type: 'ran' } };
    return { value: value as unknown as TestEvidence, evidence: { kind: 'tests', summary: '', tree, blob: '0' } };
  };
  const treeRunner = {
    ...{ test, list: async () => ['a.test.js', 'b.test.js'], read: async () => null, write: async () => hollow },
    ...{ recall: async () => null, remember: async () => {} },
  } as unknown as TreeRunner;
  const unknown = [{ path: 'a.js', each }];
  const order = { tree, runners: [runner] };
  const noticed = await noticedWhenBroken(treeRunner, order, code, unknown, new AbortController().signal);
  return { runs, noticed: noticed.map(({ name }) => name) };
}

describe('G14.4 a function that is made to throw', () => {
  it('is noticed by the tests near it, without a run of all tests', async () => {
    const { runs, noticed } = await breaking((of) => ({ adds: of === 'intact' }));
    expect([runs, noticed]).toEqual([['intact near', 'intact all', 'broken near'], ['add']]);
  });

  it('is noticed by a test elsewhere', async () => {
    const { runs, noticed } = await breaking((of, files) => ({ other: files === 'near' || of === 'intact' }));
    expect([runs.at(-1), noticed]).toEqual(['broken all', ['add']]);
  });

  it('is not noticed by a test that always fails when run alone', async () => {
    expect((await breaking((_, files) => ({ leans: files === 'all' }))).noticed).toEqual([]);
  });

  it('is checked again if the first run timed out', async () => {
    let limit = 0;
    const { noticed } = await breaking((of, _, limitMs) => {
      if (of === 'intact') return { adds: true };
      limit = limit === 0 ? limitMs : limit;
      return limitMs > limit ? { adds: false } : 'late';
    });
    expect(noticed).toEqual(['add']);
  });
});
