import { z } from 'zod';
import type { SqliteDatabase } from '#host/sqlite-database.ts';
import type { Facet } from '../code/facets.ts';
import { readTerms, StoredChunk, toCorpusChunk } from '../code/file-rows.ts';
import { embedderOf } from '../code/piece-vectors.ts';
import { ImportResolver } from '../code/resolve-imports.ts';
import { Corpus, type CorpusChunk, type CorpusFile } from './corpus.ts';
import { Meanings } from './meaning.ts';
import { Past } from './past.ts';

export interface LoadedCorpus {
  /** The embedder of the vectors. */
  readonly embedder: string | undefined;
  readonly corpus: Corpus;
  readonly past: Past;
  readonly meanings: Meanings;
}

/** A file as it was read from its row. */
interface ReadRow {
  /** Hash of its text, and how many bytes of vectors it has: those may come later. */
  readonly hash: string;
  readonly imports: readonly string[];
  readonly chunks: readonly CorpusChunk[];
  readonly vectors: Uint8Array;
  readonly file: CorpusFile;
}

interface Kept {
  readonly rows: ReadonlyMap<string, ReadRow>;
  readonly past: Past;
  /** Which commits it knows. */
  readonly commits: string;
}

const Paths = z.array(z.string());
const Chunks = z.array(StoredChunk);

/** Reads the search data from the store. Unchanged files are not read again. */
export class CorpusLoader {
  readonly #db: SqliteDatabase;
  /** The embedder of the vectors here, and their length. */
  #made = '';
  readonly #kept = new Map<Facet, Kept>();
  readonly #terms = new Map<string, number>();
  #lastTerm = 0;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  load(facet: Facet): LoadedCorpus {
    const embedder = embedderOf(this.#db);
    const dim = Number(this.#db.get("SELECT value FROM facts WHERE name = 'dim'")?.value ?? 1);
    const made = `${embedder} ${dim}`;
    if (made !== this.#made) this.#kept.clear();
    this.#made = made;
    const known = this.#kept.get(facet);
    const listed = this.#db.all(
      "SELECT path, hash || ' ' || length(vectors) AS hash FROM files WHERE facet = ? ORDER BY path",
      facet,
    );
    const paths = listed.map(({ path }) => String(path));
    const isSamePlace = known !== undefined && isSame(paths, known.rows);
    const rows = this.#rows(listed, known?.rows ?? new Map(), isSamePlace);
    this.#readNewTerms();
    const all = [...rows.values()];
    const corpus = new Corpus(
      all.map(({ file }) => file),
      this.#terms,
    );
    const commits = this.#commits();
    // A commit names files by their place in the list.
    const past =
      isSamePlace && known.commits === commits && rows.size === known.rows.size
        ? known.past
        : this.#readPast(corpus.fileNumber);
    this.#kept.set(facet, { rows, past, commits });
    const meanings = new Meanings(
      // A missing vector is zero: its piece is found by words.
      all.map(({ vectors, chunks }) =>
        vectors.length === chunks.length * dim ? vectors : new Uint8Array(chunks.length * dim),
      ),
      dim,
    );
    return { corpus, past, meanings, embedder };
  }

  #rows(
    listed: readonly Record<string, unknown>[],
    known: ReadonlyMap<string, ReadRow>,
    isSamePlace: boolean,
  ): Map<string, ReadRow> {
    const resolver = isSamePlace ? undefined : new ImportResolver(listed.map(({ path }) => String(path)));
    let later = resolver;
    const rows = new Map<string, ReadRow>();
    for (const { path: any, hash } of listed) {
      const path = String(any);
      const before = known.get(path);
      if (before && before.hash === hash && !resolver) {
        rows.set(path, before);
        continue;
      }
      const row = before?.hash === hash ? before : this.#readRow(path);
      if (!row) continue;
      // The target of an import depends on which files exist.
      later ??= new ImportResolver(listed.map((each) => String(each.path)));
      rows.set(path, { ...row, file: { path, imports: later.resolve(path, row.imports), chunks: row.chunks } });
    }
    return rows;
  }

  /** Nothing where the file disappeared between two reads. */
  #readRow(path: string): Omit<ReadRow, 'file'> | undefined {
    const row = this.#db.get(
      "SELECT hash || ' ' || length(vectors) AS hash, imports, chunks, terms, vectors FROM files WHERE path = ?",
      path,
    );
    if (!row) return undefined;
    const terms = readTerms(row.terms as Uint8Array);
    const chunks = Chunks.parse(JSON.parse(String(row.chunks)));
    return {
      hash: String(row.hash),
      imports: Paths.parse(JSON.parse(String(row.imports))),
      chunks: chunks.map((chunk, at) => toCorpusChunk(chunk, terms[at] ?? new Int32Array())),
      vectors: row.vectors as Uint8Array,
    };
  }

  /** Terms are only ever added, and their numbers grow. */
  #readNewTerms(): void {
    for (const { id, text } of this.#db.all('SELECT id, text FROM terms WHERE id > ? ORDER BY id', this.#lastTerm)) {
      this.#terms.set(String(text), Number(id));
      this.#lastTerm = Number(id);
    }
  }

  #commits(): string {
    const { n, newest, head } =
      this.#db.get(
        "SELECT count(*) AS n, max(at) AS newest, (SELECT value FROM facts WHERE name = 'head') AS head FROM commits",
      ) ?? {};
    return `${n} ${newest} ${head}`;
  }

  #readPast(numbers: ReadonlyMap<string, number>): Past {
    const commits = this.#db.all('SELECT subject, files FROM commits ORDER BY at DESC');
    return new Past(
      commits.map(({ subject, files }) => ({
        subject: String(subject),
        files: Paths.parse(JSON.parse(String(files))),
      })),
      numbers,
    );
  }
}

function isSame(paths: readonly string[], rows: ReadonlyMap<string, unknown>): boolean {
  if (paths.length !== rows.size) return false;
  let at = 0;
  for (const path of rows.keys()) {
    if (path !== paths[at]) return false;
    at += 1;
  }
  return true;
}
