import { z } from 'zod';
import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestEvidence } from '#contracts/test-run.ts';
import { firstLine } from '#contracts/text.ts';
import { runAll, type WholeRun } from '../proofs/run-all.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { isUnmeasured } from './tree-run.ts';

/** A part of the project, below its top, whose tests do not run on main at all: a benchmark's own module, an example. */
export const IdleUnit = z.object({ runner: z.string(), root: z.string(), why: z.string() });
export type IdleUnit = z.infer<typeof IdleUnit>;

const nameOf = (main: TreeHash): string => `units whose tests do not run on ${main}`;

export async function idleUnits(memory: Pick<TreeRunner, 'recall'>, main: TreeHash): Promise<readonly IdleUnit[]> {
  const kept = z.array(IdleUnit).safeParse(await memory.recall(nameOf(main)));
  return kept.success ? kept.data : [];
}

/**
 * The other runners, if a run of everything could not be measured only because of such parts and the change does not
 * touch them; otherwise null. Main is measured first, and the result is stored, so later steps leave them out too.
 */
export async function withoutIdleUnits(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  runners: readonly ProjectRunner[],
  { runs }: WholeRun,
  signal: AbortSignal,
): Promise<readonly ProjectRunner[] | null> {
  const suspects = runs.filter(({ result: { outcome } }) => cannotRun(outcome)).map(({ runner }) => runner);
  const left = runners.filter((runner) => !suspects.includes(runner));
  const isOutermost = (root: string): boolean => !left.some((other) => other.root === '.' || isBelow(root, other.root));
  if (suspects.length === 0 || suspects.some(({ root }) => root === '.' || isOutermost(root))) return null;
  const { files } = await treeRunner.diff(base, tree);
  if (
    files.some(({ path, oldPath }) => suspects.some(({ root }) => isBelow(path, root) || isBelow(oldPath ?? '', root)))
  )
    return null;
  const onMain = await runAll(treeRunner, base, suspects, signal);
  if (onMain.runs.length < suspects.length || onMain.runs.some(({ result }) => !cannotRun(result.outcome))) return null;
  const idle = onMain.runs.map(({ runner: { runner, root }, result: { outcome } }) => ({
    ...{ runner, root },
    why: 'message' in outcome ? outcome.message : outcome.type,
  }));
  await treeRunner.remember(nameOf(base), [...(await idleUnits(treeRunner, base)), ...idle]);
  return left;
}

/** Runs that our own time limit ended do not count: they may succeed another day. */
const cannotRun = (outcome: TestEvidence['outcome']): boolean =>
  isUnmeasured(outcome) && !(outcome.type === 'broken' && outcome.kind === 'time-out');

/** A change to such a part cannot be measured. */
export async function idleProblem(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
): Promise<Refusal | null> {
  const idle = await idleUnits(treeRunner, base);
  if (idle.length === 0) return null;
  const { files } = await treeRunner.diff(base, tree);
  const touched = idle.find(({ root }) =>
    files.some(({ path, oldPath }) => isBelow(path, root) || isBelow(oldPath ?? '', root)),
  );
  if (touched === undefined) return null;
  return {
    code: 'RUNNER_FAILED',
    message: `${touched.runner} in ${touched.root} does not run on main either: ${touched.why}`,
    next: 'Nothing was counted, since this change touches that folder. A person fixes its tests on main, or sets in .assay/config.json how they are run ("test", with "setup").',
  };
}

/** For the reviewer. */
export const idleDoubts = (idle: readonly IdleUnit[]): string[] =>
  idle.map(({ runner, root, why }) => `${runner} in ${root} does not run on main and was left out: ${firstLine(why)}`);

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);
