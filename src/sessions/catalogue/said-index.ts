import { z } from 'zod';
import type { RunId } from '#contracts/ids.ts';
import type { SessionHit } from '#contracts/session-note.ts';
import type { SqliteDatabase } from '#host/sqlite-database.ts';
import type { SaidWords } from './said-in.ts';

export interface SaidQuery {
  readonly words: string;
  /** Only in this conversation. */
  readonly run?: RunId | undefined;
  readonly limit: number;
}

export type SaidHit = Omit<SessionHit, 'title'>;

const Found = z.object({
  run: z.string(),
  turn: z.string(),
  by: z.enum(['person', 'agent']),
  at: z.number(),
  excerpt: z.string(),
});
const Indexed = z.object({ run: z.string(), head: z.number(), folder: z.string().nullable() });

/** Marks that occur in no text: control characters are removed before it is indexed. */
const [BEGIN, END] = ['\u0002', '\u0003'];

/** A full-text index of conversations. */
export class SaidIndex {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** How far conversations have been indexed, and their folders; of one, or of all. */
  state(run: RunId | '' = ''): Map<string, { readonly head: number; readonly folder: string | null }> {
    const sql = "SELECT run, head, folder FROM indexed WHERE ? IN ('', run)";
    const rows = z.array(Indexed).parse(this.#db.all(sql, run));
    return new Map(rows.map(({ run: id, head, folder }) => [id, { head, folder }]));
  }

  /** Conversations that are new here, with their folders. */
  begin(folders: ReadonlyMap<RunId, string | null>): void {
    this.#db.transaction(() => {
      for (const [run, folder] of folders) {
        this.#db.run('INSERT OR IGNORE INTO indexed (run, head, folder) VALUES (?, 0, ?)', run, folder);
      }
    });
  }

  /** The texts after `from`; nothing where another process has indexed them meanwhile. */
  add(run: RunId, from: number, head: number, said: readonly SaidWords[]): void {
    this.#db.transaction(() => {
      const [known] = z.array(Indexed).parse(this.#db.all('SELECT run, head, folder FROM indexed WHERE run = ?', run));
      if ((known?.head ?? 0) !== from) return;
      for (const { turn, by, at, text } of said) {
        const sql = 'INSERT INTO said (text, run, turn, by, at) VALUES (?, ?, ?, ?, ?)';
        this.#db.run(sql, plain(text), run, turn, by, at);
      }
      const sql = 'INSERT OR REPLACE INTO indexed (run, head, folder) VALUES (?, ?, ?)';
      this.#db.run(sql, run, head, known?.folder ?? null);
    });
  }

  forget(run: RunId): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM said WHERE run = ?', run);
      this.#db.run('DELETE FROM indexed WHERE run = ?', run);
    });
  }

  /** Best matches first. All words are required; the last may be a prefix. */
  search({ words, run, limit }: SaidQuery): SaidHit[] {
    const match = matchOf(words);
    if (match === '') return [];
    const sql = `SELECT run, turn, by, at, snippet(said, 0, '${BEGIN}', '${END}', '…', 16) AS excerpt FROM said
      WHERE said MATCH ? AND (? = '' OR run = ?) ORDER BY rank LIMIT ?`;
    const rows = z.array(Found).parse(this.#db.all(sql, match, run ?? '', run ?? '', limit));
    return rows.map(({ run: chat, excerpt, ...hit }) => ({ chat, ...hit, excerpt: partsOf(excerpt) }));
  }
}

/** Pure. Words as a query that is always valid: FTS5 operators are quoted. */
export function matchOf(words: string): string {
  const found = words.match(/[\p{L}\p{N}]+/gu) ?? [];
  return found.map((word, index) => `"${word}"${index === found.length - 1 ? '*' : ''}`).join(' ');
}

function partsOf(excerpt: string): SessionHit['excerpt'] {
  return excerpt
    .split(new RegExp(`${BEGIN}|(?<=${END})`))
    .flatMap((text) =>
      text === '' ? [] : [{ text: text.replace(END, '').replaceAll(/\s+/g, ' '), hit: text.endsWith(END) }],
    );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const plain = (text: string): string => text.replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, ' ');
