import { posix } from 'node:path';
import type { EvidenceRef, Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { WrittenTest } from '../inventory/test-inventory.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { isRunOf, writtenNameOf } from './is-run-of.ts';
import { foreignModule, type OwnModules, ownModules } from './own-modules.ts';
import { wrongReason } from './red-reason.ts';
import { runAll, unmeasurable, type WholeRun } from './run-all.ts';
import { touchesProject } from './touches-project.ts';

/** How a test ends: red as a RED step requires, failing for another reason, or not failing. */
export type RedOutcome = 'red' | 'wrong' | 'passes';

export interface TestOutcome {
  readonly of: ReadonlyMap<WrittenTest, RedOutcome>;
  readonly evidence: readonly EvidenceRef[];
  readonly unmeasured?: Refusal;
}

/** How tests end on a tree that contains them. */
export async function testOutcomeOn(
  treeRunner: TreeRunner,
  { base, tree, runners }: { base: TreeHash; tree: TreeHash; runners: readonly ProjectRunner[] },
  tests: readonly WrittenTest[],
  signal: AbortSignal,
): Promise<TestOutcome> {
  const files = [...new Set(tests.map(({ file }) => file))];
  const run = await runAll(treeRunner, tree, runners, signal, { only: files });
  const nothing = unmeasurable(run);
  const of = new Map<WrittenTest, RedOutcome>();
  if (nothing) return { of, evidence: run.evidence, unmeasured: nothing };
  const own = ownModules(await treeRunner.list(base), await treeRunner.read(base, 'package.json'));
  const texts = await treeRunner.readAll(tree, files);
  for (const test of tests) {
    const fare = await fareOf(run, test, runners, own, (path) => texts.get(path) ?? null);
    of.set(test, fare === 'red' && (await touchesProject(treeRunner, tree, test, { runners })) ? 'wrong' : fare);
  }
  return { of, evidence: run.evidence };
}

async function fareOf(
  run: WholeRun,
  test: WrittenTest,
  runners: readonly ProjectRunner[],
  own: OwnModules,
  textOf: (path: string) => string | null,
): Promise<RedOutcome> {
  const ran = run.tests.filter((each) => isRunOf(each, test));
  const failed = ran.find(({ state }) => state === 'failed');
  if (failed?.failure) {
    const asked = { name: writtenNameOf(test), file: test.file };
    return (await wrongReason(asked, failed.failure, { runners, own, textOf })) ? 'wrong' : 'red';
  }
  if (failed) return 'red';
  const unloaded = run.runs.flatMap(({ runner, result }) =>
    result.outcome.type === 'broken'
      ? result.outcome.failures.filter(
          // Where no test of the file ran, a helper may be what did not load.
          ({ file }) =>
            (file !== undefined && posix.join(runner.root, file) === test.file) ||
            !run.tests.some((each) => each.file === test.file),
        )
      : [],
  );
  if (unloaded.length > 0) {
    const lacks = unloaded.every(
      ({ kind, message }) => kind === 'missing-symbol' && foreignModule(message, own) === null,
    );
    return lacks ? 'red' : 'wrong';
  }
  return ran.length === 0 && run.runs.some(({ result }) => result.outcome.type === 'broken') ? 'wrong' : 'passes';
}
