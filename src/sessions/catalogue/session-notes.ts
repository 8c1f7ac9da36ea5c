import { z } from 'zod';
import type { RunId } from '#contracts/ids.ts';
import { NO_NOTE, SessionNote, SessionPatch } from '#contracts/session-note.ts';
import type { SqliteDatabase } from '#host/sqlite-database.ts';

const Row = z.object({ run: z.string(), note: z.string() });

/** What people have noted about their conversations. */
export class SessionNotes {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  all(): Map<string, SessionNote> {
    const rows = z.array(Row).parse(this.#db.all('SELECT run, note FROM notes'));
    return new Map(rows.map(({ run, note }) => [run, readNote(note)]));
  }

  of(run: RunId): SessionNote {
    const [row] = z.array(Row).parse(this.#db.all('SELECT run, note FROM notes WHERE run = ?', run));
    return row ? readNote(row.note) : NO_NOTE;
  }

  /** The change is applied to the current note: two people who label the same conversation lose nothing. */
  change(run: RunId, change: (note: SessionNote) => SessionPatch): SessionNote {
    return this.#db.transaction(() => {
      const before = this.of(run);
      const after = SessionNote.parse({ ...before, ...SessionPatch.parse(change(before)) });
      this.#db.run('INSERT OR REPLACE INTO notes (run, note) VALUES (?, ?)', run, JSON.stringify(after));
      return after;
    });
  }

  forget(run: RunId): void {
    this.#db.run('DELETE FROM notes WHERE run = ?', run);
  }
}

/** A newer Assay may have noted more, or in another form: an unreadable field counts as empty. */
const Readable = z.object({
  title: SessionNote.shape.title.catch(NO_NOTE.title),
  labels: SessionNote.shape.labels.catch([]),
  status: SessionNote.shape.status.catch(NO_NOTE.status),
  archived: z.boolean().catch(NO_NOTE.archived),
  readAt: SessionNote.shape.readAt.catch(NO_NOTE.readAt),
});

const readNote = (text: string): SessionNote => Readable.parse(JSON.parse(text));
