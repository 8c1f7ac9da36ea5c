import { EXIT } from '#contracts/errors.ts';
import { costWords } from '#contracts/usage.ts';
import { eventsOf, type Runs } from '#engine/runs.ts';
import { PauseQuestion, Report } from '#workflows/research/state.ts';
import { type Driven, reportDrive } from '../cli/drive.ts';
import type { Screen } from '../cli/screen.ts';
import { spentByStage } from './spent-by-stage.ts';

/** The answer if there is one, else the findings and the choices; and the usage of each stage. */
export async function reportResearch(screen: Screen, runs: Runs, driven: Driven, json: boolean): Promise<number> {
  const { run, result } = driven;
  const spent = spentByStage(await eventsOf(runs.store, run));
  if (result.status !== 'completed') {
    if (!json && result.status === 'waiting')
      for (const { question } of result.questions) {
        const paused = PauseQuestion.safeParse(question);
        if (paused.success) screen.err(`\n${paused.data.report}\n`);
      }
    return reportDrive(screen, driven, json);
  }
  const report = Report.parse(result.output);
  if (json) screen.json({ run, ...report, spent });
  else {
    screen.out(`\n${report.markdown.trimEnd()}`);
    const used = spent.map(({ stage, used }) => `${stage} ${used.tokens} tokens, ${costWords(used, money)}`);
    if (used.length > 0) screen.err(screen.paintErr('dim', `\nUsed by stage: ${used.join('; ')}`));
    screen.err(screen.paintErr('dim', `A follow-up: assay research "…" --follow ${run}`));
  }
  return report.outcome === 'answered' || report.outcome === 'partly' ? EXIT.done : EXIT.failed;
}

const money = (usd: number): string => `$${usd.toFixed(usd < 0.01 && usd > 0 ? 4 : 2)}`;
