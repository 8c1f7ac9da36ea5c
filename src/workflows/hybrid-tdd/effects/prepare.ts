import type { TestCase } from '#contracts/test-run.ts';
import { runAll, unmeasurable } from '#gates/proofs/run-all.ts';
import type { ProjectRunner } from '#gates/tree-runner.ts';
import type { HybridContext, HybridEffects } from '../hybrid-effects.ts';
import type { Spec } from '../spec.ts';
import type { HybridStop, TddPoint } from '../state.ts';
import { buildOf } from './build.ts';
import { type HybridParts, languageOf } from './parts.ts';

/** Whether main can be measured and is green: later failures are then caused by this run. */
export async function prepare(
  { repository, treeRunner }: HybridParts,
  spec: Spec,
  main: string,
  { signal, say }: HybridContext,
): ReturnType<HybridEffects['prepare']> {
  const commit = await repository.resolve(`refs/heads/${main}`);
  const base: TddPoint = { commit, tree: await repository.treeOf(commit) };
  const runners = await treeRunner.runners(base.tree);
  if (!runnerFor(spec, runners)) {
    const { runner } = languageOf(spec);
    const next = `Set ${runner} up on ${main}, and name it as "test" in .assay/config.json if it is not found.`;
    return stop('NO_RUNNER', `no ${runner} of this project would run ${spec.testPath}`, next);
  }
  say('runs the tests of main');
  const run = await runAll(treeRunner, base.tree, runners, signal);
  const nothing = unmeasurable(run);
  if (nothing) return stop(nothing.code, nothing.message, nothing.next);
  const red = run.tests.filter(({ state }) => state === 'failed');
  const broken = run.runs.flatMap(({ result }) => (result.outcome.type === 'broken' ? [result.outcome.message] : []));
  if (red.length + broken.length > 0)
    return stop('BASE_RED', `tests of ${main} already fail: ${told(red, broken)}`, 'Make them green first.');
  const { problems } = await buildOf(treeRunner, spec, base.tree, signal);
  const [failed] = problems;
  if (failed) return stop('BASE_BUILD_FAILED', failed.message, `Make ${main} build first.`);
  return { ok: true, base };
}

/** The project's own runner for the language, as main configures it. */
export const runnerFor = (spec: Spec, runners: readonly ProjectRunner[]): ProjectRunner | undefined =>
  runners.find(({ runner, isTestFile }) => runner === languageOf(spec).runner && isTestFile(spec.testPath));

const told = (red: readonly TestCase[], broken: readonly string[]): string =>
  [...broken, ...red.map(({ id }) => id)].slice(0, 5).join('; ');

const stop = (code: string, message: string, next: string): { ok: false; stop: HybridStop } => ({
  ok: false,
  stop: { code, message, next, problems: [] },
});
