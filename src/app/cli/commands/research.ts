import { projectTopOf, sessionOf } from '#attempts/open-project.ts';
import { RunId } from '#contracts/ids.ts';
import { startRun } from '#engine/drive/runs.ts';
import type { Depth } from '#workflows/research/depths.ts';
import { withRuns } from '../../open-runs.ts';
import { RESEARCH_CHAPTERS as chapters } from '../../research/chapters.ts';
import { newAsk } from '../../research/new-ask.ts';
import { reportResearch } from '../../research/report.ts';
import { researchRuntime } from '../../research/runtime.ts';
import { answerHere } from '../answer-here.ts';
import type { Cli, JsonOption } from '../context.ts';
import { type Driven, drive } from '../drive.ts';

export interface ResearchOptions extends JsonOption {
  readonly depth: Depth;
  readonly sources?: readonly string[];
  readonly agent?: string;
  readonly model?: string;
  readonly pause?: boolean;
  readonly web?: boolean;
  readonly follow?: string;
  readonly usd?: number;
  readonly tokens?: number;
  readonly simulated?: boolean;
}

/** Answers a question from indexed texts; every sentence says whether the sources support it. */
export async function researchCommand(cli: Cli, words: readonly string[], options: ResearchOptions): Promise<number> {
  const { screen, env } = cli;
  const { usd, tokens, json = false } = options;
  const folder = await projectTopOf(process.cwd(), env).catch(() => process.cwd());
  let done: Driven | undefined;
  const code = await withRuns(env, async (runs) => {
    const { depth, sources, agent, model, pause: pauses, web, follow, simulated } = options;
    const wanted = { depth, sources, agent, model, pauses, web, follow, simulated };
    const ask = await newAsk(runs, env, { folder, question: words.join(' '), ...wanted });
    const runtime = await researchRuntime(runs, ask, env);
    try {
      await runtime.requireModel();
      done = await drive(screen, runs, { json, chapters }, (listener) =>
        startRun(runtime.deps, runtime.graph, {
          ...{ input: ask, title: ask.question.slice(0, 100), session: sessionOf(folder) },
          ...{ simulated: runtime.simulated, listener },
          budget: { ...(usd === undefined ? {} : { usd }), ...(tokens === undefined ? {} : { tokens }) },
        }),
      );
      return await reportResearch(screen, runs, done, json);
    } finally {
      await runtime.close();
    }
  });
  if (done === undefined || json) return code;
  return answerHere(cli, done, code, async (run) => {
    const { resumeCommand } = await import('./runs-resume.ts');
    return resumeCommand(cli, RunId.parse(run), {});
  });
}
