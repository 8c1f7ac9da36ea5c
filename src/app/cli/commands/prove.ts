import { resolve } from 'node:path';
import { openProject, type Project } from '#attempts/open-project.ts';
import { EXIT } from '#contracts/errors.ts';
import { writeFileAtomic } from '#host/atomic-file.ts';
import { type ProveReport, proveOutcomeOf } from '#workflows/prove/prove-report.ts';
import { type ProveWaiver, readWaiver } from '#workflows/prove/waivers.ts';
import { gitFacts } from '../../init/git-facts.ts';
import { withRuns } from '../../open-runs.ts';
import { junitReport } from '../../prove/formats/junit.ts';
import { markdownReport } from '../../prove/formats/markdown.ts';
import { sarifReport } from '../../prove/formats/sarif.ts';
import { textReport } from '../../prove/formats/text.ts';
import { proveRange } from '../../prove/prove-range.ts';
import { eachCommit, readRange } from '../../prove/read-range.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { exitCodeFor, onInterrupt } from '../interrupts.ts';
import { me } from '../me.ts';

export interface ProveCommandOptions extends JsonOption {
  readonly each?: boolean;
  readonly waive?: readonly string[];
  readonly why?: string;
  readonly junit?: string;
  readonly sarif?: string;
  readonly markdown?: string;
}

/** Runs the checks of a gated PR on a range of commits by any author; only the evidence is kept. */
export async function prove(cli: Cli, asked: string | undefined, options: ProveCommandOptions): Promise<number> {
  const waivers = waiversOf(options);
  const stop = new AbortController();
  const interrupts = onInterrupt(() => stop.abort());
  try {
    const reports = await withRuns(cli.env, async (runs) => {
      const project = await openProject(runs, process.cwd(), cli.env);
      const source = { repository: project.repository, path: cli.env.PATH ?? '' };
      const whole = await readRange(source, asked ?? (await usualRange(project, source.path)));
      const made: ProveReport[] = [];
      for (const range of options.each ? await eachCommit(source, whole) : [whole]) {
        const report = await proveRange(runs, project, range, {
          ...{ waivers, signal: stop.signal },
          say: (line) => cli.screen.err(cli.screen.paintErr('dim', `· ${range.asked}: ${line}`)),
        });
        if (!options.json) for (const line of textReport(report, cli.screen.paint)) cli.screen.out(line);
        made.push(report);
      }
      return made;
    });
    await writeReports(cli, options, reports);
    if (options.json) cli.screen.json(options.each ? { version: 1, commits: reports } : reports[0]);
    return exitOf(reports);
  } catch (thrown) {
    if (interrupts.got) return exitCodeFor(interrupts.got);
    throw thrown;
  } finally {
    interrupts.release();
  }
}

const exitOf = (reports: readonly ProveReport[]): number =>
  reports.every(({ outcome, checks }) => outcome === 'nothing-to-prove' || proveOutcomeOf(checks) === 'proven')
    ? EXIT.done
    : EXIT.failed;

async function writeReports(
  { version }: Cli,
  { junit, sarif, markdown }: ProveCommandOptions,
  reports: readonly ProveReport[],
): Promise<void> {
  if (junit !== undefined) await writeFileAtomic(resolve(junit), junitReport(reports));
  if (sarif !== undefined) await writeFileAtomic(resolve(sarif), sarifReport(reports, version));
  if (markdown !== undefined) await writeFileAtomic(resolve(markdown), markdownReport(reports));
}

function waiversOf({ waive = [], why }: ProveCommandOptions): ProveWaiver[] {
  if (waive.length > 0 && (why ?? '').trim() === '')
    throw usage('a waiver needs a reason', 'Give it with --why "…": the report shows it.');
  return waive.map((text) => {
    const waiver = readWaiver(text, me(), why ?? '');
    if (waiver) return waiver;
    throw usage(
      `${JSON.stringify(text)} is not a reason that can be waived`,
      'Name a code, or CODE:FILE, as a report has it.',
    );
  });
}

/** What the branch has that main has not. */
async function usualRange(
  { repository, config }: Pick<Project, 'repository' | 'config'>,
  path: string,
): Promise<string> {
  const { branches, remoteHead, current } = await gitFacts(repository.folder, path);
  const main =
    config?.main ?? remoteHead ?? ['main', 'master', 'trunk', 'develop'].find((name) => branches.includes(name));
  if (main !== undefined && main !== current) return `${branches.includes(main) ? main : `origin/${main}`}..HEAD`;
  throw usage('which commits?', 'Name a range: assay prove main..HEAD, or the last commit: assay prove HEAD~1..HEAD.');
}
