import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestSelection } from '#contracts/test-run.ts';
import { type TreeRun, treeRun } from '../ledger/tree-run.ts';
import { brokenCodeTimeout, timeOf } from '../ledger/tree-times.ts';
import { overran, runAll, type WholeRun } from '../proofs/run-all.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import type { ChangedCode } from './changed-code.ts';
import { gutted } from './gut-edits.ts';
import type { UnknownFunction } from './unmeasured.ts';

export interface BrokenPlace {
  readonly path: string;
  readonly name: string;
}

/** In the worst case each costs a run of all tests: as many as fit into this time, and at least some. */
const FOR_ALL_MS = 300_000;
const AT_LEAST = 16;
const LONGER = 4;

/**
 * Changed functions that the nearby tests were not seen to call may be tested elsewhere: each is made to throw, and the
 * tests near them are run, then all tests. If a test fails that otherwise passes, the function was measured.
 */
export async function noticedWhenBroken(
  treeRunner: TreeRunner,
  { tree, runners }: { readonly tree: TreeHash; readonly runners: readonly ProjectRunner[] },
  { sources, runner, tests, near }: ChangedCode,
  unknown: readonly UnknownFunction[],
  signal: AbortSignal,
): Promise<BrokenPlace[]> {
  const once = (await timeOf(treeRunner, tree, runner)) ?? FOR_ALL_MS;
  if (unknown.length === 0 || unknown.length > Math.max(AT_LEAST, FOR_ALL_MS / once)) return [];
  const timeoutMs = await brokenCodeTimeout(treeRunner, tree, runner);
  const run = async (of: TreeHash, select: TestSelection): Promise<WholeRun> => {
    const within = (limit: number): Promise<WholeRun> =>
      runAll(treeRunner, of, [runner], signal, {
        test: (each) => treeRunner.test({ tree: of, runner: each, select, timeoutMs: limit }, signal),
      });
    // A machine that has become busy since proves nothing about the function.
    const first = await within(timeoutMs);
    return overran(first) === null ? first : within(timeoutMs * LONGER);
  };
  const files = [...new Set([...tests, ...near].map(({ path }) => posix.relative(runner.root, path)))];
  const select = { type: 'files' as const, files };
  // Nor does a test that fails when it is run without the others.
  const close = files.length === 0 ? null : await run(tree, select);
  const whole = await treeRun(treeRunner, tree, runners, signal);
  const noticed: BrokenPlace[] = [];
  for (const { path, each } of unknown) {
    const source = sources.find((one) => one.path === path);
    const text = source && (await gutted({ ...source, functions: [each] }, 'throws'));
    if (text === undefined || text === null) continue;
    const hollow = await treeRunner.write(tree, new Map([[path, text]]));
    const isSeen =
      (close !== null && isNoticed(close, (await run(hollow, select)).tests)) ||
      isNoticed(whole, (await run(hollow, { type: 'all' })).tests);
    if (isSeen) noticed.push({ path, name: each.name });
  }
  return noticed;
}

type Ended = Pick<TreeRun['tests'][number], 'id' | 'state'>;

/** Pure. */
export function isNoticed({ tests: intact }: { readonly tests: readonly Ended[] }, broken: readonly Ended[]): boolean {
  const passed = new Set(intact.flatMap(({ id, state }) => (state === 'passed' ? [id] : [])));
  return broken.some(({ id, state }) => state === 'failed' && passed.has(id));
}
