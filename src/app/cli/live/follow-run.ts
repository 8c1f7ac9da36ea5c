import type { BlobStore } from '#contracts/blobs.ts';
import type { ActivationId, RunId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { RunViewFold } from '#contracts/run-view.ts';
import type { Chapter } from '#contracts/stories/chapters.ts';
import type { Screen } from '../screen.ts';
import { liveLines, SIMULATED } from './live-lines.ts';
import { livePicture } from './live-picture.ts';
import { momentLine } from './moment-line.ts';
import { type NodeNames, nodeNames } from './node-names.ts';

/** Shows a run while it grows. */
export interface Follower {
  readonly fold: RunViewFold;
  add(events: Iterable<RunEvent>): void;
  say(act: ActivationId, line: string): void;
  /** While held, nothing is drawn or written: a question is on the same screen. */
  hold(isHeld: boolean): void;
  /** Leaves the last picture on the screen, once everything is shown. */
  end(): void | Promise<void>;
}

export interface FollowOptions {
  readonly run: RunId;
  readonly now: () => number;
  /** Where payloads are stored that are too large for the log. */
  readonly blobs: BlobStore;
  readonly hint?: string;
  /** Past events: part of the picture, not printed again line by line. */
  readonly past?: readonly RunEvent[];
  /** The past is still on the screen: a story that begins with it is not told again. */
  readonly isTold?: boolean;
  /** The words of its workflow; without them, nodes are shown by their own names. */
  readonly chapters?: readonly Chapter[] | undefined;
}

/** A live picture on a terminal; lines on a pipe. */
export async function followRun(screen: Screen, options: FollowOptions): Promise<Follower> {
  const past = options.past ?? [];
  const names = nodeNames(options.chapters);
  return screen.isTty ? onTerminal(screen, past, options, names) : asLines(past, screen.out, screen, names);
}

/** Lines for a pipe, or for stderr while stdout is reserved for JSON. */
export function asLines(
  past: readonly RunEvent[],
  write: (line: string) => void,
  { paint }: Pick<Screen, 'paint'>,
  names: NodeNames = nodeNames(undefined),
): Follower {
  const fold = foldOf(past, names);
  let told = fold.timeline.length;
  let banner = false;
  return {
    fold,
    add(events) {
      addNew(fold, events);
      const { timeline, simulated } = fold;
      if (simulated && !banner) write(paint('yellow', SIMULATED));
      banner ||= simulated;
      for (const moment of timeline.slice(told)) if (names.isTold(moment)) write(momentLine(moment, paint));
      told = timeline.length;
    },
    say: (act, line) => {
      const said = names.said(act, line);
      if (said !== null) write(`          ${paint('dim', said)}`);
    },
    hold() {},
    end() {},
  };
}

async function onTerminal(
  screen: Screen,
  past: readonly RunEvent[],
  { run, now, hint }: FollowOptions,
  names: NodeNames,
): Promise<Follower> {
  const fold = foldOf(past, names);
  const says = new Map<ActivationId, string>();
  const picture = await livePicture(screen, (height, ended) => {
    const { width, paint } = screen;
    const shown = { run, now: now(), width, height, paint, says, nameOf: names.nameOf };
    return liveLines(names.toldOf(fold.view()), hint === undefined || ended ? shown : { ...shown, hint });
  });
  return { fold, add: (events) => addNew(fold, events), say: (act, line) => void says.set(act, line), ...picture };
}

function foldOf(events: Iterable<RunEvent>, { nameOf }: NodeNames): RunViewFold {
  const fold = new RunViewFold(nameOf);
  addNew(fold, events);
  return fold;
}

function addNew(fold: RunViewFold, events: Iterable<RunEvent>): void {
  for (const event of events) if (event.seq > fold.seq) fold.add(event);
}
