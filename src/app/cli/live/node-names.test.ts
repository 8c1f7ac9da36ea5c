import { expect, it } from 'vitest';
import { ActivationId } from '#contracts/ids.ts';
import { RESEARCH_CHAPTERS } from '../../research/chapters.ts';
import { nodeNames } from './node-names.ts';

const act = (text: string) => ActivationId.parse(text);
const moment = (id: string, tone: 'quiet' | 'plain' | 'bad' | 'warn', text = '') => ({
  ...{ seq: 1, at: 0, act: act(id), tone, text },
});

it('a run is shown in its workflow’s words, and nodes that only pass data on appear only when they fail', () => {
  const names = nodeNames(RESEARCH_CHAPTERS);
  expect(names.nameOf({ node: 'retrieve', name: null, act: act('retrieve#1') })).toBe('Look it up');
  expect(names.nameOf({ node: 'retrieve', name: null, act: act('retrieve#2') })).toBe('Look it up (2)');
  expect(names.said(act('verify#1'), '4 of 4 sentences supported')).toBe(
    'Check every sentence against its source: 4 of 4 sentences supported',
  );
  expect(['next#2', 'heard#1'].map((id) => names.isTold(moment(id, 'quiet')))).toEqual([false, false]);
  expect(names.isTold(moment('next#2', 'plain', 'next 2 done (2.0 s)'))).toBe(false);
  expect(names.isTold(moment('leave#1', 'plain', 'you answer leave: yes'))).toBe(true);
  expect([names.isTold(moment('next#2', 'bad')), names.isTold(moment('retrieve#1', 'quiet'))]).toEqual([true, true]);
});

it('without chapters nodes have their own names, and all of them', () => {
  const names = nodeNames(undefined);
  expect(names.nameOf({ node: 'next', name: null, act: act('next#2') })).toBe('next 2');
  expect(names.isTold(moment('next#2', 'quiet'))).toBe(true);
});
