import { describe, expect, it } from 'vitest';
import type { Json } from '../json.ts';
import type { Payload } from '../payload.ts';
import type { RunEvent } from '../run-events.ts';
import { runView } from '../run-view.ts';
import { HYBRID_TDD, RESEARCH } from '../workflow-names.ts';
import { type Chapter, nameInWords } from './chapters.ts';
import { runStory } from './run-story.ts';

const contentOf = (payload: Payload): Json | null => ('inline' in payload ? payload.inline : null);
const told = (graph: string, chapters: readonly Chapter[] | null, list: readonly object[]) => {
  // Made up, with only the fields that a story uses.
  const events = list.map((event, index) => ({ seq: index + 1, at: 1_000 * index, ...event })) as unknown as RunEvent[];
  return runStory({ graph, chapters, view: runView(events), events, contentOf });
};
const scheduled = (act: string, by: string | null = null, more: object = {}) => ({
  type: 'node.scheduled',
  data: {
    ...{ act, node: act.split('#')[0], kind: 'logic', byAgent: false, scope: '', by, blocked: false },
    input: { inline: null },
    ...more,
  },
});
const agent = { kind: 'agent', byAgent: true };
const started = (act: string, attempt = 1) => ({ type: 'node.started', data: { act, attempt } });
const completed = (act: string, to: readonly string[] = [], tokens = 0) => ({
  type: 'node.completed',
  data: { act, attempt: 1, usage: { tokens, usd: 0 }, ms: 10, outcome: to.length > 0 ? 'goto' : 'end', to },
});
const failed = (act: string, message: string) => ({
  type: 'node.failed',
  data: {
    ...{ act, attempt: 1, usage: { tokens: 5, usd: 0 }, ms: 10, next: { do: 'retry', at: 0 } },
    error: { code: 'CLAIM_INVALID', message },
  },
});

const TDD: readonly Chapter[] = [
  { title: 'Spec', steps: { begin: 'Read the spec, measure main' } },
  { title: 'Types', steps: { types: 'Design the types' } },
  { title: 'Tests ∥ code', steps: { tests: 'Write tests, blind to the code' } },
  { title: 'Verdict', steps: { validate: 'Run the tests on the code', fix: 'Mend the code' } },
  { title: 'Merge', steps: { exit: 'Land on main' } },
];

describe('C10.15 the story of a run', () => {
  it('hybrid TDD has its chapters from the spec to the merge, each step with its action and its result', () => {
    const chapters = told(HYBRID_TDD, TDD, [
      scheduled('begin#1'),
      started('begin#1'),
      completed('begin#1', ['types']),
      scheduled('tests#1', 'begin#1', agent),
      started('tests#1'),
      failed('tests#1', 'grows is\nno claim'),
      started('tests#1', 2),
      completed('tests#1', ['join.tests']),
      scheduled('validate#1', 'tests#1'),
      started('validate#1'),
      completed('validate#1', ['fix']),
      scheduled('fix#1', 'validate#1', { ...agent, input: { inline: { failures: [{}, {}] } } }),
      started('fix#1'),
    ]);
    expect(chapters.map(({ title, state }) => [title, state])).toEqual([
      ['Spec', 'done'],
      ['Types', 'open'],
      ['Tests ∥ code', 'done'],
      ['Verdict', 'running'],
      ['Merge', 'open'],
    ]);
    const steps = chapters.flatMap((chapter) => chapter.steps);
    expect(steps.map(({ title, tone, outcome, refused }) => [title, tone, outcome, refused])).toEqual([
      ['Read the spec, measure main', 'good', 'main is green', []],
      ['Write tests, blind to the code', 'plain', '', ['refused: grows is no claim']],
      ['Run the tests on the code', 'bad', '2 tests failed', []],
      ['Mend the code', 'plain', '', []],
    ]);
  });

  it('a repeated step says so, and no step is called by its number', () => {
    const chapters = told(
      RESEARCH,
      [{ title: 'Answer', steps: { synthesize: 'Write the answer' } }],
      [
        ...[scheduled('synthesize#1', null, agent), started('synthesize#1'), completed('synthesize#1', ['verify'])],
        ...[scheduled('synthesize#2', null, agent), started('synthesize#2')],
      ],
    );
    const titles = chapters.flatMap(({ steps }) => steps.map(({ title }) => title));
    expect(titles).toEqual(['Write the answer', 'Write the answer, again (2)']);
    expect(JSON.stringify(titles)).not.toContain('#');
  });

  it('a workflow without a description is shown in order, in words', () => {
    const [chapter] = told('release', null, [scheduled('writeNotes#1', null, agent), started('writeNotes#1')]);
    expect(chapter).toMatchObject({ title: null, state: 'running', steps: [{ title: 'Write notes' }] });
    expect(nameInWords('post-validate')).toBe('Post validate');
  });
});
