import { type ErrorInfo, EXIT } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { RunView } from '#contracts/run-view.ts';
import type { Chapter } from '#contracts/stories/chapters.ts';
import { oneLine } from '#contracts/text.ts';
import type { DriveListener, DriveResult, RunHandle } from '#engine/drive/types.ts';
import { eventsOf, type Runs } from '#engine/runs.ts';
import { PermitAnswers } from './answer-permits.ts';
import { errorLines, exitCodeOf } from './cli-error.ts';
import { answerCommand, continueCommand, pausedWords } from './continue-commands.ts';
import { questionLines } from './halted-question.ts';
import { exitCodeFor, onInterrupt, type StopSignal } from './interrupts.ts';
import { asLines, type Follower, followRun } from './live/follow-run.ts';
import { whoIs } from './live/tell-plan.ts';
import { isAtTerminal } from './person.ts';
import type { Screen } from './screen.ts';
import { durationText } from './words.ts';

export interface Driven {
  readonly run: RunId;
  readonly result: DriveResult;
  readonly follower: Follower;
  readonly interrupted: StopSignal | null;
}

export interface DriveOptions {
  readonly json: boolean;
  /** How it is shown; default: a picture of its nodes. */
  readonly follow?: typeof followRun;
  /** The words of its workflow. */
  readonly chapters?: readonly Chapter[] | undefined;
  /** The run to continue; left out for a new one. */
  readonly run?: RunId;
  /** Its past is still on the screen. */
  readonly isTold?: boolean;
}

/** Drives a run in this process until it ends, waits or is interrupted, and shows it meanwhile. */
export async function drive(
  screen: Screen,
  runs: Runs,
  { json, run, follow, chapters, isTold = false }: DriveOptions,
  begin: (listener: DriveListener) => Promise<RunHandle>,
): Promise<Driven> {
  const past = run === undefined ? [] : await eventsOf(runs.store, run);
  let follower: Follower | undefined;
  let early: RunEvent[] | null = [];
  const stopped = new AbortController();
  const interrupts = onInterrupt(() => stopped.abort());
  screen.gone.addEventListener('abort', () => stopped.abort());
  let answers: PermitAnswers | undefined;
  const show = (events: readonly RunEvent[]): void => {
    if (early) return void early.push(...events);
    // Held-back output is shown once the question is off the screen.
    if (held) held.push(...events);
    else follower?.add(events);
    answers?.add(events);
  };
  let held: RunEvent[] | null = null;
  const hold = (isHeld: boolean): void => {
    const kept = held ?? [];
    held = isHeld ? [] : null;
    follower?.hold(isHeld);
    if (!isHeld) follower?.add(kept);
  };
  const handle = await begin({
    onEvents: show,
    onSay: (act, line) => follower?.say(act, line),
  });
  // Timers of the run do not keep a process alive; this does.
  const awake = setInterval(() => {}, 60_000);
  stopped.signal.addEventListener('abort', () => void handle.stop());
  if (stopped.signal.aborted) void handle.stop();
  try {
    const shown = json
      ? asLines(past, screen.err, { paint: screen.paintErr })
      : await (follow ?? followRun)(screen, {
          ...{ run: handle.run, now: () => runs.clock.now(), blobs: runs.blobs, past, isTold, chapters },
          hint: 'Ctrl-C stops here; the run can be resumed',
        });
    follower = shown;
    if (!json && isAtTerminal()) answers = new PermitAnswers({ screen, runs, run: handle.run, hold });
    answers?.add(past);
    // Events from before the view was attached; an event that comes twice counts once.
    const missed = [...(await eventsOf(runs.store, handle.run, shown.fold.seq)), ...early];
    early = null;
    show(missed);
    const result = await handle.done;
    return { run: handle.run, result, follower: shown, interrupted: interrupts.got };
  } finally {
    clearInterval(awake);
    interrupts.release();
    answers?.end();
    await follower?.end();
  }
}

/** Says how it ended and what to do next. Returns the exit code. */
export function reportDrive(screen: Screen, { run, result, interrupted, follower }: Driven, json: boolean): number {
  const code = driveExitCode(result, interrupted);
  if (json) screen.json({ run, ...result });
  else for (const line of resultLines(screen, run, result, follower.fold.view())) screen.err(line);
  return code;
}

export function driveExitCode(result: DriveResult, interrupted: StopSignal | null): number {
  switch (result.status) {
    case 'completed':
      return EXIT.done;
    case 'failed':
      return exitCodeOf(result.error);
    case 'cancelled':
      return EXIT.failed;
    case 'waiting':
    case 'paused':
      return EXIT.person;
    case 'stopped':
      return interrupted === null ? EXIT.later : exitCodeFor(interrupted);
  }
}

function resultLines(screen: Screen, run: RunId, result: DriveResult, view: RunView): string[] {
  const next = (command: string) => `  ${screen.paintErr('dim', 'next:')} ${command}`;
  switch (result.status) {
    case 'completed':
      return [
        screen.paintErr('green', `run ${run} completed after ${durationText(view.spent.seconds * 1000)} of work`),
        next(`assay runs show ${run}`),
      ];
    case 'failed':
      return [...errorLines(screen, shownError(result.error)), next(`assay runs show ${run}`)];
    case 'cancelled':
      return [screen.paintErr('yellow', `run ${run} was cancelled: ${oneLine(result.why)}`)];
    case 'paused':
      return [screen.paintErr('yellow', pausedWords(run, view)), next(continueCommand(run, view))];
    case 'stopped':
      return [
        screen.paintErr('yellow', `run ${run} is interrupted; nothing is lost`),
        next(`assay runs resume ${run}`),
      ];
    case 'waiting': {
      const asked = result.questions.map((each) => ({ ...each, question: { inline: each.question } }));
      return [
        screen.paintErr('yellow', `run ${run} waits for an answer`),
        ...asked.flatMap(({ act, question }) => questionLines(`${whoIs(act)}:`, question).map((line) => `  ${line}`)),
        next(answerCommand(run, asked)),
      ];
    }
  }
}

const shownError = ({ code, message }: ErrorInfo): ErrorInfo => ({ code, message });
