import { setTimeout as sleep } from 'node:timers/promises';
import { toErrorInfo } from '#contracts/errors.ts';
import type { ExampleBegun } from '#contracts/http/example-routes.ts';
import { type Runs, statusOf } from '#engine/runs.ts';
import { GATED_PR } from '#workflows/gated-pr/graph.ts';
import { assayCommand } from '../../connect/assay-command.ts';
import type { WindowServer } from '../../server/serve.ts';
import { errorLines } from '../cli-error.ts';
import type { Cli } from '../context.ts';
import { followPlan } from '../live/follow-plan.ts';
import { asLines } from '../live/follow-run.ts';
import { tailRun } from '../live/tail-run.ts';
import { planSummary } from './demo-gated-pr-summary.ts';

interface ShowOptions {
  /** Whether a browser was asked to open the page; `left`: the person did not want that. */
  readonly browser: 'opened' | 'none' | 'left';
  readonly stop: AbortSignal;
}

/** How long to wait for the page, so that nothing is missed; then it is shown only here. */
const PATIENCE_MS = { opened: 30_000, headless: 8_000 };

/** Follows the example in the terminal while the page shows it, for people without a browser. */
export async function showExample(cli: Cli, runs: Runs, server: WindowServer, options: ShowOptions): Promise<void> {
  const { screen } = cli;
  for (const line of announcement(cli, server, options)) screen.out(line);
  try {
    const begun = await firstLook(server, options);
    if (!begun) return;
    await follow(cli, runs, begun, options.stop);
    if (!options.stop.aborted) for (const line of afterwards(cli, server)) screen.out(line);
  } catch (thrown) {
    for (const line of errorLines(screen, toErrorInfo(thrown))) screen.err(line);
  }
}

function announcement({ screen: { paint }, env }: Cli, { port }: WindowServer, { browser }: ShowOptions): string[] {
  const tunnel = `ssh -L ${port}:127.0.0.1:${port} THIS-HOST`;
  return [
    '',
    HOW[browser],
    ...(browser === 'none' && env.SSH_CONNECTION
      ? [`From the machine you sit at: ${paint('cyan', tunnel)}, then open the link there.`]
      : []),
    'An example run begins once the page is open, or in a moment without it; it is also shown here.',
    paint('yellow', 'Its agents are simulated (a script on this machine); the tests and the gates are real.'),
  ];
}

const HOW: Readonly<Record<ShowOptions['browser'], string>> = {
  opened: 'The page opens in your browser.',
  none: 'No browser was found: open the link yourself, or watch this terminal.',
  left: 'Open the link in a browser, or just watch this terminal.',
};

/** Once the page is open, or the wait is over; null when the run ends before that. */
async function firstLook({ showcase }: WindowServer, { browser, stop }: ShowOptions): Promise<ExampleBegun | null> {
  const leave = new AbortController();
  const signal = AbortSignal.any([stop, leave.signal]);
  const seen = new Promise<ExampleBegun>((resolve) => showcase.onBegin(resolve));
  const waited = sleep(browser === 'opened' ? PATIENCE_MS.opened : PATIENCE_MS.headless, 'begin' as const, {
    signal,
  }).catch(() => null);
  const first = await Promise.race([seen, waited]);
  leave.abort();
  return first === 'begin' ? showcase.begin() : first;
}

async function follow({ screen }: Cli, runs: Runs, { run, workflow, instead }: ExampleBegun, stop: AbortSignal) {
  if (instead !== null) {
    screen.out(screen.paint('yellow', `Not shown here: a plan of PRs driven to merged, since ${instead}`));
    screen.out('Instead: simulated agents build a small shop, and their claims are checked.');
  }
  const follower =
    workflow === GATED_PR
      ? await followPlan(screen, { run, now: () => runs.clock.now(), blobs: runs.blobs, hint: 'Ctrl-C stops' })
      : asLines([], screen.out, screen);
  const last = await tailRun(runs, run, stop, (events) => follower.add(events));
  await follower.end();
  if (statusOf(last, runs) !== 'completed' || workflow !== GATED_PR) return;
  for (const line of await planSummary(screen, runs, run)) screen.out(line);
}

function afterwards({ screen: { paint }, env }: Cli, { url }: WindowServer): string[] {
  return [
    '',
    paint('bold', 'Now yours'),
    `  ${url}/connect  what is installed here, and how to connect it`,
    ...steps(env),
  ];
}

const steps = (env: Cli['env']): string[] => {
  const assay = assayCommand(env);
  return [
    `  cd YOUR-REPOSITORY && ${assay} init`,
    `  ${assay} run PLAN.md      unattended, PR by PR; or`,
    `  ${assay} connect claude   your own agent asks the same gates`,
  ];
};

/** What happens to the runs, and what to do next. */
export async function stopLines({ env }: Cli, runs: Runs, server: WindowServer | null): Promise<string[]> {
  const left = server && (await server.showcase.offer()).run;
  const header = left && (await runs.store.list()).find(({ run }) => run === left);
  const unfinished = header && header.status === 'running';
  return [
    'stopped; runs that were driven here can be resumed',
    ...(unfinished ? [`  the example continues where it was: ${again(env)}, or assay runs resume ${left}`] : []),
    ...(server ? ['  next:', ...steps(env)] : []),
  ];
}

const again = ({ npm_lifecycle_event }: Cli['env']): string =>
  npm_lifecycle_event === 'start' ? 'npm start' : 'assay serve --demo';
