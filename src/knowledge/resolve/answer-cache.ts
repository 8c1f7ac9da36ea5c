import { hash } from 'node:crypto';
import { z } from 'zod';
import type { NodeStore } from '../store/node-store.ts';
import { classify, type Intent } from './intent.ts';
import { isNearSubject } from './near-subject.ts';
import { subjectOf } from './subject.ts';

const MINUTE = 60_000;
/** How long an answer of each kind is valid. LOCATE is valid until one of its files changes. */
const HOLDS: Readonly<Record<Intent, number>> = {
  LOCATE: 365 * 24 * 60 * MINUTE,
  EXPLAIN: 30 * MINUTE,
  PATTERN: 60 * MINUTE,
  GENERAL: 15 * MINUTE,
  HISTORICAL: 60 * MINUTE,
  ACTIVITY: 5 * MINUTE,
  OUTCOME: 30 * MINUTE,
  SIMILAR: 45 * MINUTE,
  RESUME: MINUTE,
};
/** Answers from a session's history are for that session alone. */
const OF_SESSION: ReadonlySet<Intent> = new Set(['HISTORICAL', 'ACTIVITY', 'OUTCOME', 'SIMILAR', 'RESUME']);
const LEAST_SURE = 0.8;

/** Dependencies of an answer other than files; no path of a project begins like these. */
const FOLDER = '//folder/';
const SESSION = '//session/';
const ENTRIES = '//entries';

/** A pattern depends on the layout of its folders, activity on new entries, resuming on its session's later actions. */
function alsoRestsOn(intent: Intent, files: readonly string[], session = ''): string[] {
  if (intent === 'ACTIVITY') return [ENTRIES];
  if (intent === 'RESUME') return [`${SESSION}${session}`];
  if (intent !== 'PATTERN') return [];
  return [...new Set(files.map((path) => `${FOLDER}${path.slice(0, Math.max(0, path.lastIndexOf('/')))}`))];
}

/** Intent, subject, owner, options. */
const Key = z.tuple([z.string(), z.string(), z.string(), z.string()]);
const MOST_COMPARED = 200;
const Depends = z.record(z.string(), z.string());

export interface CachedQuestion {
  readonly text: string;
  /** The caller may know better than the rules. */
  readonly intent?: Intent;
  readonly subject?: string;
  readonly session?: string;
  /** Options that change the answer: budget, domains, format. */
  readonly scope?: string;
}

export interface CachedAnswer {
  readonly answer: string;
  readonly tokens: number;
  readonly intent: Intent;
}

/** Cached answers by the meaning of the question, not its wording. */
export class AnswerCache {
  readonly #store: NodeStore;
  readonly #now: () => number;

  constructor(store: NodeStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Null where the question is not understood well enough to equal another. */
  keyOf({ text, intent, subject, session, scope = '' }: CachedQuestion): { key: string; intent: Intent } | null {
    const classified = intent ? { intent, confidence: 1 } : classify(text);
    const about = subject === undefined ? subjectOf(text) : subjectOf(subject);
    if (classified.confidence < LEAST_SURE || about === '') return null;
    const owner = OF_SESSION.has(classified.intent) ? (session ?? '') : '';
    if (OF_SESSION.has(classified.intent) && owner === '') return null;
    return { key: JSON.stringify([classified.intent, about, owner, scope]), intent: classified.intent };
  }

  get(question: CachedQuestion): CachedAnswer | null {
    const named = this.keyOf(question);
    if (!named) return null;
    const { intent } = named;
    const row = this.#kept(named.key) ?? this.#near(named);
    const holds = row !== undefined && Number(row.expires_at) > this.#now() && this.#unchanged(String(row.depends));
    if (!row || !holds) {
      if (row) this.#store.db.run('DELETE FROM answers WHERE key = ?', String(row.key));
      this.#store.count(`cache.misses.${intent}`);
      return null;
    }
    this.#store.count(`cache.hits.${intent}`);
    this.#store.count(`cache.saved.${intent}`, Number(row.tokens));
    return { answer: String(row.answer), tokens: Number(row.tokens), intent };
  }

  #kept(key: string): Record<string, unknown> | undefined {
    return this.#store.db.get('SELECT key, answer, tokens, depends, expires_at FROM answers WHERE key = ?', key);
  }

  /** An answer to a question that differs only by an unimportant word. */
  #near({ key, intent }: { key: string; intent: Intent }): Record<string, unknown> | undefined {
    const asked = Key.parse(JSON.parse(key));
    const others = this.#store.db.all(
      'SELECT key FROM answers WHERE intent = ? AND expires_at > ? ORDER BY at DESC LIMIT ?',
      ...[intent, this.#now(), MOST_COMPARED],
    );
    const near = others.find((row) => {
      const [, subject, owner, scope] = Key.parse(JSON.parse(String(row.key)));
      return owner === asked[2] && scope === asked[3] && isNearSubject(asked[1], subject);
    });
    return near && this.#kept(String(near.key));
  }

  /**
   * `files`: the answer's dependencies; it is dropped when one of them changes. `saves`: tokens that a hit saves the
   * caller.
   */
  put(question: CachedQuestion, answer: string, files: readonly string[], saves: number): void {
    const named = this.keyOf(question);
    if (!named) return;
    const now = this.#now();
    const rests = [...files, ...alsoRestsOn(named.intent, files, question.session)];
    const depends = Object.fromEntries(rests.map((on) => [on, this.#stateOf(on)]));
    this.#store.db.run(
      'INSERT OR REPLACE INTO answers (key, intent, session, question, answer, tokens, depends, at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[named.key, named.intent, question.session ?? null, question.text.slice(0, 500), answer, saves],
      ...[JSON.stringify(depends), now, now + HOLDS[named.intent]],
    );
  }

  #unchanged(depends: string): boolean {
    return Object.entries(Depends.parse(JSON.parse(depends))).every(([on, state]) => this.#stateOf(on) === state);
  }

  #stateOf(on: string): string {
    const { db } = this.#store;
    if (on === ENTRIES)
      return String(db.get("SELECT count(*) || ' ' || max(id) AS n FROM nodes WHERE domain = 'history'")?.n);
    if (on.startsWith(SESSION))
      return String(
        db.get(
          "SELECT count(*) || ' ' || coalesce(max(verified_at), 0) AS n FROM nodes WHERE domain = 'history' AND session = ?",
          on.slice(SESSION.length),
        )?.n,
      );
    if (!on.startsWith(FOLDER)) return String(db.get('SELECT hash FROM files WHERE path = ?', on)?.hash ?? '');
    const folder = on.slice(FOLDER.length);
    // '0' is the character after '/': everything in the folder, or in the project for its root.
    const paths = db.all(
      "SELECT path FROM files WHERE ? = '' OR (path > ? || '/' AND path < ? || '0') ORDER BY path",
      ...[folder, folder, folder],
    );
    return hash('sha256', paths.map(({ path }) => String(path)).join('\n'), 'hex').slice(0, 24);
  }

  stats(): Record<string, number> {
    return this.#store.counters('cache.');
  }
}
