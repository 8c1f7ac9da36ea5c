import { hash } from 'node:crypto';
import { z } from 'zod';
import type { SqliteDatabase } from '#host/sqlite-database.ts';
import { encodeTerms } from '../search/build-corpus.ts';
import type { CorpusChunk } from '../search/corpus.ts';
import type { NodeStore } from '../store/node-store.ts';
import type { Chunk, FileFacts } from './analyse.ts';
import { type Facet, facetOf } from './facets.ts';
import type { Listed } from './list-files.ts';

/** A chunk in the form of its file's row. */
export const StoredChunk = z.tuple([
  z.string(), // path of the symbol
  z.enum(['function', 'type', 'package', 'value', 'text']),
  z.number(), // first line
  z.number(), // last line
  z.array(z.string()), // calls
]);
export type StoredChunk = z.infer<typeof StoredChunk>;

/** The database numbers terms, so that all processes agree. */
export class TermNumbers {
  readonly numbers = new Map<string, number>();
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  numberOf(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const kept = this.#db.get('SELECT id FROM terms WHERE text = ?', term);
    const number = kept ? Number(kept.id) : this.#db.run('INSERT INTO terms (text) VALUES (?)', term).id;
    this.numbers.set(term, number);
    return number;
  }
}

export interface AnalysedFile {
  readonly listed: Listed;
  readonly hash: string;
  readonly text: string;
  readonly note: string | null;
  readonly facts: FileFacts;
  /**
   * One byte per number, piece after piece. Null if there are no vectors: the file is read again once vectors can be made.
   */
  readonly vectors: Uint8Array | null;
}

/**
 * Writes the findings about a file: a node for it and for each symbol, and its row in the index. Inside a batch.
 * Returns whether its definitions have changed.
 */
export function writeFile(store: NodeStore, terms: TermNumbers, file: AnalysedFile): boolean {
  const { listed, facts, note } = file;
  const { path } = facts;
  const facet: Facet = note === 'generated' ? 'other' : facetOf(path);
  const source = { kind: 'code', id: path, confidence: 1, verifier: 'index' } as const;
  const before = new Set(
    store.db.all("SELECT id FROM nodes WHERE domain = 'code' AND path = ?", path).map(({ id }) => Number(id)),
  );
  const node = store.put(
    {
      key: `code:${path}`,
      domain: 'code',
      kind: 'file',
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
      first: 1,
      last: facts.lines,
      text: path,
      hash: file.hash,
      trust: 'verified_code',
      meta: { facet },
    },
    source,
  );
  const lines = file.text.split('\n');
  const kept = new Set<number>([node]);
  const keys = new Map<string, number>();
  for (const chunk of facts.chunks) {
    const text = lines.slice(chunk.first - 1, chunk.last).join('\n');
    if (chunk.path !== '') kept.add(putSymbol(store, chunk, path, text, keys, node));
  }
  for (const id of before) if (!kept.has(id)) store.remove(id);
  const encoded = facts.chunks.map((chunk) => encodeTerms(chunk.terms, terms));
  store.db.run(
    `INSERT OR REPLACE INTO files (path, node, hash, size, mtime, facet, grammar, lines, note, imports, chunks, terms, vectors)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[path, node, file.hash, listed.size, listed.mtime, facet, facts.grammar, facts.lines, noteOf(facts, note)],
    JSON.stringify(facts.imports),
    JSON.stringify(
      facts.chunks.map(
        ({ path: name, kind, first, last, calls }): StoredChunk => [name, kind, first, last, [...calls]],
      ),
    ),
    joined(encoded),
    file.vectors ?? new Uint8Array(),
  );
  return kept.size !== before.size || [...kept].some((id) => !before.has(id));
}

const noteOf = ({ asText, errorLines, grammar }: FileFacts, note: string | null): string | null => {
  if (note !== null) return note;
  if (asText !== null && grammar !== null) return `read as text: ${asText}`;
  return errorLines > 0 ? `${errorLines} ${errorLines === 1 ? 'line' : 'lines'} not understood` : null;
};

function putSymbol(
  store: NodeStore,
  chunk: Chunk,
  path: string,
  text: string,
  keys: Map<string, number>,
  file: number,
): number {
  const times = (keys.get(chunk.path) ?? 0) + 1;
  keys.set(chunk.path, times);
  const kind = chunk.kind === 'function' || chunk.kind === 'package' ? chunk.kind : 'type';
  const id = store.put(
    {
      key: `code:${path}#${chunk.path}${times > 1 ? `~${times}` : ''}`,
      domain: 'code',
      kind,
      name: chunk.path.slice(chunk.path.lastIndexOf('.') + 1),
      path,
      first: chunk.first,
      last: chunk.last,
      text: `${chunk.path} ${chunk.signature}`,
      hash: hash('sha256', text, 'hex'),
      trust: 'verified_code',
      meta: { symbol: chunk.path, signature: chunk.signature, calls: chunk.calls },
    },
    { kind: 'code', id: path, confidence: 1, verifier: 'index' },
  );
  store.db.run("INSERT OR IGNORE INTO edges (source, target, kind, created_at) VALUES (?, ?, 'defines', 0)", file, id);
  return id;
}

/** Each chunk's terms after their number. */
function joined(encoded: readonly Int32Array[]): Uint8Array {
  const all = new Int32Array(encoded.reduce((sum, each) => sum + each.length + 1, 0));
  let at = 0;
  for (const each of encoded) {
    all[at] = each.length;
    all.set(each, at + 1);
    at += each.length + 1;
  }
  return new Uint8Array(all.buffer);
}

export function readTerms(bytes: Uint8Array): Int32Array[] {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const all = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
  const each: Int32Array[] = [];
  for (let at = 0; at < all.length; ) {
    const length = all[at] ?? 0;
    each.push(all.subarray(at + 1, at + 1 + length));
    at += length + 1;
  }
  return each;
}

export const toCorpusChunk = ([path, kind, first, last]: StoredChunk, terms: Int32Array): CorpusChunk => ({
  path,
  isFunction: kind === 'function',
  first,
  last,
  terms,
});
