import { AssayError } from '#contracts/errors.ts';
import {
  type OpenedDatabase,
  openOrBeginAgain,
  type SqliteDatabase,
  type SqliteOptions,
} from '#host/sqlite-database.ts';
import { KNOWLEDGE_MIGRATIONS } from './schema.ts';

/**
 * Opens the database: WAL, so that readers never wait for the writer. A damaged one is moved aside and a new one begun:
 * its content can be indexed again.
 */
export const openKnowledgeDatabase = (file: string, now: number): OpenedDatabase =>
  openOrBeginAgain(optionsFor(file), now, true);

const optionsFor = (file: string): SqliteOptions => ({
  file,
  pragmas:
    'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY;',
  schema: migrate,
});

function migrate(db: SqliteDatabase): void {
  const version = (): number => Number(db.get('PRAGMA user_version')?.user_version ?? 0);
  if (version() > KNOWLEDGE_MIGRATIONS.length) {
    throw new AssayError(
      'STORE_NEWER',
      `${db.file} has schema ${version()}; this Assay knows up to ${KNOWLEDGE_MIGRATIONS.length}`,
      { next: 'It was written by a newer Assay: use that one. Nothing was changed.' },
    );
  }
  if (version() === KNOWLEDGE_MIGRATIONS.length) return;
  db.transaction(() => {
    // Another process may have done it while this one waited for the lock.
    for (let at = version(); at < KNOWLEDGE_MIGRATIONS.length; at += 1) {
      db.script(KNOWLEDGE_MIGRATIONS[at] ?? '');
      db.script(`PRAGMA user_version = ${at + 1}`);
    }
  });
}
