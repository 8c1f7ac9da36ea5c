import { Bm25 } from './bm25.ts';
import type { Corpus } from './corpus.ts';
import type { Past } from './past.ts';
import type { Query } from './query.ts';

/** One number a file for each way of matching it with a query; the ranking weighs them. */
export interface Signals {
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
] as const satisfies readonly (keyof Signals)[];

/** How like the query the meaning of each chunk is, where an embedder knows; chunk numbers as in the corpus. */
export type ChunkMeaning = Float32Array | null;

export function signalsOf(
  corpus: Corpus,
  past: Past,
  query: Query,
  meaning: ChunkMeaning,
): { signals: Signals; chunkScores: Float32Array } {
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
    [text.file, 1],
    [history.said, 0.3],
    [history.similar, 0.3],
    [means.best, 0.1],
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

/** A word that many past commits had, about whatever, tells little. */
function telling(past: Past, term: string): number {
  if (past.size < 100) return 1;
  const share = past.commits(term).length / past.size;
  return 1 / (1 + 12 * share);
}

type Asked = readonly (readonly [term: string, weight: number])[];

function pastSignals(past: Past, asked: Asked, count: number) {
  const said = new Float32Array(count);
  const given = new Float32Array(count);
  const similar = new Float32Array(count);
  const recent = new Float32Array(count);
  const prior = new Float32Array(count);
  const scores = new Float32Array(past.size);
  const touched = new Float32Array(count);
  let mass = 0;
  for (const [term, weight] of asked) {
    const commits = past.commits(term);
    const idf = weight * Math.log(1 + (past.size - commits.length + 0.5) / (commits.length + 0.5));
    mass += idf;
    if (commits.length === 0) continue;
    const files: number[] = [];
    for (const commit of commits) {
      scores[commit] = (scores[commit] ?? 0) + idf;
      const changed = past.files[commit] ?? [];
      for (const file of changed) {
        if (touched[file] === 0) files.push(file);
        touched[file] = (touched[file] ?? 0) + 1 / Math.sqrt(changed.length);
      }
    }
    for (const file of files) {
      const times = touched[file] ?? 0;
      touched[file] = 0;
      const all = past.commitsOf[file]?.length ?? 1;
      said[file] = (said[file] ?? 0) + (idf * times) / (times + 0.6 + 0.06 * all);
      given[file] = (given[file] ?? 0) + (idf * times) / (commits.length + 1);
    }
  }
  for (let commit = 0; commit < past.size; commit += 1) {
    const score = scores[commit] ?? 0;
    if (score > 0) scores[commit] = score / (mass * Math.sqrt(4 + (past.lengths[commit] ?? 1)));
  }
  for (const commit of topOf(scores, 25)) {
    const score = scores[commit] ?? 0;
    if (score <= 0) break;
    const changed = past.files[commit] ?? [];
    const share = (score * score) / Math.sqrt(changed.length);
    const fresh = Math.exp(-commit / 400);
    for (const file of changed) {
      similar[file] = (similar[file] ?? 0) + share;
      recent[file] = (recent[file] ?? 0) + share * fresh;
    }
  }
  for (let file = 0; file < count; file += 1) {
    let weight = 0;
    for (const commit of past.commitsOf[file] ?? []) weight += Math.exp(-commit / 300) + 0.02;
    prior[file] = Math.log1p(weight);
  }
  scaleAll([said, given], 1 / (mass || 1));
  return { said, given, similar, recent, prior };
}

function identifierSignals(corpus: Corpus, query: Query, bm: Bm25) {
  const count = corpus.files.length;
  const defines = new Float32Array(count);
  const uses = new Float32Array(count);
  const base = new Float32Array(count);
  const baseOf = new Float32Array(count);
  const definesWord = new Float32Array(count);
  for (const word of query.words) {
    const files = corpus.definedIn.get(word) ?? [];
    if (files.length <= 8) for (const file of files) definesWord[file] = (definesWord[file] ?? 0) + 1 / files.length;
  }
  for (const name of query.identifiers) {
    const files = corpus.definedIn.get(name) ?? [];
    for (const file of files) defines[file] = (defines[file] ?? 0) + 1 / Math.sqrt(files.length);
    const posted = corpus.postings(name);
    if (!posted) continue;
    const number = corpus.numberOf(name) ?? 0;
    const rarity = 1 / Math.sqrt(corpus.fileCount[number] ?? 1);
    let last = -1;
    for (const chunk of posted.chunks) {
      const file = corpus.fileOfChunk[chunk] ?? 0;
      if (file === last) continue;
      last = file;
      uses[file] = (uses[file] ?? 0) + rarity;
    }
  }
  const asked = new Set(query.terms);
  const weights = query.terms.map((term) => bm.idf(term));
  const mass = weights.reduce((a, b) => a + b, 0) || 1;
  for (let file = 0; file < count; file += 1) {
    let own = 0;
    let matched = 0;
    for (const term of corpus.baseTerms[file] ?? []) {
      const idf = bm.idf(term);
      own += idf;
      if (asked.has(term)) matched += idf;
    }
    if (matched === 0) continue;
    base[file] = matched / (own || 1);
    baseOf[file] = matched / mass;
  }
  const wholes = new Set([...query.identifiers, ...query.words]);
  const baseExact = Float32Array.from(corpus.files, (_, file) => {
    const whole = corpus.baseWhole[file] ?? '';
    return wholes.has(whole) ? Math.min(1, whole.length / 10) : 0;
  });
  return { named: namedSignal(corpus, query.text), baseExact, definesWord, defines, uses, base, baseOf };
}

/** Files that the query names outright: by path, by the end of one, or by the last part with its ending. */
function namedSignal(corpus: Corpus, text: string): Float32Array {
  const named = new Float32Array(corpus.files.length);
  const places =
    text.match(/[\p{L}\p{N}_@.-]+(?:\/[\p{L}\p{N}_@.-]+)*\.\p{L}{1,5}\b|[\p{L}\p{N}_@.-]+(?:\/[\p{L}\p{N}_@.-]+)+/gu) ??
    [];
  for (const place of new Set(places)) {
    const end = `/${place.replace(/^\.?\//, '')}`;
    const bare = end.replace(/\.\p{L}{1,5}$/u, '');
    const hits = corpus.files.flatMap(({ path }, file) => {
      const whole = `/${path}`;
      return whole.endsWith(end) || whole.replace(/\.\p{L}{1,5}$/u, '').endsWith(bare) ? [file] : [];
    });
    for (const file of hits) named[file] = (named[file] ?? 0) + 1 / hits.length;
  }
  return named;
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

/** What the best files import and are imported by. */
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

/** What changed in the same commits as the best files. */
function togetherWith(past: Past, mix: Float32Array, seeds: readonly number[], count: number): Float32Array {
  const together = new Float32Array(count);
  for (const seed of seeds) {
    const commits = past.commitsOf[seed] ?? [];
    const share = (mix[seed] ?? 0) / (commits.length + 2);
    for (const commit of commits) {
      const changed = past.files[commit] ?? [];
      for (const file of changed)
        if (file !== seed) together[file] = (together[file] ?? 0) + share / Math.sqrt(changed.length);
    }
  }
  return together;
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

/** Terms that the best chunks have in common and that are rare elsewhere: what the query may have meant as well. */
function feedbackTerms(corpus: Corpus, bm: Bm25, scores: Float32Array, asked: Asked): (readonly [string, number])[] {
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

/** Numbers of the largest, the largest first. */
export function topOf(values: Float32Array, many: number): number[] {
  const top: number[] = [];
  let least = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (value <= least && (top.length >= many || value <= 0)) continue;
    let place = top.length;
    while (place > 0 && (values[top[place - 1] ?? 0] ?? 0) < value) place -= 1;
    top.splice(place, 0, at);
    if (top.length > many) top.pop();
    if (top.length === many) least = values[top.at(-1) ?? 0] ?? 0;
  }
  return top;
}

export function max(values: Float32Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

function scaleAll(arrays: readonly Float32Array[], scale: number): void {
  for (const array of arrays) for (let at = 0; at < array.length; at += 1) array[at] = (array[at] ?? 0) * scale;
}
