import { toErrorInfo } from '#contracts/errors.ts';
import type { SqliteDatabase } from '#host/sqlite-database.ts';
import type { EmbeddedPiece, Embedder } from '../embed/embedder.ts';
import type { FileFacts } from './analyse.ts';

/** Never sent anywhere: text that looks like a secret is only found by its words. */
const SECRET = /(^|\/)(\.env(\..*)?|\.netrc|\.npmrc|id_[a-z0-9]+|credentials[^/]*|[^/]*\.(pem|key|p12|pfx))$/i;

/** The name of the embedder of an index. Empty: there are no vectors yet, or they predate the name. */
export const embedderOf = (db: SqliteDatabase): string | undefined => {
  const value = db.get("SELECT value FROM facts WHERE name = 'embedder'")?.value;
  return value === undefined ? undefined : String(value);
};

/**
 * Vectors of two embedders cannot be compared: if another made those of an index, all are discarded, and each file is
 * read again. Returns the name of the previous one in that case.
 */
export function claimVectors(db: SqliteDatabase, { id }: Embedder): string | undefined {
  const before = embedderOf(db);
  if (before === id) return undefined;
  return db.transaction(() => {
    const known = Number(db.get('SELECT count(*) AS n FROM files')?.n ?? 0);
    db.run("UPDATE files SET hash = '', mtime = 0, vectors = x''");
    db.run("DELETE FROM facts WHERE name = 'dim'");
    db.run("INSERT OR REPLACE INTO facts VALUES ('embedder', ?)", id);
    return known > 0 ? (before ?? 'an earlier version') : undefined;
  });
}

/**
 * Gets the vectors of files that are about to be written. After a failure it stops trying: the rest is found by words.
 */
export class PieceVectors {
  readonly #embedder: Embedder;
  readonly #signal: AbortSignal | undefined;
  failed: string | undefined;
  /** Dimensions of a vector, once there was one. */
  dim: number | undefined;

  constructor(embedder: Embedder, signal?: AbortSignal) {
    this.#embedder = embedder;
    this.#signal = signal;
  }

  /** Whether it answers now; if not, it is not waited for again this time. */
  async answers(): Promise<boolean> {
    if (this.failed !== undefined) return false;
    try {
      await this.#embedder.query('is anybody there', this.#signal);
      return true;
    } catch (thrown) {
      this.failed = toErrorInfo(thrown).message;
      return false;
    }
  }

  /** One byte per number, all pieces of a file one after the other; null where there are none. */
  async of(files: readonly { readonly facts: FileFacts; readonly text: string }[]): Promise<(Uint8Array | null)[]> {
    const each = files.map(({ facts, text }) => piecesOf(facts, text));
    if (this.failed !== undefined) return files.map(() => null);
    try {
      const sent = each.map((pieces, at) => (SECRET.test(files[at]?.facts.path ?? '') ? [] : pieces));
      const vectors = (await this.#embedder.code(sent.flat(), this.#signal)).map(quantised);
      this.dim = vectors[0]?.length ?? this.dim;
      let at = 0;
      return each.map((pieces, file) => {
        // Shorter than a vector, so it carries no meaning; and not empty, so it is not requested again.
        if (sent[file]?.length === 0) return new Uint8Array(pieces.length);
        const own = vectors.slice(at, at + pieces.length);
        at += pieces.length;
        return Buffer.concat(own.map(({ buffer }) => Buffer.from(buffer)));
      });
    } catch (thrown) {
      this.failed = toErrorInfo(thrown).message;
      return files.map(() => null);
    }
  }
}

function piecesOf({ path, chunks }: FileFacts, text: string): EmbeddedPiece[] {
  const lines = text.split('\n');
  return chunks.map(({ path: name, first, last }) => ({ path, name, text: lines.slice(first - 1, last).join('\n') }));
}

/** Unit vectors with one byte per number: directions are kept, and comparison needs no scale. */
export function quantised(vector: Float32Array): Int8Array {
  let most = 1e-9;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  return Int8Array.from(vector, (value) => Math.round((value / most) * 127));
}
