import type { BlobStore } from '#contracts/blobs.ts';
import type { ActivationId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { textOf } from '#contracts/run-timeline.ts';
import { PERMIT_ASKED_SIGNAL, PERMIT_SIGNAL } from '#contracts/signals.ts';
import { fromLog } from '#engine/payloads.ts';
import { EMPTY } from '#engine/step/state.ts';
import { PrOutput } from '#workflows/gated-pr/graph.ts';
import { PendingCall, PrSnapshot } from '#workflows/gated-pr/pr-snapshot.ts';
import { Story, type StoryLine } from '#workflows/gated-pr/story.ts';
import type { Paint } from '../screen.ts';

/** The whole story of a gated-PR run, afterwards. */
export async function planStory(events: readonly RunEvent[], blobs: BlobStore): Promise<StoryLine[]> {
  const story = new Story();
  const lines: StoryLine[] = [];
  for (const event of events) lines.push(...(await storyOfEvent(story, event, blobs)));
  return lines;
}

/** The lines that one event adds to the story. */
export async function storyOfEvent(story: Story, event: RunEvent, blobs: BlobStore): Promise<StoryLine[]> {
  if (event.type === 'run.ended' && event.data.ending.status === 'completed') {
    const read = PrOutput.safeParse(await readPayload(event.data.ending.output, blobs));
    return read.success ? story.finished(read.data.finished) : [];
  }
  if (event.type === 'signal.received') return permitSaid(event.data);
  if (event.type === 'node.failed')
    return [{ tone: 'bad', text: `${whoIs(event.data.act)}: ${event.data.error.message} (${event.data.error.code})` }];
  if (event.type !== 'node.scheduled') return [];
  const { node, input } = event.data;
  const call = CALLS[node];
  if (call) {
    const pending = PendingCall.safeParse(await readPayload(input, blobs));
    return pending.success ? call(story, pending.data) : [];
  }
  if (node !== 'attempt' && node !== 'wait' && node !== 'halt') return [];
  const snapshot = PrSnapshot.safeParse(await readPayload(input, blobs));
  return snapshot.success ? story.progress(snapshot.data) : [];
}

const CALLS: Readonly<Record<string, (story: Story, call: PendingCall) => StoryLine[]>> = {
  act: (story, call) => story.pendingCall(call),
  blind: (story, call) => story.blindTests(call),
  review: (story, call) => story.reviewing(call),
};

/** A missing blob costs the story a line, and the run nothing. */
async function readPayload(payload: Payload, blobs: BlobStore): Promise<Json> {
  try {
    return await fromLog(payload, EMPTY, blobs);
  } catch {
    return null;
  }
}

/** A request of an agent, and its answer. */
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

export function storyLine({ tone, text }: StoryLine, paint: Paint): string {
  const [mark, style] = MARKS[tone];
  return tone === 'heading' ? `\n${paint(style, text)}` : `${paint(style, mark)} ${text}`;
}

const WHO: Readonly<Record<string, string>> = {
  attempt: 'the engineer',
  act: 'measuring',
  blind: 'the second author',
  review: 'the reviewer',
  halt: 'the run',
};

/** The name of a worker for people: `attempt#3` is the engineer. */
export function whoIs(act: ActivationId): string {
  const [node = ''] = act.split('#', 1);
  return WHO[node] ?? act.replace('#', ' ');
}
