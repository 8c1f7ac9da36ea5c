import type { ActivationId } from '../ids.ts';
import type { Payload } from '../payload.ts';
import type { RunEvent } from '../run-events.ts';
import { type Tone, textOf } from '../run-timeline.ts';
import type { NodeView, RunView } from '../run-view-types.ts';
import { oneLine } from '../text.ts';
import { type Chapter, isPassing, nameInWords } from './chapters.ts';
import { NODE_VERDICTS } from './verdicts.ts';

/** A run as a story: chapters, and in each the work and its results. */
export interface StoryChapter {
  /** Null where the workflow has no chapters. */
  readonly title: string | null;
  /** The worst status among its steps. */
  readonly state: StoryStepState | 'open';
  readonly steps: readonly StoryStep[];
}

export type StoryStepState = 'done' | 'running' | 'asking' | 'failed' | 'left' | 'waiting';

export interface StoryStep {
  readonly act: ActivationId;
  readonly title: string;
  readonly state: StoryStepState;
  readonly tone: Tone;
  /** Its result in words; empty where that says no more than its status. */
  readonly outcome: string;
  /** Why attempts of it were refused or failed, in order. */
  readonly refused: readonly string[];
  /** What people answered it. */
  readonly answers: readonly string[];
  readonly node: NodeView;
}

export interface StoryParts {
  readonly graph: string;
  /** Null for a workflow without a story: its steps are listed in order, under their own names. */
  readonly chapters: readonly Chapter[] | null;
  readonly view: RunView;
  readonly events: readonly RunEvent[];
  /** A payload's value; undefined where it was too large for the log and has not been read. */
  readonly contentOf: (payload: Payload) => unknown;
}

export function runStory(parts: StoryParts): StoryChapter[] {
  const { chapters } = parts;
  const ends = endsOf(parts.events);
  const seen = new Map<string, number>();
  const steps = parts.view.nodes
    .filter((node) => isTold(node, chapters, ends))
    .map((node) => {
      const title =
        chapters?.find(({ steps: known }) => node.node in known)?.steps[node.node] ?? nameInWords(node.node);
      const named = node.name === null ? title : `${title}: ${node.name}`;
      const times = (seen.get(named) ?? 0) + 1;
      seen.set(named, times);
      return stepOf(node, times === 1 ? named : `${named}, again (${times})`, ends, parts);
    });
  if (!chapters) return steps.length === 0 ? [] : [{ title: null, state: stateOf(steps), steps }];
  const told = chapters.map((chapter) => chapterOf(chapter, steps));
  const rest = steps.filter(({ node }) => !chapters.some(({ steps: known }) => node.node in known));
  return rest.length === 0 ? told : [...told, { title: 'Besides', state: stateOf(rest), steps: rest }];
}

/** Barriers are worth a line only when they fail; observers are, unless a result is already shown. */
const isTold = (
  { act, kind, node, state }: NodeView,
  chapters: readonly Chapter[] | null,
  ends: ReadonlyMap<ActivationId, End>,
): boolean => {
  if (state === 'failed' || state === 'asking') return true;
  if (isPassing(chapters, node)) return false;
  if (kind === 'observer') return chapters === null && ends.get(act)?.note != null;
  return kind !== 'join' || node === 'gate';
};

function chapterOf({ title, steps: known }: Chapter, steps: readonly StoryStep[]): StoryChapter {
  const own = steps.filter(({ node }) => node.node in known);
  return { title, state: own.length === 0 ? 'open' : stateOf(own), steps: own };
}

const WORST: readonly StoryStepState[] = ['asking', 'failed', 'running', 'waiting'];
const stateOf = (steps: readonly StoryStep[]): StoryStepState =>
  WORST.find((state) => steps.some((step) => step.state === state)) ?? 'done';

/** What was handed on, for reading payloads that are too large for the log. */
export const handedOnIn = (events: readonly RunEvent[]): Payload[] =>
  events.flatMap((event) => {
    if (event.type === 'node.scheduled') return [event.data.input];
    if (event.type === 'join.arrived') return [event.data.payload];
    return event.type === 'node.completed' && event.data.result ? [event.data.result] : [];
  });

interface End {
  to: readonly string[];
  handed: Payload[];
  failures: string[];
  answers: string[];
  note: Payload | null;
}

/** What each activation handed on, which may be in the log before its end. */
function endsOf(events: readonly RunEvent[]): ReadonlyMap<ActivationId, End> {
  const ends = new Map<ActivationId, End>();
  const of = (act: ActivationId): End => {
    const known = ends.get(act) ?? { to: [], handed: [], failures: [], answers: [], note: null };
    ends.set(act, known);
    return known;
  };
  for (const event of events) {
    if (event.type === 'node.scheduled' && event.data.by !== null && event.data.kind !== 'observer')
      of(event.data.by).handed.push(event.data.input);
    if (event.type === 'join.arrived') of(event.data.from).handed.push(event.data.payload);
    if (event.type === 'signal.received' && event.data.act !== null)
      of(event.data.act).answers.push(`${event.data.by} answers: ${textOf(event.data.payload)}`);
    if (event.type === 'node.failed') {
      const { code, message } = event.data.error;
      of(event.data.act).failures.push(`${code === 'CLAIM_INVALID' ? 'refused' : code}: ${oneLine(message)}`);
    }
    if (event.type === 'node.completed') {
      const end = of(event.data.act);
      end.to = event.data.to;
      if (event.data.result) end.handed.push(event.data.result);
      if (event.data.outcome === 'note') end.note = event.data.result ?? null;
    }
  }
  return ends;
}

function stepOf(node: NodeView, title: string, ends: ReadonlyMap<ActivationId, End>, parts: StoryParts): StoryStep {
  const end = ends.get(node.act);
  const state = STATES[node.state];
  const base = { act: node.act, title, state, node, refused: end?.failures ?? [], answers: end?.answers ?? [] };
  if (state === 'asking') {
    const asked = parts.view.questions.find(({ act }) => act === node.act);
    const text = asked?.question ? textOf(asked.question) : (asked?.error?.message ?? '');
    return { ...base, tone: 'warn', outcome: `asks a person: ${oneLine(text)}` };
  }
  if (state !== 'done') return { ...base, tone: state === 'failed' ? 'bad' : 'plain', outcome: '' };
  const verdict = end && verdictOf(node, end, parts);
  if (verdict) return { ...base, tone: verdict.tone, outcome: verdict.text };
  // What an agent ends with is its claim, so it gets no green tick.
  const outcome = end?.note ? textOf(end.note) : '';
  const tone = /\brefused\b/.test(outcome) ? 'bad' : node.byAgent || node.kind === 'observer' ? 'plain' : 'good';
  return { ...base, tone, outcome };
}

const verdictOf = (node: NodeView, { to, handed }: End, { graph, contentOf }: StoryParts) =>
  NODE_VERDICTS[graph]?.({ node: node.node, to, handed: handed.map(contentOf) }) ?? null;

const STATES: Readonly<Record<NodeView['state'], StoryStepState>> = {
  blocked: 'waiting',
  ready: 'waiting',
  running: 'running',
  inside: 'running',
  'backing-off': 'running',
  asking: 'asking',
  done: 'done',
  failed: 'failed',
  cancelled: 'left',
};
