import { describe, expect, it } from 'vitest';
import { correctedNote } from '#contracts/corrected-note.ts';
import { WireEvent } from '#contracts/http/wire-event.ts';
import { ActivationId, ROOT_SCOPE } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import { type NewEvent, newEvent, type RunEvent } from '#contracts/run-events.ts';
import { repeatsOnce, storyOf } from './plan-story.ts';

const state = (done: number, more: Record<string, Json> = {}): Json => ({
  status: 'EXECUTING_TDD',
  branch: 'feat/parse',
  pr: {
    prTitle: 'feat: parse',
    summary: '',
    tasks: [
      {
        taskName: 't',
        tdd_steps: ['RED', 'GREEN'].map((type, no) => ({
          type,
          description: 'parses',
          status: no < done ? 'DONE' : 'TODO',
        })),
      },
    ],
  },
  finished: [],
  ...more,
});

const stand = (act: string, at: Json, answer: Json = null): NewEvent =>
  newEvent('node.scheduled', {
    act: ActivationId.parse(act),
    node: act.replace(/#\d+$/, ''),
    kind: 'logic',
    byAgent: false,
    scope: ROOT_SCOPE,
    input: { inline: { state: at, answered: answer && { call: { tool: 'submit_work' }, answer } } },
    by: null,
    blocked: false,
  });

const log = (events: readonly NewEvent[]): RunEvent[] =>
  events.map((event, index) => WireEvent.parse({ v: 1, ...event, seq: index + 1, at: index }));

const reason = { code: 'TEST_CHANGED', message: 'parses was changed', next: 'Put it back.' };
const MERGED = [{ title: 'feat: parse', commit: 'abc', merge: 'def' }];

describe('storyOf', () => {
  it('tells steps, refusals and merges once each, a review in between', () => {
    const events = log([
      stand('act#1', state(0)),
      stand('attempt#1', state(0), { status: 'NEEDS_ANALYSIS' }),
      stand('act#2', state(0)),
      stand('attempt#2', state(1), { status: 'SUCCESS' }),
      stand('act#3', state(1)),
      stand('attempt#3', state(1), { status: 'FAILURE', reasons: [reason] }),
      stand('act#4', state(1)),
      // What follows from the same call: all steps are done by then.
      stand('act#41', state(2)),
      stand('blind#1', state(2), { status: 'SUCCESS' }),
      stand('act#42', state(2), { status: 'SUCCESS' }),
      stand('review#1', state(2), { status: 'SUCCESS' }),
      stand('act#5', state(2), { status: 'SUCCESS' }),
      newEvent('run.ended', { ending: { status: 'completed', output: { inline: { finished: MERGED } } } }),
    ]);
    const told = storyOf(events).map((item) => {
      if (item.kind === 'refused') return `refused ${item.call.answered.answer.reasons[0]?.code}`;
      return item.kind === 'step'
        ? `${item.tone} ${item.text}`
        : `${item.kind} ${item.title}${item.kind === 'merged' ? ` as ${item.commit}` : ''}`;
    });
    expect(told).toEqual([
      'pr feat: parse',
      'plain RED parses: the new tests fail; is it for the right reason?',
      'good RED parses',
      'refused TEST_CHANGED',
      'good GREEN parses',
      'plain A second author writes tests from the plan alone, without seeing the change',
      'plain A reviewer with a fresh context reads it',
      'merged feat: parse as def',
    ]);
  });

  it('tells a call that was not legal then to no one', () => {
    const events = log([stand('act#1', state(0)), stand('attempt#1', state(0), { status: 'FAILURE', refused: true })]);
    expect(storyOf(events).map(({ kind }) => kind)).toEqual(['pr']);
  });

  it('calls a draft that waits for a person no refusal', () => {
    const asked = { status: 'FAILURE', reasons: [{ code: 'WORD_NEEDED', message: 'It waits for your yes', next: '' }] };
    const events = log([stand('act#1', state(0)), stand('attempt#1', state(0), asked)]);
    expect(storyOf(events).map(({ kind }) => kind)).toEqual(['pr']);
  });

  it('X8.3 tells once that a person corrected the configuration on main', () => {
    const output = correctedNote('.assay/config.json', 'main', 'a'.repeat(40));
    const events = log([
      stand('act#1', state(0)),
      stand('attempt#1', state(0), { status: 'NEEDS_ANALYSIS', output: `${output}\n1 failed` }),
      stand('act#2', state(0)),
      stand('attempt#2', state(1), { status: 'SUCCESS', output: `${output}\n\nRED is done. Call get_task.` }),
    ]);
    expect(storyOf(events).map((item) => (item.kind === 'step' ? item.text : item.kind))).toEqual([
      'pr',
      'Measured under .assay/config.json of main at aaaaaaaaaaaa, which was corrected since this branch began',
      'RED parses: the new tests fail; is it for the right reason?',
      'RED parses',
    ]);
  });

  it('C10.15 tells the same refusal once, and how often', () => {
    const refusedAt = (nth: number) => [
      stand(`act#${nth}`, state(0)),
      stand(`attempt#${nth}`, state(0), { status: 'FAILURE', reasons: [reason] }),
    ];
    const events = log([...refusedAt(1), ...refusedAt(2), ...refusedAt(3)]);
    expect(repeatsOnce(storyOf(events)).map(({ item, times }) => [item.kind, times])).toEqual([
      ['pr', 1],
      ['refused', 3],
    ]);
  });
});
