import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Embedder } from '../embed/embedder.ts';
import type { NodeStore } from '../store/node-store.ts';
import { analyse } from './analyse.ts';
import { type AnalysedFile, TermNumbers, writeFile } from './file-rows.ts';
import { readCommits } from './git-log.ts';
import { linkFiles } from './link-files.ts';
import { listFiles } from './list-files.ts';
import { claimVectors, embedderOf, PieceVectors } from './piece-vectors.ts';
import { readCodeText } from './read-text.ts';

export interface IndexOptions {
  readonly root: string;
  readonly store: NodeStore;
  readonly embedder: Embedder;
  readonly signal?: AbortSignal;
  /** Only these paths, if the changes are known. */
  readonly only?: readonly string[];
  progress?(done: number, total: number, path: string): void;
}

export interface IndexReport {
  readonly files: number;
  readonly changed: number;
  readonly removed: number;
  /** Indexed as text, or with lines that the grammar cannot parse. */
  readonly notes: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly commits: number;
  readonly stopped: boolean;
  /** Why some files have no vectors yet and are only found by words. */
  readonly withoutVectors?: string;
  /** The embedder whose vectors were discarded because another one is used now. */
  readonly vectorsBefore?: string;
}

/** A batch is written after this many files, or this much time: a kill never loses more. */
const BATCH_FILES = 40;
const BATCH_MS = 400;

/**
 * Brings the index up to date with a folder. Files with unchanged size and time are not read, files with unchanged
 * content are not parsed; after a kill it continues where it stopped.
 */
export async function indexProject(options: IndexOptions): Promise<IndexReport> {
  const { root, store, embedder, signal } = options;
  const terms = new TermNumbers(store.db);
  const vectorsBefore = claimVectors(store.db, embedder);
  const vectors = new PieceVectors(embedder, signal);
  const listed = await listFiles(root, options.only);
  const known = knownFiles(options);
  // Files without vectors are read again, but only where vectors are available now.
  const answers = [...known.values()].some(({ bare }) => bare === 1) && (await vectors.answers());
  const skipped: Record<string, number> = {};
  const changed: string[] = [];
  /** Those whose definitions have changed. */
  const redefined = new Set<string>();
  let pending: Omit<AnalysedFile, 'vectors'>[] = [];
  let since = performance.now();
  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    const files = pending;
    pending = [];
    const made = await vectors.of(files);
    store.db.transaction(() => {
      // Another process may have switched the embedder meanwhile: its index takes no vectors of this one.
      const isOurs = embedderOf(store.db) === embedder.id;
      for (const [at, file] of files.entries()) {
        const own = isOurs ? (made[at] ?? null) : null;
        if (writeFile(store, terms, { ...file, vectors: own })) redefined.add(file.facts.path);
      }
      if (isOurs && vectors.dim !== undefined) keepDim(store.db, vectors.dim);
    });
    since = performance.now();
  };
  const todo = listed.filter(({ path, size, mtime }) => {
    const row = known.get(path);
    return !row || row.size !== size || row.mtime !== mtime || (row.bare === 1 && answers);
  });
  const left = new Set(listed.map(({ path }) => path));
  for (const [done, file] of todo.entries()) {
    if (signal?.aborted) break;
    options.progress?.(done, todo.length, file.path);
    const read = readCodeText(join(root, file.path), file);
    if (!read.ok) {
      skipped[read.why] = (skipped[read.why] ?? 0) + 1;
      left.delete(file.path);
      continue;
    }
    const digest = hash('sha256', read.text, 'hex');
    const before = known.get(file.path);
    if (before?.hash === digest && !(before.bare === 1 && answers)) {
      store.db.run('UPDATE files SET mtime = ?, size = ? WHERE path = ?', file.mtime, file.size, file.path);
      continue;
    }
    const facts = await analyse(file.path, read.text);
    pending.push({ listed: file, hash: digest, text: read.text, note: read.note, facts });
    changed.push(file.path);
    if (pending.length >= BATCH_FILES || performance.now() - since > BATCH_MS) {
      await flush();
      await new Promise(setImmediate);
    }
  }
  await flush();
  const stopped = signal?.aborted ?? false;
  const removed = stopped ? [] : removeGone(options, known.keys(), left);
  if (!stopped) linkFiles(store, root, { changed, redefined, removed });
  const commits = stopped || options.only ? 0 : await readCommits(root, store.db);
  if (changed.length > 0 || removed.length > 0 || commits > 0) {
    store.db.run(
      "INSERT INTO facts VALUES ('generation', '1') ON CONFLICT DO UPDATE SET value = CAST(value AS INTEGER) + 1",
    );
  }
  if (!stopped && !options.only) store.db.run("INSERT OR REPLACE INTO facts VALUES ('indexed', ?)", root);
  options.progress?.(todo.length, todo.length, '');
  const count = (sql: string): number => Number(store.db.get(sql)?.n ?? 0);
  return {
    files: count('SELECT count(*) AS n FROM files'),
    notes: count('SELECT count(*) AS n FROM files WHERE note IS NOT NULL'),
    changed: changed.length,
    removed: removed.length,
    skipped,
    commits,
    stopped,
    ...(vectors.failed === undefined ? {} : { withoutVectors: vectors.failed }),
    ...(vectorsBefore === undefined ? {} : { vectorsBefore }),
  };
}

const keepDim = (db: NodeStore['db'], dim: number): void =>
  void db.run("INSERT OR REPLACE INTO facts VALUES ('dim', ?)", String(dim));

/** Whether a file has pieces and no vectors for them. */
const BARE = "length(vectors) = 0 AND chunks <> '[]' AS bare";

/** The index entries of the files in question, by path. */
function knownFiles({ store: { db }, only }: IndexOptions): Map<string, Record<string, unknown>> {
  const rows = only
    ? only.flatMap((path) =>
        db.all(
          // '0' is the character after '/': everything in a folder of that name.
          `SELECT path, hash, size, mtime, ${BARE} FROM files WHERE path = ? OR (path > ? || '/' AND path < ? || '0')`,
          ...[path, path, path],
        ),
      )
    : db.all(`SELECT path, hash, size, mtime, ${BARE} FROM files`);
  return new Map(rows.map((row) => [String(row.path), row] as const));
}

function removeGone({ store }: IndexOptions, known: Iterable<string>, left: ReadonlySet<string>): string[] {
  const gone = [...known].filter((path) => !left.has(path));
  store.db.transaction(() => {
    for (const path of gone) {
      for (const { id } of store.db.all("SELECT id FROM nodes WHERE domain = 'code' AND path = ?", path))
        store.remove(Number(id));
      store.db.run('DELETE FROM files WHERE path = ?', path);
    }
  });
  return gone;
}
