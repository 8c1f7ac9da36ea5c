import { OpenPermits } from '#attempts/permits/open-permits.ts';
import { waitingText } from '#attempts/permits/permit-text.ts';
import type { BlobStore } from '#contracts/blobs.ts';
import type { ActivationId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { textOf } from '#contracts/run-timeline.ts';
import { RunViewFold } from '#contracts/run-view.ts';
import { PERMIT_ASKED_SIGNAL, PERMIT_SIGNAL } from '#contracts/signals.ts';
import { fromLog } from '#engine/payloads.ts';
import { EMPTY } from '#engine/step/state.ts';
import { PrOutput } from '#workflows/gated-pr/graph.ts';
import { PendingCall, PrSnapshot } from '#workflows/gated-pr/pr-snapshot.ts';
import { Story, type StoryLine } from '#workflows/gated-pr/story.ts';
import { cut } from '../fit.ts';
import type { Paint, Screen } from '../screen.ts';
import { durationText, spentText } from '../words.ts';
import type { Follower, FollowOptions } from './follow-run.ts';
import { SIMULATED } from './live-lines.ts';

/** A gated-PR run as a story: what was proven, what was refused and why; below it, on a terminal, who works now. */
export async function followPlan(
  screen: Screen,
  { run, now, blobs, hint, past = [] }: FollowOptions,
): Promise<Follower> {
  const fold = new RunViewFold();
  const story = new Story();
  const permits = new OpenPermits();
  const says = new Map<ActivationId, string>();
  const update = screen.isTty ? (await import('log-update')).createLogUpdate(screen.stdout) : null;
  let banner = false;
  // What is told while a question is on the screen waits until it is answered.
  const kept: StoryLine[] = [];
  const write = (lines: readonly StoryLine[]): void => {
    kept.push(...lines);
    if (held || kept.length === 0) return;
    update?.clear();
    for (const line of kept.splice(0)) screen.out(storyLine(line, screen.paint));
  };
  let held = false;
  const begun = now();
  const status = (): string => {
    const [asked] = permits.openNow(fold.view().nodes, now());
    return statusLine(fold, says, screen, now() - begun, asked ? waitingText(asked) : null, hint);
  };
  const timer = update ? setInterval(() => held || update(status()), 150) : null;
  // Large payloads are read from disk: one after another, so that the story keeps its order.
  let telling = Promise.resolve();
  const add: Follower['add'] = (events) => {
    for (const event of events) {
      if (event.seq <= fold.seq) continue;
      fold.add(event);
      permits.add(event);
      if (fold.simulated && !banner) screen.out(screen.paint('yellow', SIMULATED));
      banner ||= fold.simulated;
      telling = telling.then(async () => write(await told(story, event, blobs)));
    }
  };
  add(past);
  return {
    fold,
    add,
    say: (act, line) => void says.set(act, line),
    hold(isHeld) {
      held = isHeld;
      if (held) update?.clear();
      else write([]);
    },
    async end() {
      await telling;
      if (timer) clearInterval(timer);
      update?.clear();
      update?.done();
      screen.out(screen.paint('dim', `run ${run}, ${durationText(now() - begun)}`));
    },
  };
}

async function told(story: Story, event: RunEvent, blobs: BlobStore): Promise<StoryLine[]> {
  if (event.type === 'run.ended' && event.data.ending.status === 'completed') {
    const read = PrOutput.safeParse(await readPayload(event.data.ending.output, blobs));
    return read.success ? story.finished(read.data.finished) : [];
  }
  if (event.type === 'signal.received') return permitSaid(event.data);
  if (event.type === 'node.failed')
    return [{ tone: 'bad', text: `${event.data.act}: ${event.data.error.code}: ${event.data.error.message}` }];
  if (event.type !== 'node.scheduled') return [];
  const { node, input } = event.data;
  const call = CALLS[node];
  if (call) {
    const pending = PendingCall.safeParse(await readPayload(input, blobs));
    return pending.success ? call(story, pending.data) : [];
  }
  if (node !== 'attempt' && node !== 'wait' && node !== 'halt') return [];
  const standing = PrSnapshot.safeParse(await readPayload(input, blobs));
  return standing.success ? story.standing(standing.data) : [];
}

const CALLS: Readonly<Record<string, (story: Story, call: PendingCall) => StoryLine[]>> = {
  act: (story, call) => story.pendingCall(call),
  blind: (story, call) => story.blindTests(call),
  review: (story, call) => story.reviewing(call),
};

/** A blob that is gone costs the story a line, and the run nothing. */
async function readPayload(payload: Payload, blobs: BlobStore): Promise<Json> {
  try {
    return await fromLog(payload, EMPTY, blobs);
  } catch {
    return null;
  }
}

/** An agent that asks for something, and what it was told. */
function permitSaid({ signal, by, payload }: Signal): StoryLine[] {
  const text = textOf(payload);
  if (signal === PERMIT_ASKED_SIGNAL) return [{ tone: 'person', text: `${by} asks: ${text} (assay permissions)` }];
  return signal === PERMIT_SIGNAL ? [{ tone: 'plain', text: `${by}: ${text}` }] : [];
}

type Signal = Extract<RunEvent, { type: 'signal.received' }>['data'];

const MARKS: Readonly<Record<StoryLine['tone'], readonly [string, Parameters<Paint>[0]]>> = {
  good: ['  ✓', 'green'],
  bad: ['  ✗', 'red'],
  plain: ['  ·', 'dim'],
  person: ['  !', 'magenta'],
  heading: ['', 'bold'],
};

function storyLine({ tone, text }: StoryLine, paint: Paint): string {
  const [mark, style] = MARKS[tone];
  return tone === 'heading' ? `\n${paint(style, text)}` : `${paint(style, mark)} ${text}`;
}

const WORDS: Readonly<Record<string, string>> = {
  attempt: 'the engineer works',
  act: 'measures',
  blind: 'a second author writes blind tests',
  review: 'the reviewer reads',
};
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

function statusLine(
  fold: RunViewFold,
  says: ReadonlyMap<ActivationId, string>,
  { paint, width }: Screen,
  ms: number,
  asked: string | null,
  hint = '',
): string {
  const { nodes, spent } = fold.view();
  const running = nodes.find(({ state }) => state === 'running');
  const what = running
    ? `${WORDS[running.node] ?? running.node}${says.has(running.act) ? `: ${says.get(running.act)}` : ''}`
    : 'waits';
  const line = `${durationText(ms)} · ${spent.attempts} attempts · ${spent.tokens} tokens · ${spentText(spent)}`;
  const spin = SPINNER[Math.floor(ms / 150) % SPINNER.length] ?? '';
  return [
    asked === null ? paint('cyan', cut(`${spin} ${what}`, width - 1)) : paint('magenta', cut(`! ${asked}`, width - 1)),
    paint('dim', cut(`${line}${hint === '' ? '' : ` · ${hint}`}`, width - 1)),
  ].join('\n');
}
