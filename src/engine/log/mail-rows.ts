import { AssayError } from '#contracts/errors.ts';
import { MailId, type RunId } from '#contracts/ids.ts';
import { Mail, StoredMail } from '#contracts/mail.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { MailRow } from './sqlite-rows.ts';

/** The rows of letters that no driver has taken into a log yet. */
export class MailRows {
  readonly #db: SqliteConnection;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  insert(run: RunId, mail: Mail, by: string, at: number): MailId {
    const sql = 'INSERT INTO mail (run, at, by, mail) VALUES (?, ?, ?, ?)';
    const { lastInsertRowid } = this.#db.sql(sql).run(run, at, by, JSON.stringify(mail));
    return MailId.parse(String(lastInsertRowid));
  }

  /** Oldest first. */
  of(run: RunId): StoredMail[] {
    const sql = 'SELECT id, at, by, mail FROM mail WHERE run = ? ORDER BY id';
    const rows = this.#db.read(() => this.#db.sql(sql).all(run));
    return rows.map((row) => letterIn(run, row));
  }

  remove(run: RunId, mail: readonly MailId[]): void {
    for (const id of mail) this.#db.sql('DELETE FROM mail WHERE id = ? AND run = ?').run(Number(id), run);
  }
}

function letterIn(run: RunId, row: unknown): StoredMail {
  const { id, at, by, mail } = MailRow.parse(row);
  const read = readLetter(mail);
  if (read) return StoredMail.parse({ id: String(id), at, by, mail: read });
  throw new AssayError(
    'STORE_NEWER',
    `letter ${id} to run ${run} is not one that this Assay knows: ${mail.slice(0, 80)}`,
    {
      next: 'It was written by a newer Assay: use that one.',
    },
  );
}

function readLetter(text: string): Mail | undefined {
  try {
    return Mail.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
