import { withChoices } from '#tools/checkpoint/find-checkpoint.ts';
import { ANSWERS, type StepAnswer } from '#tools/checkpoint/record.ts';
import { runSteps } from '#tools/checkpoint/run.ts';
import type { StepQuestion } from '#tools/checkpoint/step-context.ts';
import { checkpointLines } from '#tools/checkpoint/table.ts';
import { openRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { exitCodeFor, onInterrupt } from '../interrupts.ts';
import { asLines } from '../live/follow-run.ts';
import { askLine } from '../person.ts';

export interface CheckpointOptions extends JsonOption {
  readonly fresh?: boolean;
  readonly again?: readonly string[];
  readonly done?: readonly string[];
}

/** Runs a job of shell steps, or continues it. */
export async function runCheckpoint(cli: Cli, file: string, options: CheckpointOptions): Promise<number> {
  const { screen, env } = cli;
  const runs = await openRuns(env).catch((thrown: unknown) => {
    throw withChoices(thrown, file);
  });
  const stopped = new AbortController();
  const interrupts = onInterrupt(() => stopped.abort());
  const follower = asLines([], screen.err, { paint: screen.paintErr });
  try {
    const outcome = await runSteps(
      { ...runs, env },
      {
        file,
        cwd: process.cwd(),
        fresh: options.fresh ?? false,
        answers: answersOf(options),
        signal: stopped.signal,
        note: (line) => screen.err(screen.paintErr('dim', line)),
        listener: { onEvents: (events) => follower.add(events) },
        ...(process.stdin.isTTY && screen.isTty && !options.json
          ? { ask: (question) => askPerson(cli, question) }
          : {}),
      },
    );
    const { status, checkpoint } = outcome;
    if (options.json) screen.json({ status, run: checkpoint.header.run, steps: checkpoint.steps });
    else for (const line of checkpointLines(checkpoint)) screen.out(line);
    return interrupts.got === null ? outcome.exitCode : exitCodeFor(interrupts.got);
  } finally {
    interrupts.release();
    await runs.close();
  }
}

const answersOf = ({ again = [], done = [] }: CheckpointOptions): Record<string, StepAnswer> =>
  Object.fromEntries([...again.map((step) => [step, 'again']), ...done.map((step) => [step, 'done'])]);

async function askPerson(cli: Cli, { text, choices }: StepQuestion): Promise<StepAnswer | null> {
  const said = await askLine(cli, `${cli.screen.paintErr('magenta', text)} [${choices.join('/')}]`);
  return ANSWERS.find((answer) => answer === said.toLowerCase()) ?? null;
}
