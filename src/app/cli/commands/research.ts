import { projectTopOf, sessionOf } from '#attempts/open-project.ts';
import { AssayError, EXIT } from '#contracts/errors.ts';
import { RunId } from '#contracts/ids.ts';
import { RESEARCH } from '#contracts/workflow-names.ts';
import { startRun } from '#engine/drive/runs.ts';
import { findRun } from '#engine/find-run.ts';
import { eventsOf, type Runs } from '#engine/runs.ts';
import type { Depth } from '#workflows/research/depths.ts';
import { type Ask, Report } from '#workflows/research/state.ts';
import { withRuns } from '../../open-runs.ts';
import { researchRuntime } from '../../research/research-workflow.ts';
import type { Cli, JsonOption } from '../context.ts';
import { drive, reportDrive } from '../drive.ts';
import { followRun } from '../live/follow-run.ts';

export interface ResearchOptions extends JsonOption {
  readonly depth: Depth;
  readonly sources?: readonly string[];
  readonly model?: string;
  readonly pause?: boolean;
  readonly follow?: string;
}

/** Answers a question from what was read; every sentence says whether the sources bear it out. */
export async function researchCommand(cli: Cli, words: readonly string[], options: ResearchOptions): Promise<number> {
  const { screen, env } = cli;
  const folder = await projectTopOf(process.cwd(), env).catch(() => process.cwd());
  return withRuns(env, async (runs) => {
    const before = options.follow === undefined ? null : await answerOf(runs, options.follow);
    const ask: Ask = {
      ...{ folder, question: words.join(' '), depth: options.depth, sources: [...(options.sources ?? [])] },
      pauses: options.pause ?? false,
      ...(options.model === undefined ? {} : { model: options.model }),
      ...(before ?? {}),
    };
    const runtime = await researchRuntime(runs, ask, env);
    try {
      const driven = await drive(screen, runs, { json: options.json ?? false, follow: followRun }, (listener) =>
        startRun(runtime.deps, runtime.graph, {
          ...{ input: ask, title: ask.question.slice(0, 100), session: sessionOf(folder) },
          ...{ simulated: runtime.simulated, listener },
        }),
      );
      if (driven.result.status !== 'completed') return reportDrive(screen, driven, options.json ?? false);
      const report = Report.parse(driven.result.output);
      if (options.json) screen.json({ run: driven.run, ...report });
      else screen.out(`\n${report.markdown.trimEnd()}`);
      return report.outcome === 'answered' || report.outcome === 'partly' ? EXIT.done : EXIT.failed;
    } finally {
      await runtime.close();
    }
  });
}

/** The earlier answer that a question follows. */
async function answerOf(runs: Runs, wanted: string): Promise<Pick<Ask, 'follows' | 'before'>> {
  const { run } = await findRun(runs.store, wanted);
  for (const event of await eventsOf(runs.store, RunId.parse(run))) {
    if (event.type !== 'run.ended' || event.data.ending.status !== 'completed') continue;
    const { output } = event.data.ending;
    const value = 'inline' in output ? output.inline : 'blob' in output ? await blobOf(runs, output.blob) : null;
    const read = Report.safeParse(value);
    if (!read.success) break;
    const supported = read.data.sentences.filter(({ label }) => label === 'supported');
    const answer = supported.map(({ text }) => text).join(' ');
    return { follows: run, before: { question: read.data.question, answer, seen: read.data.seen } };
  }
  throw new AssayError('USAGE', `run ${run} is no finished ${RESEARCH}`, {
    next: '`assay runs` lists the runs there are.',
  });
}

const blobOf = async (runs: Runs, blob: Parameters<Runs['blobs']['get']>[0]): Promise<unknown> =>
  JSON.parse(Buffer.from(await runs.blobs.get(blob)).toString('utf8'));
