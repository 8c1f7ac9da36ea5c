import type { SearchWeights } from '#contracts/config.ts';
import { Bm25 } from './bm25.ts';
import type { Corpus } from './corpus.ts';
import { max, scaleAll, topOf } from './float-arrays.ts';
import { identifierSignals } from './name-signals.ts';
import type { Past } from './past.ts';
import { pastSignals, telling, togetherWith, type WeightedTerms } from './past-signals.ts';
import type { Query } from './query.ts';
import { LEARNED } from './search-weights.ts';

/** One number per file for each way of matching it with a query; the ranking weighs them. */
export interface SearchSignals {
  readonly chunk: Float32Array;
  readonly bestChunk: Float32Array;
  readonly whole: Float32Array;
  readonly path: Float32Array;
  readonly name: Float32Array;
  readonly code: Float32Array;
  readonly comment: Float32Array;
  readonly cover: Float32Array;
  readonly fileCover: Float32Array;
  readonly named: Float32Array;
  readonly definesWord: Float32Array;
  readonly defines: Float32Array;
  readonly uses: Float32Array;
  readonly base: Float32Array;
  readonly baseOf: Float32Array;
  readonly baseExact: Float32Array;
  readonly nameCover: Float32Array;
  readonly scope: Float32Array;
  readonly said: Float32Array;
  readonly similar: Float32Array;
  readonly recent: Float32Array;
  readonly given: Float32Array;
  readonly prior: Float32Array;
  readonly meaning: Float32Array;
  readonly meaningTop: Float32Array;
  readonly near: Float32Array;
  readonly together: Float32Array;
  readonly feedback: Float32Array;
  readonly folder: Float32Array;
  readonly mix: Float32Array;
}
export const SIGNALS = [
  'chunk',
  'bestChunk',
  'whole',
  'path',
  'name',
  'code',
  'comment',
  'cover',
  'fileCover',
  'named',
  'definesWord',
  'defines',
  'uses',
  'base',
  'baseOf',
  'baseExact',
  'nameCover',
  'scope',
  'said',
  'similar',
  'recent',
  'given',
  'prior',
  'meaning',
  'meaningTop',
  'near',
  'together',
  'feedback',
  'folder',
  'mix',
] as const satisfies readonly (keyof SearchSignals)[];

/** The similarity of each chunk's meaning to the query, where there is an embedder; chunk numbers as in the corpus. */
export type ChunkMeaning = Float32Array | null;

export function signalsOf(
  corpus: Corpus,
  past: Past,
  query: Query,
  meaning: ChunkMeaning,
  grounds: SearchWeights = LEARNED,
): { signals: SearchSignals; chunkScores: Float32Array } {
  const count = corpus.files.length;
  const bm = new Bm25(corpus);
  const weights = query.terms.map((term, at) => (query.weights[at] ?? 1) * telling(past, term));
  const asked = query.terms.map((term, at) => [term, weights[at] ?? 1] as const);
  const mass = asked.reduce((sum, [term, weight]) => sum + weight * bm.idf(term), 0) || 1;
  const text = bm.score(asked);
  const scale = 1 / mass;
  const history = pastSignals(past, asked, count);
  const ident = identifierSignals(corpus, query, bm);
  const means = meaningSignals(corpus, meaning);
  const mix = new Float32Array(count);
  const parts: [Float32Array, number][] = [
    [text.file, grounds.words],
    [history.said, 0.3 * grounds.history],
    [history.similar, 0.3 * grounds.history],
    [means.best, 0.1 * grounds.meaning],
  ];
  for (const [part, weight] of parts) {
    const top = max(part);
    if (top > 0) for (let f = 0; f < count; f += 1) mix[f] = (mix[f] ?? 0) + (weight * (part[f] ?? 0)) / top;
  }
  const seeds = topOf(mix, 8);
  const near = spread(corpus, mix, seeds);
  const together = togetherWith(past, mix, seeds, count);
  const feedback = bm.score(feedbackTerms(corpus, bm, text.chunk, asked)).file;
  scaleAll(
    [
      feedback,
      text.file,
      text.best,
      text.whole,
      text.path,
      text.name,
      text.code,
      text.comment,
      text.cover,
      text.fileCover,
    ],
    scale,
  );
  return {
    chunkScores: text.chunk,
    signals: {
      chunk: text.file,
      bestChunk: text.best,
      whole: text.whole,
      path: text.path,
      name: text.name,
      code: text.code,
      comment: text.comment,
      cover: text.cover,
      nameCover: text.nameCover,
      fileCover: text.fileCover,
      ...ident,
      ...history,
      meaning: means.best,
      meaningTop: means.top,
      near,
      together,
      feedback,
      folder: folderSignal(corpus, mix, seeds),
      mix,
    },
  };
}

function meaningSignals(corpus: Corpus, meaning: ChunkMeaning): { best: Float32Array; top: Float32Array } {
  const count = corpus.files.length;
  const best = new Float32Array(count);
  const top = new Float32Array(count);
  if (!meaning) return { best, top };
  for (let file = 0; file < count; file += 1) {
    let [a, b, c] = [0, 0, 0];
    for (let chunk = corpus.chunkStart[file] ?? 0; chunk < (corpus.chunkStart[file + 1] ?? 0); chunk += 1) {
      const value = meaning[chunk] ?? 0;
      if (value > a) [a, b, c] = [value, a, b];
      else if (value > b) [b, c] = [value, b];
      else if (value > c) c = value;
    }
    best[file] = a;
    top[file] = (a + b + c) / 3;
  }
  return { best, top };
}

/** The imports and importers of the best files. */
function spread(corpus: Corpus, mix: Float32Array, seeds: readonly number[]): Float32Array {
  const near = new Float32Array(mix.length);
  for (const seed of seeds) {
    const neighbours = corpus.neighbours[seed] ?? [];
    const share = (mix[seed] ?? 0) / Math.sqrt(neighbours.length || 1);
    for (const file of neighbours)
      near[file] = (near[file] ?? 0) + share / Math.sqrt((corpus.neighbours[file]?.length ?? 0) + 1);
  }
  return near;
}

/** Files in the folders of the best files. */
function folderSignal(corpus: Corpus, mix: Float32Array, seeds: readonly number[]): Float32Array {
  const folders = new Map<string, number>();
  for (const seed of seeds) {
    const folder = folderOf(corpus.files[seed]?.path ?? '');
    folders.set(folder, (folders.get(folder) ?? 0) + (mix[seed] ?? 0));
  }
  return Float32Array.from(corpus.files, ({ path }) => folders.get(folderOf(path)) ?? 0);
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Terms that the best chunks share and that are rare elsewhere: possible other words for the query. */
function feedbackTerms(
  corpus: Corpus,
  bm: Bm25,
  scores: Float32Array,
  asked: WeightedTerms,
): (readonly [string, number])[] {
  const weights = new Map<number, number>();
  for (const chunk of topOf(scores, 5)) {
    const score = scores[chunk] ?? 0;
    if (score <= 0) break;
    const { terms = new Int32Array() } = corpus.chunks[chunk] ?? {};
    const length = Math.sqrt(20 + (corpus.codeLength[chunk] ?? 0));
    for (let k = 0; k < terms.length; k += 2) {
      const counts = terms[k + 1] ?? 0;
      const times = 3 * (counts & 31) + Math.min(4, (counts >> 5) & 1023);
      const term = terms[k] ?? 0;
      weights.set(term, (weights.get(term) ?? 0) + (score * times * bm.idfOf(term)) / length);
    }
  }
  const best = [...weights].sort(([, a], [, b]) => b - a).slice(0, 16);
  const top = best[0]?.[1] ?? 1;
  return [...asked, ...best.map(([term, weight]) => [`#${term}`, (0.5 * weight) / top] as const)];
}
