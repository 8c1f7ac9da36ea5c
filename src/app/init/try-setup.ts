import { openProject, type Project } from '#attempts/open-project.ts';
import { AssayError } from '#contracts/errors.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Runs } from '#engine/runs.ts';
import { type MainCheck, type MainTests, measureCheck, measureTests } from '#gates/main/measure-main.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import { treeRunnerOf } from '../gated-pr/make-graph.ts';
import { withRuns } from '../open-runs.ts';
import type { FoundSetting } from './find-setup.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface TrialOrder {
  readonly repository: string;
  readonly main: string;
  /** What would be written and committed, for a preflight: main is measured as it will be then. */
  readonly filesWith: (preflight: string | false) => Promise<ReadonlyMap<string, string>>;
  /** Tried in this order until one holds. */
  readonly checks: readonly FoundSetting<string>[];
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface Trial {
  readonly tests: MainTests;
  /** The first check that holds on main; null where none does, or none was named. */
  readonly check: FoundSetting<string> | null;
  /** Those that do not, with their output. */
  readonly failed: readonly (FoundSetting<string> & { readonly result: MainCheck })[];
}

/** Runs the tests and the checks on main, as the gates will. `why`: this machine cannot measure. */
export function trySetup(order: TrialOrder, env: Env): Promise<Trial | { readonly why: string }> {
  return withRuns(env, (runs) => trySetupWith(runs, order, env));
}

export async function trySetupWith(runs: Runs, order: TrialOrder, env: Env): Promise<Trial | { readonly why: string }> {
  const project = await openProject(runs, order.repository, env);
  const { ability } = project.measuring;
  if (ability.kind === 'none' && project.measuring === project.sandbox) return { why: ability.why };
  return tryOn(treeRunnerOf(project, runs.blobs), project, order);
}

/** Without a test that runs on main nothing can be proven, so nothing is set up. Null: it can be. */
export function whyUnmeasured(main: string, { state, problem, passed, failed }: MainTests): AssayError | null {
  if (state !== 'unmeasured') return null;
  // A gate's message is for the author of a change. Here no one has changed anything yet.
  if (failed.length > 0 && passed === 0)
    return new AssayError(
      'CONFIG_INVALID',
      `no test of ${main} passes: ${problem?.message ?? `${failed.length} failed`}`,
      {
        next: `Mend them on ${main} and commit that.`,
      },
    );
  return new AssayError(
    'CONFIG_INVALID',
    `the tests of ${main} cannot be measured: ${problem?.message ?? 'they did not run'}`,
    { next: problem?.next ?? 'Make them run.' },
  );
}

async function tryOn(
  treeRunner: TreeRunner,
  { repository }: Project,
  { main, filesWith, checks, say, signal }: TrialOrder,
): Promise<Trial> {
  const base = await repository.treeOf(await repository.resolve(`refs/heads/${main}`));
  const treeWith = async (check: string | false): Promise<TreeHash> => treeRunner.write(base, await filesWith(check));
  const failed: Trial['failed'][number][] = [];
  for (const check of checks) {
    say(`tries the preflight on ${main}: ${check.value}`);
    const result = await measureCheck(treeRunner, await treeWith(check.value), check.value, signal);
    if (result.state === 'green') {
      say(`tries the tests on ${main}`);
      return { tests: await measureTests(treeRunner, await treeWith(check.value), signal), check, failed };
    }
    failed.push({ ...check, result });
  }
  say(`tries the tests on ${main}`);
  return { tests: await measureTests(treeRunner, await treeWith(false), signal), check: null, failed };
}
