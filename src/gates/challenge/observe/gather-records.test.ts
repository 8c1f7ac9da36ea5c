import { expect, it } from 'vitest';
import { gatherRecords } from './gather-records.ts';
import { Seen } from './records.ts';

const plan = { functions: [], tests: [], assertions: [], keys: new Map(), unread: [] };
const path = 'src/rule.mjs';

/** Which files the runner is said to have loaded itself. */
const byRunner = (...records: readonly object[]): readonly string[] =>
  gatherRecords(
    plan,
    records.map((each) => Seen.parse(each)),
    '.',
  ).loadedByRunner;

it('the thread and the process that start those with the tests are the runner', () => {
  const inThread = { k: 'b', x: 't1', w: 'worker', pid: 2, parent: 1, thread: 3 };
  expect(byRunner(inThread, { k: 'm', path, w: 'main', pid: 2, parent: 1, thread: 0 })).toEqual([path]);
  expect(byRunner(inThread, { k: 'm', path, w: 'above', pid: 1, parent: 0, thread: 0 })).toEqual([path]);
});

it('where tests run, and the threads and processes that they start, are not', () => {
  const test = { k: 'b', x: 't1', w: 'main', pid: 2, parent: 1, thread: 0 };
  expect(byRunner(test, { k: 'm', path, w: 'main', pid: 2, parent: 1, thread: 0 })).toEqual([]);
  expect(byRunner(test, { k: 'm', path, w: 'started', pid: 2, parent: 1, thread: 4 })).toEqual([]);
  expect(byRunner(test, { k: 'm', path, w: 'child', pid: 9, parent: 2, thread: 0 })).toEqual([]);
});
