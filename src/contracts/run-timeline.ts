import { z } from 'zod';
import type { ActivationId } from './ids.ts';
import type { Payload } from './payload.ts';
import type { RunEvent } from './run-events.ts';
import { GUIDANCE_SIGNAL, PERMIT_ASKED_SIGNAL } from './signals.ts';
import { oneLine } from './text.ts';

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'quiet';

/** Something that happened, in words. */
export interface Moment {
  readonly seq: number;
  readonly at: number;
  readonly act: ActivationId | null;
  readonly tone: Tone;
  readonly text: string;
}

/** An event in words, or null where it is internal to the engine. */
export function momentOf(event: RunEvent, labelOf: (act: ActivationId) => string): Moment | null {
  const said = saidOf(event, labelOf);
  if (!said) return null;
  const act = 'act' in event.data ? event.data.act : null;
  return { seq: event.seq, at: event.at, act, tone: said[0], text: said[1] };
}

function saidOf(event: RunEvent, labelOf: (act: ActivationId) => string): [Tone, string] | null {
  switch (event.type) {
    case 'run.created':
      return ['plain', `run begins: ${event.data.title}`];
    case 'run.forked':
      return ['plain', `forked from ${event.data.from} after event ${event.data.seq}`];
    case 'graph.adopted':
      return ['warn', `${event.data.by} adopts the changed graph ${event.data.to.name} ${event.data.to.hash}`];
    case 'run.paused':
      return ['warn', `paused (${event.data.reason}): ${event.data.detail}`];
    case 'run.resumed':
      return ['plain', `continued by ${event.data.by}`];
    case 'budget.raised':
      return ['plain', `${event.data.by} raises the budget: ${inWords(event.data.budget)}`];
    case 'log.repaired': {
      const lost = event.data.lost > 0 ? `; ${event.data.lost} events after it were cut off` : '';
      return ['warn', `${event.data.by} repairs the log: ${event.data.why}${lost}`];
    }
    case 'run.ended':
      return endedSaid(event.data.ending);
    case 'node.started':
      return ['quiet', `${labelOf(event.data.act)} begins${attemptOf(event.data.attempt)}`];
    case 'node.instructed':
      return instructedSaid(labelOf(event.data.act), event.data);
    case 'node.completed':
      return completedSaid(labelOf(event.data.act), event.data);
    case 'node.asked':
      return [
        'warn',
        `${labelOf(event.data.act)} asks${under(event.data.signal)}: ${questionText(event.data.question)}`,
      ];
    case 'node.failed':
      return failedSaid(labelOf(event.data.act), event.data);
    case 'node.interrupted':
      return ['warn', `${labelOf(event.data.act)} was interrupted (${event.data.why}); it will be tried again`];
    case 'node.cancelled':
      return ['quiet', `${labelOf(event.data.act)} was cancelled: ${event.data.why}`];
    case 'graph.failed':
      return ['bad', `${labelOf(event.data.act)} failed inside: ${event.data.error.message}`];
    case 'mail.refused':
      return ['bad', `a request of ${event.data.by} was refused: ${event.data.error.message}`];
    case 'signal.received': {
      if (event.data.signal === PERMIT_ASKED_SIGNAL) {
        return ['warn', `${event.data.by} asks for permission: ${textOf(event.data.payload)} (assay permissions)`];
      }
      const { act, by, payload, signal } = event.data;
      if (signal === GUIDANCE_SIGNAL) return ['plain', `${by} answers: ${guidanceText(payload)}`];
      const to = act === null || under(signal) === '' ? '' : ` ${labelOf(act)}`;
      return ['plain', `${by} answers${to}${under(signal)}: ${textOf(payload)}`];
    }
    default:
      return null;
  }
}

/** A workflow's own signal says what is asked; Assay's own are names for programs. */
const under = (signal: string): string => (signal.startsWith('assay.') ? '' : ` (${signal})`);

/** What is asked, whole: a text that ends in a colon announces its other members. */
function questionText(question: Payload): string {
  const text = textOf(question);
  if (!text.endsWith(':')) return text;
  const about = 'inline' in question ? Announced.safeParse(question.inline).data : undefined;
  const rest = about?.report ?? about?.waivable?.map((finding) => finding.text).join('; ') ?? '';
  return rest === '' ? text.slice(0, -1) : `${text} ${oneLine(rest)}`;
}
const Announced = z.object({
  report: z.string().nullish(),
  waivable: z.array(z.object({ text: z.string() })).nullish(),
});

/** A person's word to a run that halted. */
function guidanceText(payload: Payload): string {
  const given = 'inline' in payload ? Given.safeParse(payload.inline).data : undefined;
  if (given === undefined) return textOf(payload);
  const waived = given.waive.length === 0 ? '' : ` (overrules ${given.waive.join(', ')})`;
  return `${oneLine(given.guidance)}${waived}`;
}
const Given = z.object({ guidance: z.string(), waive: z.array(z.number()).default([]) });

type DataOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>['data'];

function instructedSaid(label: string, { instructed }: DataOf<'node.instructed'>): [Tone, string] | null {
  const { files, withheld, commit } = instructed;
  if (files.length + withheld.length === 0) return null;
  const kept = withheld.length === 0 ? '' : `; kept from it: ${withheld.map(({ path }) => path).join(', ')}`;
  // A conversation reads its rules from its folder, so there is no commit.
  const of = commit === '' ? '' : ` of ${commit.slice(0, 10)}`;
  return ['quiet', `${label} was given ${files.map(({ path }) => path).join(', ')}${of}${kept}`];
}

function endedSaid(ending: DataOf<'run.ended'>['ending']): [Tone, string] {
  if (ending.status === 'completed') return ['good', 'run completed'];
  if (ending.status === 'failed') return ['bad', `run failed: ${ending.error.message}`];
  return ['warn', `run cancelled: ${ending.why}`];
}

function completedSaid(label: string, { outcome, result, ms }: DataOf<'node.completed'>): [Tone, string] {
  const took = ms >= 100 ? ` (${timeText(ms)})` : '';
  if (outcome === 'note' && result) {
    const text = textOf(result);
    return [/\brefused\b/.test(text) ? 'bad' : 'plain', `${label} notes: ${text}`];
  }
  // That a step has ended says nothing about its result, which may be a refusal: green is for what was measured.
  return ['plain', `${label} done${took}`];
}

const timeText = (ms: number): string => {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

function failedSaid(label: string, { attempt, error, next }: DataOf<'node.failed'>): [Tone, string] {
  const what = error.code === 'CLAIM_INVALID' ? 'refused' : 'failed';
  const then = { retry: 'trying again', ask: 'a person is asked', end: 'given up' }[next.do];
  return ['bad', `${label} ${what}${attemptOf(attempt)}: ${oneLine(error.message)}; ${then}`];
}

const attemptOf = (attempt: number): string => (attempt > 1 ? ` (attempt ${attempt})` : '');

/** The words of a value: its `text` where it has one, else its members, part by part. */
export function textOf(payload: Payload): string {
  if (!('inline' in payload)) return 'blob' in payload ? `${payload.bytes} bytes` : '…';
  const value = payload.inline;
  if (typeof value === 'string') return oneLine(value);
  if (value !== null && typeof value === 'object' && 'text' in value && typeof value.text === 'string') {
    return oneLine(value.text);
  }
  return oneLine(inWordsOf(value));
}

/** People should not have to read JSON. */
function inWordsOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value ?? 'nothing');
  if (Array.isArray(value)) return value.map(inWordsOf).join('; ');
  if ('progress' in value && typeof value.progress === 'string') {
    const concerns = 'concerns' in value && Array.isArray(value.concerns) ? value.concerns.map(inWordsOf) : [];
    return [value.progress, ...concerns].join('; ');
  }
  return Object.entries(value)
    .filter(([, part]) => part !== null && !(Array.isArray(part) && part.length === 0))
    .map(([name, part]) => `${name} ${inWordsOf(part)}`)
    .join(', ');
}

const inWords = (budget: object): string =>
  Object.entries(budget)
    .map(([limit, most]) => `${most} ${limit}`)
    .join(', ');
