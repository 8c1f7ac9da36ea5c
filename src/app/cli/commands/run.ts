import { projectTopOf, requireConfig, sessionOf } from '#attempts/open-project.ts';
import { AssayError, EXIT } from '#contracts/errors.ts';
import type { Precondition } from '#contracts/http/work-routes.ts';
import type { Budget } from '#contracts/usage.ts';
import { startRun } from '#engine/drive/runs.ts';
import type { Runs } from '#engine/runs.ts';
import { readConfig } from '#project/config/read-config.ts';
import type { Begin } from '#workflows/gated-pr/graph.ts';
import { lookFirst } from '../../gated-pr/look-first.ts';
import { planTitle } from '../../gated-pr/plan-title.ts';
import { refuseSecondRun } from '../../gated-pr/refuse-second-run.ts';
import { gatedPrRuntime } from '../../gated-pr/runtime.ts';
import { withRuns } from '../../open-runs.ts';
import { answerHere } from '../answer-here.ts';
import type { Cli, JsonOption } from '../context.ts';
import { type Driven, drive, reportDrive } from '../drive.ts';
import { pad } from '../fit.ts';
import { onInterrupt } from '../interrupts.ts';
import { followPlan } from '../live/follow-plan.ts';
import type { Screen } from '../screen.ts';
import { showTail } from './init-screen.ts';
import { unusedOffer } from './sources-enable.ts';

export interface RunCommandOptions extends JsonOption {
  readonly backend?: string;
  readonly model?: string;
  readonly usd?: number;
  readonly tokens?: number;
  readonly attempts?: number;
  readonly seconds?: number;
  readonly approveDrafts?: boolean;
}

/** Lets an agent work through the whole plan, unattended, until it is merged or a person is needed. */
export async function runPlan(cli: Cli, plan: string | undefined, options: RunCommandOptions): Promise<number> {
  const json = options.json ?? false;
  const driven = await begin(cli, plan, options);
  if (driven === null) return EXIT.usage;
  const code = reportDrive(cli.screen, driven, json);
  if (json) return code;
  const { resumeCommand } = await import('./runs-resume.ts');
  return answerHere(cli, driven, code, (run) => resumeCommand(cli, run, { isTold: true }));
}

/** Null where something is missing: that is on the screen, and nothing was begun. */
async function begin(cli: Cli, plan: string | undefined, options: RunCommandOptions): Promise<Driven | null> {
  const json = options.json ?? false;
  const repository = await projectTopOf(process.cwd(), cli.env);
  const config = requireConfig(await readConfig(repository), repository);
  const input = beginOf(repository, plan ?? config.plan, config.main, options);
  const thresholds = config.thresholds ? { thresholds: config.thresholds } : {};
  return withRuns(cli.env, async (runs) => {
    await refuseSecondRun(runs, { session: sessionOf(repository) });
    const budget = budgetOf(options, config.budget);
    if (!(await isReady(cli, runs, input, { json, countsMoney: budget.usd !== undefined }))) return null;
    const unused = json ? null : await unusedOffer(cli);
    if (unused !== null) cli.screen.err(unused);
    const runtime = await gatedPrRuntime(runs, input, cli.env);
    try {
      return await drive(cli.screen, runs, { json, follow: followPlan }, async (listener) => {
        // The checks took a while: another run may have begun since, and both would make the same PR.
        await refuseSecondRun(runs, { session: sessionOf(repository) });
        return startRun(runtime.deps, runtime.graph, {
          input: { ...input, ...thresholds },
          title: planTitle(repository, input.plan),
          session: runtime.project.session,
          budget,
          listener,
        });
      });
    } finally {
      await runtime.close();
    }
  });
}

/** Checks before it begins; everything missing is shown at once. */
async function isReady(
  { screen, env }: Cli,
  runs: Runs,
  input: Begin,
  { json, countsMoney }: { readonly json: boolean; readonly countsMoney: boolean },
): Promise<boolean> {
  const stopped = new AbortController();
  const interrupts = onInterrupt(() => stopped.abort());
  const say = (line: string) => screen.err(screen.paintErr('dim', `… ${line}`));
  const look = { env, say, signal: stopped.signal, countsMoney };
  const looked = await lookFirst(runs, input, look)
    .catch((thrown: unknown) => {
      // Work in progress then shows as cancelled, too.
      if (!stopped.signal.aborted) throw thrown;
      return [];
    })
    .finally(() => interrupts.release());
  if (stopped.signal.aborted)
    throw new AssayError('NODE_ABORTED', 'stopped; nothing was started', { next: '`assay run` starts again.' });
  if (!json) for (const line of warningsOf(looked)) screen.err(screen.paintErr('yellow', line));
  if (looked.every(({ ok }) => ok)) return true;
  if (json) screen.json({ ready: false, looked });
  else showLooked(screen, looked);
  return false;
}

const warningsOf = (looked: readonly Precondition[]): ReadonlySet<string> =>
  new Set(looked.flatMap(({ warning }) => (warning === undefined ? [] : [warning])));

function showLooked(screen: Screen, looked: readonly Precondition[]): void {
  const { err, paintErr } = screen;
  const missing = looked.filter(({ ok }) => !ok);
  err(paintErr('bold', `Nothing was started. Fix first: ${missing.map(({ name }) => name).join(', ')}`));
  const told = new Set<string>();
  for (const { name, ok, seen, next, output } of looked) {
    err(`  ${ok ? paintErr('green', '✓') : paintErr('red', '✗')} ${pad(name, 13)}  ${seen}`);
    if (output !== undefined) showTail(screen, output);
    // One missing thing may prevent several.
    if (next !== undefined) err(`    ${paintErr('dim', 'next:')} ${told.has(next) ? 'the same' : inLines(next)}`);
    if (next !== undefined) told.add(next);
  }
}

/** Several options, (1), (2) and so on, are easier to read one below the other. */
const inLines = (next: string): string => next.replaceAll(/ (?=\(\d\) |`assay doctor` shows)/g, '\n          ');

function beginOf(
  repository: string,
  plan: string | undefined,
  main: string | undefined,
  { backend, model, approveDrafts: approvesDrafts = false }: RunCommandOptions,
): Begin {
  if (plan === undefined || main === undefined) {
    const missing = plan === undefined ? 'plan' : 'main branch';
    throw new AssayError('CONFIG_INVALID', `no ${missing} is named`, {
      next: `\`assay init --force --${missing.split(' ')[0]} …\``,
    });
  }
  const agents = { ...(backend === undefined ? {} : { backend }), ...(model === undefined ? {} : { model }) };
  return { mode: 'hosted', repository, plan: plan.replace(/^\.\//, ''), main, agents, approvesDrafts };
}

const budgetOf = ({ usd, tokens, attempts, seconds }: RunCommandOptions, config: Budget | undefined): Budget => ({
  ...config,
  ...(usd === undefined ? {} : { usd }),
  ...(tokens === undefined ? {} : { tokens }),
  ...(attempts === undefined ? {} : { attempts }),
  ...(seconds === undefined ? {} : { seconds }),
});
