import type { SearchWeights } from '#contracts/config.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import type { SqliteDatabase } from '#host/sqlite-database.ts';
import type { Facet } from '../code/facets.ts';
import { builtInEmbedder } from '../embed/built-in.ts';
import type { Embedder } from '../embed/embedder.ts';
import { type Timed, untimed } from '../stage-clock.ts';
import { candidatesOf, featuresOf } from './candidates.ts';
import type { Corpus } from './corpus.ts';
import { CorpusLoader, type LoadedCorpus } from './load-corpus.ts';
import type { Past } from './past.ts';
import { readQuery } from './query.ts';
import { rank } from './rank.ts';
import { rankPieces } from './rank-pieces.ts';
import { respelled } from './respell.ts';
import { LEARNED } from './search-weights.ts';
import { signalsOf } from './signals.ts';

export interface FileHit {
  readonly path: string;
  readonly score: number;
  /** Its best pieces, best first. */
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
  /** Without it, ranking uses only words, history and the import graph. */
  readonly withoutMeaning?: boolean;
  /** The weights of words, history, meaning and graph for this question. */
  readonly weights?: SearchWeights;
  /** Measures the stages of a search. */
  readonly timed?: Timed;
}

/** How many questions' vectors are cached. */
const MOST_PREPARED = 64;

/** Finds code in an indexed project. Its data in memory follows the store: it is read again after a change. */
export class CodeSearch {
  readonly #db: SqliteDatabase;
  readonly #embedder: Embedder;
  readonly #loader: CorpusLoader;
  readonly #weights: SearchWeights;
  /** Vectors of questions sent to an endpoint, newest last. */
  readonly #prepared = new Map<string, Float32Array>();
  readonly #loaded = new Map<Facet, { readonly generation: string; readonly loaded: LoadedCorpus }>();

  constructor(db: SqliteDatabase, embedder: Embedder, weights: SearchWeights = LEARNED) {
    this.#db = db;
    this.#embedder = embedder;
    this.#weights = weights;
    this.#loader = new CorpusLoader(db);
  }

  /**
   * Gets the vector of a question where that takes a call; await it before `search` and `pieces`, which otherwise only
   * use words. Returns a message where it failed.
   */
  async prepare(text: string): Promise<string | undefined> {
    if (this.#embedder.queryNow) return undefined;
    const { text: asked } = readQuery(text);
    if (asked.trim() === '' || this.#prepared.has(asked)) return undefined;
    try {
      this.#prepared.set(asked, await this.#embedder.query(asked));
    } catch (thrown) {
      return `${toErrorInfo(thrown).message}; this answer goes by words, history and the graph alone`;
    }
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > MOST_PREPARED && oldest !== undefined) this.#prepared.delete(oldest);
    return undefined;
  }

  /** Files and their best pieces, best first. */
  search(text: string, options: SearchOptions = {}): FileHit[] {
    const asked = this.#ask(text, options);
    if (asked === null) return [];
    const { corpus, past, query, meaning, weights, limit } = asked;
    const { signals, chunkScores } = signalsOf(corpus, past, query, meaning, weights);
    const files = candidatesOf(signals, weights);
    const scores = rank(featuresOf(signals, files), files.length, weights);
    const pieces = pieceScores(chunkScores, meaning, weights);
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
  pieces(text: string, options: SearchOptions = {}): ChunkHit[] {
    const asked = this.#ask(text, options);
    if (asked === null) return [];
    const { corpus, query, meaning, weights, limit } = asked;
    return rankPieces(corpus, query, meaning, options.withoutMeaning ? null : builtInEmbedder(), weights)
      .slice(0, limit)
      .map(({ piece, score }) => toHit(corpus, piece, score));
  }

  /** The common start of both searches. Null: none of its words occurs here. */
  #ask(text: string, options: SearchOptions) {
    const { limit = 10, facet = 'source', withoutMeaning = false, weights = this.#weights, timed = untimed } = options;
    const loaded = this.#load(facet);
    const { corpus, past } = loaded;
    const query = respelled(readQuery(text), (term) => stands(corpus, past, term));
    if (!isKnown(corpus, past, query.terms)) return null;
    const meaning = withoutMeaning ? null : timed('embed', () => this.#meaning(loaded, query.text));
    return { corpus, past, query, meaning, weights, limit };
  }

  /** Nothing where the index has another embedder's vectors: they cannot be compared. */
  #meaning({ meanings, embedder }: LoadedCorpus, text: string): Float32Array | null {
    if (embedder !== this.#embedder.id) return null;
    const vector = this.#prepared.get(text) ?? this.#embedder.queryNow?.(text);
    return vector?.length === meanings.dim ? meanings.alike(vector) : null;
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

/** Whether any word of the question occurs anywhere: exact, so that "nothing" means nothing. */
const isKnown = (corpus: Corpus, past: Past, terms: readonly string[]): boolean =>
  terms.some((term) => stands(corpus, past, term));

const stands = (corpus: Corpus, past: Past, term: string): boolean =>
  corpus.filesWith(term) > 0 || past.commits(term).length > 0;

/** Words identify the piece; meaning helps where the words differ. */
export function pieceScores(
  words: Float32Array,
  meaning: Float32Array | null,
  weights: SearchWeights = LEARNED,
): Float32Array {
  if (!meaning) return words;
  let most = 1e-9;
  for (const score of words) if (score > most) most = score;
  return words.map((score, at) => (weights.words * score) / most + 0.5 * weights.meaning * (meaning[at] ?? 0));
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
