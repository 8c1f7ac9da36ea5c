import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ChatTurn, type TurnPart } from '#contracts/chat-turn.ts';
import { RunId } from '#contracts/ids.ts';
import { NO_NOTE } from '#contracts/session-note.ts';
import type { SqliteDatabase } from '#host/sqlite-database.ts';
import { TurnView } from '../chat/turn-view.ts';
import { exchangesOf } from './exchanges-of.ts';
import { importedEvents } from './imported-events.ts';
import { matchOf, SaidIndex } from './said-index.ts';
import { SessionNotes } from './session-notes.ts';
import { openSessionsDatabase } from './sessions-database.ts';

const RUN = RunId.parse('r0aaaaaaaaaaaa');
const OTHER = RunId.parse('r0bbbbbbbbbbbb');

function database(): { open(): SqliteDatabase } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sessions-'));
  const opened: SqliteDatabase[] = [];
  onTestFinished(() => {
    for (const db of opened) db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    open() {
      const db = openSessionsDatabase(join(folder, 'sessions.db'), 1).db;
      opened.push(db);
      return db;
    },
  };
}

describe('C5.1 notes about conversations', () => {
  it('is kept, and changed by two processes without a loss', () => {
    const { open } = database();
    const [mine, theirs] = [new SessionNotes(open()), new SessionNotes(open())];
    expect(mine.of(RUN)).toEqual(NO_NOTE);
    mine.change(RUN, ({ labels }) => ({ labels: [...labels, 'bug'] }));
    theirs.change(RUN, ({ labels }) => ({ labels: [...labels, 'urgent'], status: 'done' }));
    expect(mine.of(RUN)).toMatchObject({ labels: ['bug', 'urgent'], status: 'done', archived: false });
    expect([...theirs.all().keys()]).toEqual([RUN]);
    mine.forget(RUN);
    expect(theirs.of(RUN)).toEqual(NO_NOTE);
  });

  it('refuses text that a list could not show', () => {
    const notes = new SessionNotes(database().open());
    expect(() => notes.change(RUN, () => ({ title: 'two\nlines' }))).toThrow();
    expect(() => notes.change(RUN, () => ({ labels: ['\u202egub'] }))).toThrow();
    expect(notes.of(RUN)).toEqual(NO_NOTE);
  });
});

describe('C5.1 messages, found by their words', () => {
  const said = (turn: string, text: string) => ({ turn, by: 'person' as const, at: 1, text });

  it('is found in all conversations or in one, with the place marked', () => {
    const index = new SaidIndex(database().open());
    index.begin(new Map([[RUN, '/p']]));
    index.add(RUN, 0, 5, [said('m1', 'Why does the retry limit fail?'), said('m2', 'Größe der Tabelle')]);
    index.add(OTHER, 0, 5, [said('m1', 'The limit of retries is seven.')]);
    const hits = index.search({ words: 'retr lim', limit: 10 });
    expect(hits).toEqual([]);
    expect(index.search({ words: 'retry lim', limit: 10 }).map(({ chat }) => chat)).toEqual([RUN]);
    expect(
      index
        .search({ words: 'limit', limit: 10 })
        .map(({ chat }) => chat)
        .toSorted(),
    ).toEqual([RUN, OTHER]);
    expect(index.search({ words: 'limit', run: OTHER, limit: 10 })[0]?.excerpt).toEqual([
      { text: 'The ', hit: false },
      { text: 'limit', hit: true },
      { text: ' of retries is seven.', hit: false },
    ]);
    expect(index.search({ words: 'grosse große', limit: 10 })).toEqual([]);
    expect(index.search({ words: 'GRÖSSE', limit: 10 })).toEqual([]);
    expect(index.search({ words: 'große', limit: 10 })).toHaveLength(1);
    expect(index.state().get(RUN)).toEqual({ head: 5, folder: '/p' });
  });

  it('shows an excerpt of several lines in one', () => {
    const index = new SaidIndex(database().open());
    index.add(RUN, 0, 5, [said('m1', 'The limit\n\nis here')]);
    expect(index.search({ words: 'here', limit: 1 })[0]?.excerpt[0]?.text).toBe('The limit is ');
  });

  it('takes nothing in twice when two processes do it at once', () => {
    const { open } = database();
    const [mine, theirs] = [new SaidIndex(open()), new SaidIndex(open())];
    mine.add(RUN, 0, 5, [said('m1', 'once')]);
    theirs.add(RUN, 0, 5, [said('m1', 'once')]);
    expect(mine.search({ words: 'once', limit: 10 })).toHaveLength(1);
    mine.forget(RUN);
    expect(theirs.search({ words: 'once', limit: 10 })).toEqual([]);
  });

  it('accepts any words', () => {
    for (const words of ['', '   ', '"', 'a" OR "b', 'NEAR(x, 3)', '*', 'run:x', '\u0000', '🙂', '中文'])
      expect(() => new SaidIndex(database().open()).search({ words, limit: 3 })).not.toThrow();
    expect(matchOf('a" OR b*')).toBe('"a" "OR" "b"*');
  });
});

describe('C5.1 a replayed conversation', () => {
  const at = 1_000;
  const activity = (id: string, more: object) =>
    ({
      type: 'activity',
      id,
      activity: { id, parent: null, kind: 'tool', state: 'done', startedAt: at, endedAt: at + 5, run: null, ...more },
    }) as TurnPart;
  const parts: TurnPart[] = [
    activity('thinking:t1', { kind: 'thinking', title: 'thinks', detail: 'Hm.', state: 'running', endedAt: null }),
    { type: 'text', id: 'text:t1', text: 'I look it up.' },
    activity('call', { title: 'read a.txt', detail: { tool: 'read', input: { path: 'a.txt' }, output: 'seven' } }),
    activity('inner', {
      title: 'grep',
      parent: 'call',
      state: 'failed',
      detail: { tool: 'grep', input: null, output: 'no' },
    }),
    { type: 'text', id: 'text:t2', text: 'Seven.' },
  ];

  it('shows the same parts', () => {
    const view = new TurnView();
    for (const { at: when, event } of importedEvents(parts, at)) view.add(event, when);
    expect(view.parts).toEqual(parts);
  });

  it('pairs messages with their answers', () => {
    const turn = (by: 'person' | 'agent', text: string) =>
      ChatTurn.parse({
        id: text,
        by,
        at,
        endedAt: at,
        parts: [{ type: 'text', id: 's', text }],
        state: 'done',
        usage: { tokens: 1, usd: 1 },
        error: null,
      });
    const turns = [turn('agent', 'too early'), turn('person', 'a'), turn('person', 'b'), turn('agent', 'B')];
    expect(exchangesOf(turns)).toMatchObject([
      { text: 'a', answer: null },
      { text: 'b', answer: { id: 'B' } },
    ]);
  });
});
