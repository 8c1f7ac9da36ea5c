import type { SqliteDatabase } from '#host/sqlite-database.ts';
import type { Facet } from '../code/facets.ts';
import type { StaticEmbedder } from '../embed/static-embedder.ts';
import { candidatesOf, featuresOf } from './candidates.ts';
import type { Corpus } from './corpus.ts';
import { CorpusLoader, type LoadedCorpus } from './load-corpus.ts';
import type { Past } from './past.ts';
import { readQuery } from './query.ts';
import { rank } from './rank.ts';
import { rankPieces } from './rank-pieces.ts';
import { signalsOf } from './signals.ts';

export interface FileHit {
  readonly path: string;
  readonly score: number;
  /** Its best pieces, the best first. */
  readonly chunks: readonly ChunkHit[];
}

export interface ChunkHit {
  readonly path: string;
  readonly symbol: string;
  readonly first: number;
  readonly last: number;
  readonly score: number;
}

export interface SearchOptions {
  readonly limit?: number;
  readonly facet?: Facet;
  /** Without it, ranking goes by words, history and the import graph alone. */
  readonly withoutMeaning?: boolean;
}

/** Finds code in an indexed project. What it searches in memory follows the store: it is read again after a change. */
export class CodeSearch {
  readonly #db: SqliteDatabase;
  readonly #embedder: StaticEmbedder;
  readonly #loader: CorpusLoader;
  readonly #loaded = new Map<Facet, { readonly generation: string; readonly loaded: LoadedCorpus }>();

  constructor(db: SqliteDatabase, embedder: StaticEmbedder) {
    this.#db = db;
    this.#embedder = embedder;
    this.#loader = new CorpusLoader(db, embedder.dim);
  }

  /** Files and their best pieces, best first. */
  search(text: string, { limit = 10, facet = 'source', withoutMeaning = false }: SearchOptions = {}): FileHit[] {
    const { corpus, past, meanings } = this.#load(facet);
    const query = readQuery(text);
    if (!isKnown(corpus, past, query.terms)) return [];
    const meaning = withoutMeaning ? null : meanings.alike(this.#embedder.query(query.text));
    const { signals, chunkScores } = signalsOf(corpus, past, query, meaning);
    const files = candidatesOf(signals);
    const scores = rank(featuresOf(signals, files), files.length);
    const pieces = pieceScores(chunkScores, meaning);
    const order = [...files.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, limit);
    return order.map((at) => {
      const file = files[at] ?? 0;
      return {
        path: corpus.files[file]?.path ?? '',
        score: scores[at] ?? 0,
        chunks: bestChunks(corpus, file, pieces),
      };
    });
  }

  /** Pieces from anywhere, best first: for "which function does …". */
  pieces(text: string, { limit = 10, facet = 'source', withoutMeaning = false }: SearchOptions = {}): ChunkHit[] {
    const { corpus, past, meanings } = this.#load(facet);
    const query = readQuery(text);
    if (!isKnown(corpus, past, query.terms)) return [];
    const meaning = withoutMeaning ? null : meanings.alike(this.#embedder.query(query.text));
    return rankPieces(corpus, query, meaning, withoutMeaning ? null : this.#embedder)
      .slice(0, limit)
      .map(({ piece, score }) => toHit(corpus, piece, score));
  }

  #load(facet: Facet): LoadedCorpus {
    const generation = String(this.#db.get("SELECT value FROM facts WHERE name = 'generation'")?.value ?? '');
    const known = this.#loaded.get(facet);
    if (known?.generation === generation) return known.loaded;
    const loaded = this.#loader.load(facet);
    this.#loaded.set(facet, { generation, loaded });
    return loaded;
  }
}

/** Whether any word of the question stands anywhere: exact, so that "nothing" means nothing. */
const isKnown = (corpus: Corpus, past: Past, terms: readonly string[]): boolean =>
  terms.some((term) => corpus.filesWith(term) > 0 || past.commits(term).length > 0);

/** Words say which piece it is; meaning helps where the words differ. */
export function pieceScores(words: Float32Array, meaning: Float32Array | null): Float32Array {
  if (!meaning) return words;
  let most = 1e-9;
  for (const score of words) if (score > most) most = score;
  return words.map((score, at) => score / most + 0.5 * (meaning[at] ?? 0));
}

const PIECES = 5;

function bestChunks(corpus: Corpus, file: number, scores: Float32Array): ChunkHit[] {
  const from = corpus.chunkStart[file] ?? 0;
  const to = corpus.chunkStart[file + 1] ?? from;
  return Array.from({ length: to - from }, (_, n) => from + n)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, PIECES)
    .map((at) => toHit(corpus, at, scores[at] ?? 0));
}

function toHit(corpus: Corpus, at: number, score: number): ChunkHit {
  const { path: symbol = '', first = 1, last = 1 } = corpus.chunks[at] ?? {};
  return { path: corpus.files[corpus.fileOfChunk[at] ?? 0]?.path ?? '', symbol, first, last, score };
}
