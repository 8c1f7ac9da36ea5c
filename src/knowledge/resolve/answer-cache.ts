import { z } from 'zod';
import type { NodeStore } from '../store/node-store.ts';
import { classify, type Intent } from './intent.ts';
import { subjectOf } from './subject.ts';

const MINUTE = 60_000;
/** How long an answer of each kind holds. LOCATE holds until a file it rests on changes. */
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

/** Answers by what was asked, not by how it was put. */
export class AnswerCache {
  readonly #store: NodeStore;
  readonly #now: () => number;

  constructor(store: NodeStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Null where the question is not understood well enough to be taken for another. */
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
    const { key, intent } = named;
    const row = this.#store.db.get('SELECT answer, tokens, depends, expires_at FROM answers WHERE key = ?', key);
    const holds = row !== undefined && Number(row.expires_at) > this.#now() && this.#unchanged(String(row.depends));
    if (!row || !holds) {
      if (row) this.#store.db.run('DELETE FROM answers WHERE key = ?', key);
      this.#store.count(`cache.misses.${intent}`);
      return null;
    }
    this.#store.count(`cache.hits.${intent}`);
    this.#store.count(`cache.saved.${intent}`, Number(row.tokens));
    return { answer: String(row.answer), tokens: Number(row.tokens), intent };
  }

  /** `files`: what the answer rests on; it falls when one of them changes. `saves`: tokens a hit spares the caller. */
  put(question: CachedQuestion, answer: string, files: readonly string[], saves: number): void {
    const named = this.keyOf(question);
    if (!named) return;
    const now = this.#now();
    const depends = Object.fromEntries(files.map((path) => [path, this.#hashOf(path)]));
    this.#store.db.run(
      'INSERT OR REPLACE INTO answers (key, intent, session, question, answer, tokens, depends, at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[named.key, named.intent, question.session ?? null, question.text.slice(0, 500), answer, saves],
      ...[JSON.stringify(depends), now, now + HOLDS[named.intent]],
    );
  }

  #unchanged(depends: string): boolean {
    return Object.entries(Depends.parse(JSON.parse(depends))).every(([path, hash]) => this.#hashOf(path) === hash);
  }

  #hashOf(path: string): string {
    return String(this.#store.db.get('SELECT hash FROM files WHERE path = ?', path)?.hash ?? '');
  }

  stats(): Record<string, number> {
    return this.#store.counters('cache.');
  }
}
