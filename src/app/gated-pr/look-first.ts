import { endWarning } from '#agents/models/registry/end-of-life.ts';
import { modelFactsOf } from '#agents/models/registry/model-facts.ts';
import { chooseBackend } from '#attempts/backends/choose-backend.ts';
import { knownModels } from '#attempts/backends/known-models.ts';
import { openProject, type Project } from '#attempts/open-project.ts';
import type { AssayConfig } from '#contracts/config.ts';
import { CONFIG_PATH } from '#contracts/config.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import type { Precondition } from '#contracts/http/work-routes.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Sha } from '#contracts/workspace.ts';
import type { Runs } from '#engine/runs.ts';
import { type MainTests, measureCheck, measureTests, notTried } from '#gates/main/measure-main.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import { readConfigText } from '#project/config/read-config.ts';
import { gateSettings } from '#workflows/gate-settings.ts';
import type { Begin } from '#workflows/gated-pr/graph.ts';
import { lookAtPlan } from './look-at-plan.ts';
import { bad, ok } from './looked-at.ts';
import { treeRunnerOf } from './make-graph.ts';
import { sameProblem } from './same-problem.ts';
import { uncommittedWarning } from './uncommitted.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface LookOptions {
  readonly env: Env;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  /** The run has a money limit. */
  readonly countsMoney: boolean;
}

/** All preconditions of a hosted run, before anything is begun or paid for. Measurements of main are cached. */
export async function lookFirst(runs: Runs, begin: Begin, options: LookOptions): Promise<readonly Precondition[]> {
  const project = await openProject(runs, begin.repository, options.env);
  const { repository, sandbox } = project;
  const main = await repository.resolve(`refs/heads/${begin.main}`).catch(() => null);
  if (main === null) {
    const next = 'Name the right one: `assay init --force --main NAME`.';
    return [bad('configuration', `there is no branch ${begin.main}`, next)];
  }
  const isolated =
    sandbox.ability.kind === 'none'
      ? bad('sandbox', sandbox.ability.why, `${sandbox.ability.next} Or work in connected mode: \`assay connect\`.`)
      : ok('sandbox', sandbox.ability.kind);
  const changed = await uncommittedWarning(repository.folder, options.env.PATH ?? '');
  const set = { ...(await configuration(project, begin, main)), ...(changed === null ? {} : { warning: changed }) };
  const engineer = await agent('engineer', runs, project, begin, options);
  const agents = [engineer, sameProblem(engineer, await reviewer(runs, project, begin, options))];
  const first = [isolated, set, await lookAtPlan(project, begin, main), ...agents];
  if (!isolated.ok || !set.ok) return first;
  const tree = await repository.treeOf(main);
  return [...first, ...(await measured(treeRunnerOf(project, runs.blobs), tree, begin.main, options))];
}

async function configuration({ repository, config }: Project, { main }: Begin, head: Sha): Promise<Precondition> {
  const bytes = await repository.readFileAt(head, CONFIG_PATH);
  if (bytes === null)
    return bad(
      'configuration',
      `${CONFIG_PATH} is not in ${main}`,
      `Commit it there: git add .assay && git commit -m "Set up Assay"`,
    );
  try {
    const there = readConfigText(new TextDecoder().decode(bytes), `${CONFIG_PATH} of ${main}`);
    const differs = JSON.stringify(there) !== JSON.stringify(config);
    return ok(
      'configuration',
      differs ? `${main}’s own; that of your checkout differs and is not committed` : CONFIG_PATH,
    );
  } catch (error) {
    const { message, next } = toErrorInfo(error);
    return bad('configuration', message, next ?? 'Correct it, and commit it.');
  }
}

async function agent(
  name: 'engineer' | 'reviewer',
  runs: Runs,
  project: Project,
  { agents }: Begin,
  { env, countsMoney }: LookOptions,
): Promise<Precondition> {
  const machine = { env, home: runs.home, folder: project.repository.folder, sandbox: async () => project.sandbox };
  try {
    const wanted = { ...agents, costMustBeKnown: countsMoney };
    const { name: backend, model, why, reach } = await chooseBackend(name, wanted, project.config, machine);
    const silent = await reach();
    if (silent) return bad(name, silent.message, silent.next ?? '`assay doctor` shows what was found.');
    const seen = ok(name, `${backend}${model === null ? '' : ` ${model}`} (${why})`);
    const ends = model && endWarning(model, modelFactsOf(model, await knownModels(runs.home)), runs.clock.now());
    return ends ? { ...seen, warning: ends } : seen;
  } catch (error) {
    const { message, next } = toErrorInfo(error);
    return bad(name, message, next ?? '`assay doctor` shows what was found.');
  }
}

async function reviewer(runs: Runs, project: Project, begin: Begin, options: LookOptions): Promise<Precondition> {
  const own: AssayConfig['reviewer'] = project.config?.reviewer;
  if (typeof own === 'object') return ok('reviewer', 'the project’s own command');
  return agent('reviewer', runs, project, begin, options);
}

async function measured(
  treeRunner: TreeRunner,
  tree: TreeHash,
  main: string,
  { say, signal }: LookOptions,
): Promise<Precondition[]> {
  const { preflight } = await gateSettings(treeRunner, tree);
  if (preflight !== false) say(`tries the preflight on ${main}`);
  const checked = await measureCheck(treeRunner, tree, preflight, signal);
  say(`tries the tests on ${main}`);
  const tests = await measureTests(treeRunner, tree, signal);
  const again = `Mend it on ${main} and commit it, or name another: \`assay init --force\`.`;
  return [
    checked.state === 'green'
      ? ok('preflight', preflight === false ? 'none: the configuration says so' : `${preflight}: passes on ${main}`)
      : bad('preflight', `on ${main}: ${checked.problem?.message ?? checked.state}`, again, checked.output),
    tests.state === 'unmeasured'
      ? bad('tests', `on ${main}: ${tests.problem?.message ?? ''}`, tests.problem?.next ?? again, tests.output)
      : ok('tests', [passedOn(tests, main), ...notTried(tests)].join('; ')),
  ];
}

const passedOn = ({ runners, passed, failed }: MainTests, main: string): string =>
  `${runners.join(', ')}: ${passed} passed on ${main}${redOnMain(failed)}`;

const redOnMain = (failed: readonly string[]): string =>
  failed.length === 0 ? '' : `, ${failed.length} failed and will not count: ${failed.slice(0, 3).join('; ')}`;
