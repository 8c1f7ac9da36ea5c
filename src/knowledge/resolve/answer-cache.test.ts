import { describe, expect, it } from 'vitest';
import { recordRun } from '../history/record-run.ts';
import { SHOP, testProject } from '../testing/project.ts';
import { AnswerCache } from './answer-cache.ts';
import { classify } from './intent.ts';
import { subjectOf } from './subject.ts';

const cacheOf = async () => {
  let now = 1_000_000;
  const project = testProject(SHOP);
  const knowledge = project.open(() => now);
  await knowledge.index();
  return {
    project,
    knowledge,
    cache: new AnswerCache(knowledge.store, () => now),
    advance: (ms: number) => (now += ms),
  };
};

describe('K8 answers by intent and subject', () => {
  it('K8.1 lets paraphrases meet and keeps near misses apart', () => {
    const key = (text: string) => `${classify(text).intent} ${subjectOf(text)}`;
    for (const [a, b] of [
      ['where is the auth code', 'show me authentication'],
      ['which file opens the DB connection', 'where is the database connection set up'],
      ['explain the order state machine', 'describe the order lifecycle'],
      ['how do I lint the code', 'which command runs the linter'],
      ['what is the logging convention', 'show me how logging is usually done'],
    ] as const)
      expect(key(a), a).toBe(key(b));
    for (const [a, b] of [
      ['where is the auth code', 'where is the authorization code'],
      ['where is the CSV export code', 'where is the CSV import code'],
      ['how do I run the tests', 'explain how the tests work'],
      ['explain how token refresh works', 'how do access tokens get revoked'],
      ['where is parseUrl', 'where is parseUri'],
    ] as const)
      expect(key(a), a).not.toBe(key(b));
  });

  it('K8.2 K8.5 keeps a place until a file that it depends on changes', async () => {
    const { project, knowledge, cache, advance } = await cacheOf();
    cache.put({ text: 'where is the discount' }, 'src/prices.ts', ['src/prices.ts'], 700);
    advance(48 * 3_600_000);
    expect(cache.get({ text: 'show me the discount code' })?.answer).toBe('src/prices.ts');
    project.write({ 'src/cart.ts': '// other\n' });
    await knowledge.index();
    expect(cache.get({ text: 'find the discount' })).not.toBeNull();
    project.write({ 'src/prices.ts': '// changed\n' });
    await knowledge.index();
    expect(cache.get({ text: 'find the discount' })).toBeNull();
    expect(cache.stats()).toEqual({ 'hits.LOCATE': 2, 'saved.LOCATE': 1_400, 'misses.LOCATE': 1 });
  });

  it('K8.6 keeps an answer for the minutes of its intent', async () => {
    const { cache, advance } = await cacheOf();
    for (const [intent, minutes] of [
      ['EXPLAIN', 30],
      ['PATTERN', 60],
      ['GENERAL', 15],
      ['HISTORICAL', 60],
      ['ACTIVITY', 5],
      ['OUTCOME', 30],
      ['SIMILAR', 45],
      ['RESUME', 1],
    ] as const) {
      const question = { text: 'whatever', intent, subject: 'the cart', session: 'a' };
      cache.put(question, 'it holds items', [], 10);
      advance(minutes * 60_000 - 1);
      expect([intent, cache.get(question)?.answer]).toEqual([intent, 'it holds items']);
      advance(2);
      expect([intent, cache.get(question)]).toEqual([intent, null]);
    }
  });

  it('K8.7 drops a pattern when its folder’s layout changes, activity on a new entry, resuming when its session continued', async () => {
    const { project, knowledge, cache } = await cacheOf();
    const pattern = { text: 'whatever', intent: 'PATTERN', subject: 'the cart' } as const;
    const activity = { text: 'whatever', intent: 'ACTIVITY', subject: 'the cart', session: 'a' } as const;
    const resume = { ...activity, intent: 'RESUME' } as const;
    const all = [pattern, activity, resume];
    for (const question of all) cache.put(question, 'it holds items', ['src/cart.ts'], 10);
    const held = () => all.map((question) => cache.get(question) !== null);
    const entry = (session: string) =>
      recordRun(knowledge.store, {
        ...{ run: session, title: 'A run', workflow: 'gated-pr', outcome: 'completed', at: 5 },
        entries: [{ key: '1', kind: 'failure', name: 'RED', text: 'vacuous', at: 1, files: [] }],
      });
    project.write({ 'tools/other.py': 'def other(): pass\n' });
    await knowledge.index();
    expect(held()).toEqual([true, true, true]);
    entry('b');
    expect(held()).toEqual([true, false, true]);
    entry('a');
    expect(held()).toEqual([true, false, false]);
    project.write({ 'src/more.ts': 'export const more = 1;\n' });
    await knowledge.index();
    expect(held()).toEqual([false, false, false]);
  });

  it('K8.8 meets a question that differs by a word which says little, and no other', async () => {
    const { cache } = await cacheOf();
    cache.put({ text: 'explain how the websocket reconnects' }, 'it waits', [], 10);
    expect(cache.get({ text: 'explain how the websocket client reconnects' })?.answer).toBe('it waits');
    cache.put({ text: 'where is the csv export' }, 'export.ts', [], 10);
    cache.put({ text: 'where is the image upload' }, 'upload.ts', [], 10);
    for (const other of [
      'where is the csv import',
      'where is the csv export test',
      'where is the csv export zzfoo',
      'where is the image resize upload',
      'where is the csv',
    ])
      expect([other, cache.get({ text: other })]).toEqual([other, null]);
  });

  it('K8.3 K8.4 lets explanations grow old, never crosses sessions with history, and takes no doubtful question', async () => {
    const { cache, advance } = await cacheOf();
    cache.put({ text: 'explain the cart' }, 'it holds items', [], 10);
    expect(cache.get({ text: 'how does the cart work' })).not.toBeNull();
    advance(31 * 60_000);
    expect(cache.get({ text: 'how does the cart work' })).toBeNull();
    cache.put({ text: 'why did we drop the cart', session: 'a' }, 'because', [], 10);
    expect(cache.get({ text: 'why did we drop the cart', session: 'b' })).toBeNull();
    expect(cache.get({ text: 'why did we drop the cart' })).toBeNull();
    expect(cache.get({ text: 'why did we drop the cart', session: 'a' })).not.toBeNull();
    cache.put({ text: 'cart total banana' }, 'x', [], 1);
    expect(cache.get({ text: 'cart total banana' })).toBeNull();
    cache.put({ text: 'whatever', intent: 'LOCATE', subject: 'the cart' }, 'y', [], 1);
    expect(cache.get({ text: 'where is the cart' })?.answer).toBe('y');
  });
});
