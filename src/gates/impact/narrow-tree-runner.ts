import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { TestEvidence } from '#contracts/test-run.ts';
import { TreeRun } from '../ledger/tree-run.ts';
import type { ProjectRunner, TestOrder, TreeRunner } from '../tree-runner.ts';

/**
 * A tree runner limited to some test files. Every proof uses it as usual; what it caches is kept apart from whole
 * measurements, and known results of whole runs are filtered to these files.
 */
export function narrowTreeRunner(whole: TreeRunner, files: readonly string[]): TreeRunner {
  const chosen = new Set(files);
  const mark = createHash('sha256')
    .update([...files].sort().join('\n'))
    .digest('hex')
    .slice(0, 16);
  const own = (name: string): string => `${name} (only ${mark})`;
  const narrowed = new Map<ProjectRunner, ProjectRunner>();
  const narrow = (runner: ProjectRunner): ProjectRunner => {
    const made = narrowed.get(runner) ?? {
      ...runner,
      isTestFile: (path) => chosen.has(path) && runner.isTestFile(path),
      within: files.filter((path) => runner.isTestFile(path)),
    };
    narrowed.set(runner, made);
    return made;
  };
  return {
    ...whole,
    runners: async (tree) => (await whole.runners(tree)).map(narrow),
    test: async (order, signal) => {
      if (order.select.type !== 'all') return whole.test(order, signal);
      const here = files.filter((path) => order.runner.isTestFile(path));
      const there = new Set(await whole.list(order.tree));
      const select = here.filter((path) => there.has(path)).map((path) => posix.relative(order.runner.root, path));
      if (select.length > 0) return whole.test({ ...order, select: { type: 'files', files: select } }, signal);
      const value = nothingToRun(order);
      return { value, evidence: await whole.keep('tests', 'none of its tests is reached', order.tree, value) };
    },
    recall: async (name) => {
      const kept = await whole.recall(own(name));
      if (kept !== null) return kept;
      const known = TreeRun.safeParse(await whole.recall(name));
      if (!known.success) return null;
      return { ...known.data, tests: known.data.tests.filter(({ file }) => chosen.has(file)) };
    },
    remember: (name, value) => whole.remember(own(name), value),
  };
}

const nothingToRun = ({ runner, tree, of = tree }: TestOrder): TestEvidence => ({
  ...{ runner: runner.runner, command: [], tree: of, outcome: { type: 'ran' }, tests: [], exitCode: 0, durationMs: 0 },
  ...{ leftovers: 0, output: null },
});
