import type { TreeHash } from '#contracts/ids.ts';
import { patience, timeOf } from '../ledger/patience.ts';
import { type TreeRun, treeRun } from '../ledger/tree-run.ts';
import { overran, runAll, type WholeRun } from '../proofs/run-all.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import type { ChangedCode } from './changed-code.ts';
import { gutted } from './gut-edits.ts';
import type { UnknownFunction } from './unmeasured.ts';

export interface BrokenPlace {
  readonly path: string;
  readonly name: string;
}

/** Each costs a run of all tests: as many as fit into this time, and at least some. */
const FOR_ALL_MS = 300_000;
const AT_LEAST = 8;
const LONGER = 4;

/**
 * Changed functions that the nearby tests were not seen to call may be tested elsewhere: each is made to throw, and all
 * tests are run. If a test fails that otherwise passes, the function was measured.
 */
export async function noticedWhenBroken(
  treeRunner: TreeRunner,
  { tree, runners }: { readonly tree: TreeHash; readonly runners: readonly ProjectRunner[] },
  { sources, runner }: ChangedCode,
  unknown: readonly UnknownFunction[],
  signal: AbortSignal,
): Promise<BrokenPlace[]> {
  const once = (await timeOf(treeRunner, tree, runner)) ?? FOR_ALL_MS;
  if (unknown.length === 0 || unknown.length > Math.max(AT_LEAST, FOR_ALL_MS / once)) return [];
  const whole = await treeRun(treeRunner, tree, runners, signal);
  const noticed: BrokenPlace[] = [];
  for (const { path, each } of unknown) {
    const source = sources.find((one) => one.path === path);
    const text = source && (await gutted({ ...source, functions: [each] }, 'throws'));
    if (text === undefined || text === null) continue;
    const hollow = await treeRunner.write(tree, new Map([[path, text]]));
    const timeoutMs = await patience(treeRunner, tree, runner);
    const run = async (limit: number): Promise<WholeRun> => {
      const test = (of: ProjectRunner) =>
        treeRunner.test({ tree: hollow, runner: of, select: { type: 'all' }, timeoutMs: limit }, signal);
      return runAll(treeRunner, hollow, [runner], signal, { test });
    };
    // A machine that has become busy since says nothing of the function.
    const first = await run(timeoutMs);
    const { tests } = overran(first) === null ? first : await run(timeoutMs * LONGER);
    if (isNoticed(whole, tests)) noticed.push({ path, name: each.name });
  }
  return noticed;
}

/** Pure. */
export function isNoticed(
  whole: Pick<TreeRun, 'tests'>,
  broken: readonly Pick<TreeRun['tests'][number], 'id' | 'state'>[],
): boolean {
  const passed = new Set(whole.tests.flatMap(({ id, state }) => (state === 'passed' ? [id] : [])));
  return broken.some(({ id, state }) => state === 'failed' && passed.has(id));
}
