import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { textOf } from '#contracts/run-timeline.ts';
import { labelOf } from '#contracts/run-view.ts';
import { oneLine } from '#contracts/text.ts';
import { startRun } from '#engine/drive/runs.ts';
import type { Runs } from '#engine/runs.ts';
import { answerMail } from '#engine/steering/answer-mail.ts';
import { steerRun } from '#engine/steering/steer-run.ts';
import { type Example, loadExample } from '../../examples.ts';
import { withRuns } from '../../open-runs.ts';
import { exampleRuntime } from '../../runtime.ts';
import type { DemoOptions } from '../../workflow.ts';
import { commandName } from '../command-name.ts';
import type { Cli } from '../context.ts';
import { type Driven, drive, driveExitCode, reportDrive } from '../drive.ts';
import { wrap } from '../fit.ts';
import { SIMULATED } from '../live/live-lines.ts';
import { askLine } from '../person.ts';
import type { Screen } from '../screen.ts';
import { count, durationText, plural } from '../words.ts';
import { steeringFor } from './runs-steer.ts';

/** A graph with every kind of node; it needs nothing but Node. */
export async function demoFirstRun(cli: Cli, options: DemoOptions): Promise<number> {
  const { screen } = cli;
  const json = options.json ?? false;
  return withRuns(cli.env, async (runs) => {
    const example = await loadExample('first-run');
    const ask = options.ask === true && process.stdin.isTTY === true && !json;
    const folder = await workFolder(runs);
    let driven = await begin(cli, runs, example, folder, ask, options);
    if (driven.result.status === 'waiting' && ask) driven = await askPerson(cli, runs, driven, options);
    if (driven.result.status !== 'completed' || json) return reportDrive(screen, driven, json);
    for (const line of summary(screen, driven, folder, runs)) screen.out(line);
    return driveExitCode(driven.result, driven.interrupted);
  });
}

async function workFolder({ home }: Runs): Promise<string> {
  const parent = join(home.root, 'examples');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  return mkdtemp(join(parent, 'first-run-'));
}

async function begin(
  { screen }: Cli,
  runs: Runs,
  example: Example,
  folder: string,
  ask: boolean,
  { fast, json = false }: DemoOptions,
): Promise<Driven> {
  const input = example.input(folder, ask);
  const runtime = await exampleRuntime(runs, example, input, { timeScale: fast ? 0 : 1 });
  try {
    return await drive(screen, runs, { json }, (listener) =>
      startRun(runtime.deps, example.graph, { input, title: example.title, simulated: true, listener }),
    );
  } finally {
    await runtime.close();
  }
}

/** The question of the run, asked at the terminal. */
async function askPerson(cli: Cli, runs: Runs, driven: Driven, options: DemoOptions): Promise<Driven> {
  const { run, result } = driven;
  const [question] = result.status === 'waiting' ? result.questions : [];
  if (!question) return driven;
  const said = await askLine(cli, `\n${cli.screen.paint('magenta', textOf({ inline: question.question }))} [yes/no]`);
  const payload = /^y/i.test(said) ? 'yes' : 'no';
  const mail = await answerMail(runs, run, { act: question.act, signal: question.signal, payload });
  await steerRun(steeringFor(cli, runs), run, mail);
  const { driveRun } = await import('./runs-resume.ts');
  return driveRun(cli, runs, run, { fast: options.fast ?? false });
}

/** What the person saw, that it was simulated, and what to try next. */
function summary({ paint, width }: Screen, { run, follower }: Driven, folder: string, { home }: Runs): string[] {
  const view = follower.fold.view();
  const retried = view.nodes.filter((node) => node.error !== null && node.state === 'done');
  const item = (text: string) =>
    wrap(text, width - 4).map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`));
  // After `npm start` there is a clone, and no `assay` on the PATH.
  const assay = commandName(process.env);
  const next = (command: string, text: string) =>
    `  ${paint('cyan', `${assay} ${command}`.padEnd(42))} ${paint('dim', text)}`;
  return [
    '',
    paint('bold', paint('green', `Run ${run} completed in ${durationText(view.spent.seconds * 1000)}.`)),
    `  ${plural(view.spent.attempts, 'attempt')} of agents, ${count(view.spent.tokens)} tokens. ${paint('yellow', SIMULATED)}`,
    ...retried.flatMap((node) =>
      item(`${labelOf(node)} needed ${node.attempts} attempts: ${oneLine(node.error?.message ?? '')}`),
    ),
    ...view.notes.flatMap(({ node, note }) => item(`${node}: ${textOf(note)}`)),
    '',
    'The tests above were really run, on this machine. Nothing was taken on an agent’s word.',
    '',
    paint('bold', 'Try next'),
    next('runs show last', 'every node, refusal and result'),
    next('runs show last --at 40', 'the state after event 40'),
    next('runs fork last --at 40 --resume', 'a second run from there'),
    next('demo, then Ctrl-C', `and \`${assay} runs resume last\` continues it`),
    '',
    paint('dim', `files: ${folder}`),
    paint('dim', `log:   ${home.database}`),
  ];
}
