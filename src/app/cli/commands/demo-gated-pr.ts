import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startRun } from '#engine/drive/runs.ts';
import { runProcess } from '#host/run-process.ts';
import { type Begin, Output } from '#workflows/gated-pr/graph.ts';
import { loadProject } from '../../examples.ts';
import { standingOf } from '../../gated-pr/standing-of.ts';
import { gatedPrBench } from '../../gated-pr/workbench.ts';
import { type Runs, withRuns } from '../../runs.ts';
import { commandName } from '../command-name.ts';
import type { Cli, JsonOption } from '../context.ts';
import { type Driven, drive, driveExitCode, reportDrive } from '../drive.ts';
import { followPlan } from '../live/follow-plan.ts';
import type { Screen } from '../screen.ts';

export interface GatedDemoOptions extends JsonOption {
  readonly fast?: boolean;
}

/** A plan of two PRs, driven to merged by a simulated engineer that also tries to cheat. Everything else is real. */
export async function demoGatedPr(cli: Cli, options: GatedDemoOptions): Promise<number> {
  const { screen } = cli;
  const json = options.json ?? false;
  return withRuns(cli.env, async (runs) => {
    const repository = await exampleRepository(runs, cli.env.PATH ?? '');
    const begin: Begin = { mode: 'hosted', repository, plan: 'PLAN.md', main: 'main', simulated: 'gated-pr' };
    const bench = await gatedPrBench(runs, begin, cli.env, { timeScale: options.fast ? 0 : 1 });
    try {
      const session = bench.project.session;
      const title = 'two PRs of a small library';
      const driven = await drive(screen, runs, { json, follow: followPlan }, (listener) =>
        startRun(bench.deps, bench.graph, { input: begin, title, session, simulated: true, listener }),
      );
      if (driven.result.status !== 'completed' || json) return reportDrive(screen, driven, json);
      for (const line of await summary(screen, runs, driven, repository)) screen.out(line);
      return driveExitCode(driven.result, driven.interrupted);
    } finally {
      await bench.close();
    }
  });
}

async function exampleRepository({ home }: Runs, path: string): Promise<string> {
  const parent = join(home.root, 'examples');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 'gated-pr-'));
  for (const [file, text] of Object.entries(await loadProject('gated-pr'))) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const who = { GIT_AUTHOR_NAME: 'Example', GIT_AUTHOR_EMAIL: 'example@localhost' };
  const env = {
    PATH: path,
    ...who,
    GIT_COMMITTER_NAME: 'Example',
    GIT_COMMITTER_EMAIL: 'example@localhost',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'A small library, and a plan'],
  ]) {
    const done = await runProcess({ program: 'git', args, cwd: folder, env, timeoutMs: 30_000 });
    if (done.exitCode !== 0) throw new Error(`git ${args[0]}: ${done.stderr.text}`);
  }
  return folder;
}

/** What was refused and why, what was merged, that the engineer was simulated, and what to try next. */
async function summary(
  { paint }: Screen,
  { store, blobs }: Runs,
  { run, result }: Driven,
  repository: string,
): Promise<string[]> {
  const assay = commandName(process.env);
  const standing = await standingOf(store, blobs, run);
  const refused = (standing?.answers ?? []).flatMap(({ answer }) =>
    answer.status === 'FAILURE' ? answer.reasons.slice(0, 1) : [],
  );
  const finished = result.status === 'completed' ? Output.parse(result.output).finished : [];
  return [
    '',
    paint('bold', 'Refused on the way'),
    ...refused.map(({ code, message }) => `  ${paint('red', '✗')} ${code}: ${message.split('\n')[0]}`),
    paint('bold', 'Merged'),
    ...finished.map(({ title, commit }) => `  ${paint('green', '✓')} ${title} ${paint('dim', commit.slice(0, 12))}`),
    '',
    'The engineer was simulated (a script on this machine). The workspace, the tests, the gates and the merges were real.',
    '',
    paint('bold', 'Next'),
    `  git -C ${repository} log --oneline --graph`,
    `  ${assay} runs show ${run}`,
    `  ${assay} init            set up your own repository`,
    `  ${assay} connect claude  or let your own agent call the gates`,
  ];
}
