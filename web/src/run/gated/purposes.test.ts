import { expect, it } from 'vitest';
import { WireEvent } from '#contracts/http/wire-event.ts';
import { ActivationId, ROOT_SCOPE } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import { newEvent, type RunEvent } from '#contracts/run-events.ts';
import { runView } from '#contracts/run-view.ts';
import { GATED_PR } from '#contracts/workflow-names.ts';
import { withPurposes } from './purposes.ts';

const state = (status: string, done: number): Json => ({
  status,
  branch: null,
  pr: {
    prTitle: 'feat: parse',
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
});

const scheduled = (seq: number, act: string, value: Json): RunEvent =>
  WireEvent.parse({
    v: 1,
    seq,
    at: seq,
    ...newEvent('node.scheduled', {
      act: ActivationId.parse(act),
      node: act.replace(/#.*/, ''),
      kind: 'logic',
      byAgent: false,
      scope: ROOT_SCOPE,
      input: { inline: value },
      by: null,
      blocked: false,
    }),
  });

it('C10.15 each time that a step of a gated PR comes again is told apart by what it is for', () => {
  const events = [
    scheduled(1, 'begin#1', { plan: 'PLAN.md' }),
    scheduled(2, 'act#1', { state: state('INITIALIZING', 0) }),
    scheduled(3, 'act#2', { state: state('EXECUTING_TDD', 0) }),
    scheduled(4, 'act#3', { state: state('EXECUTING_TDD', 1) }),
    scheduled(5, 'act#4', { state: state('DEBUGGING', 1) }),
    scheduled(6, 'review#1', { state: state('CODE_REVIEW', 2) }),
  ];
  const told = withPurposes(runView(events), events, GATED_PR).nodes.map(({ purpose }) => purpose);
  expect(told).toEqual([undefined, 'draft', 'RED parses', 'GREEN parses', 'GREEN parses (2)', 'feat: parse']);
  const other = runView(events);
  expect(withPurposes(other, events, 'release')).toBe(other);
});
