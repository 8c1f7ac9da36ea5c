import type { Corpus } from './corpus.ts';

/** Weights of the fields and length normalisation, measured on commits of other repositories. */
const K1 = 1.5;
const PATH = { weight: 6, b: 0.1 };
const NAME = { weight: 5, b: 0.5 };
const CODE = { weight: 1, b: 0.3 };
const COMMENT = { weight: 1, b: 0.3 };

export interface TextScores {
  /** By chunk. */
  readonly chunk: Float32Array;
  /** By chunk, without the contribution of its file's path. */
  readonly own: Float32Array;
  /** By file: the best chunk, plus a part of the second and the third. */
  readonly file: Float32Array;
  readonly best: Float32Array;
  /** The file as one text. */
  readonly whole: Float32Array;
  readonly path: Float32Array;
  /** Best chunk, by one field alone. */
  readonly name: Float32Array;
  readonly code: Float32Array;
  readonly comment: Float32Array;
  /** The share of the query, by weight, in the best chunk, and in the file. */
  readonly cover: Float32Array;
  readonly fileCover: Float32Array;
  /** The share of its own name that the query contains. */
  readonly nameCover: Float32Array;
}

/** BM25F: one saturation for a term over all fields of a chunk. */
export class Bm25 {
  readonly #corpus: Corpus;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  /** How informative a term is: rare ones are. */
  idf(term: string): number {
    return term.startsWith('#') ? this.idfOf(Number(term.slice(1))) : this.#corpus.idf(this.#corpus.filesWith(term));
  }

  idfOf(number: number): number {
    return this.#corpus.idf(this.#corpus.fileCount[number] ?? 0);
  }

  /** Terms with a weight each; `#7` is the term of that number. */
  score(terms: readonly (readonly [string, number])[]): TextScores {
    const corpus = this.#corpus;
    const files = corpus.files.length;
    const size = corpus.chunks.length;
    const make = (length: number): Float32Array => new Float32Array(length);
    const chunk = make(size);
    const cover = make(size);
    const nameHit = make(size);
    const [name, code, comment] = [make(size), make(size), make(size)];
    const [path, base, whole, fileCover, pathCover] = [make(files), make(files), make(files), make(files), make(files)];
    const pathWeight = make(files);
    // Looked up once: the loop below runs for every occurrence of every word.
    const { fileOfChunk, nameLength, codeLength, commentLength, averages } = corpus;
    for (const [term, weight] of terms) {
      const idf = weight * this.idf(term);
      const inPath = corpus.inPath(term)?.all;
      if (inPath) {
        for (let k = 0; k < inPath.length; k += 2) {
          const file = inPath[k] ?? 0;
          const norm = 1 - PATH.b + (PATH.b * (corpus.pathLength[file] ?? 0)) / corpus.averages.path;
          const tf = (PATH.weight * (inPath[k + 1] ?? 0)) / norm;
          pathWeight[file] = tf;
          const gain = (idf * tf) / (K1 + tf);
          base[file] = (base[file] ?? 0) + gain;
          path[file] = (path[file] ?? 0) + gain;
          pathCover[file] = (pathCover[file] ?? 0) + idf;
        }
      }
      const posted = term.startsWith('#') ? corpus.postingsOf(Number(term.slice(1))) : corpus.postings(term);
      if (posted) {
        const { chunks, counts } = posted;
        let file = -1;
        let sum = 0;
        for (let k = 0; k < chunks.length; k += 1) {
          const at = chunks[k] ?? 0;
          const packed = counts[k] ?? 0;
          const names = packed & 31;
          const codes = (packed >> 5) & 1023;
          const comments = (packed >> 15) & 1023;
          const own = fileOfChunk[at] ?? 0;
          if (own !== file) {
            if (file >= 0) this.#addWhole(whole, fileCover, file, sum, idf, pathWeight);
            file = own;
            sum = 0;
          }
          sum += 3 * names + codes + comments;
          const already = pathWeight[own] ?? 0;
          let tf = already;
          if (names > 0) {
            const each = (NAME.weight * names) / (1 - NAME.b + (NAME.b * (nameLength[at] ?? 0)) / averages.name);
            tf += each;
            nameHit[at] = (nameHit[at] ?? 0) + idf;
            name[at] = (name[at] ?? 0) + (idf * each) / (K1 + each);
          }
          if (codes > 0) {
            const each = (CODE.weight * codes) / (1 - CODE.b + (CODE.b * (codeLength[at] ?? 0)) / averages.code);
            tf += each;
            code[at] = (code[at] ?? 0) + (idf * each) / (K1 + each);
          }
          if (comments > 0) {
            const each =
              (COMMENT.weight * comments) / (1 - COMMENT.b + (COMMENT.b * (commentLength[at] ?? 0)) / averages.comment);
            tf += each;
            comment[at] = (comment[at] ?? 0) + (idf * each) / (K1 + each);
          }
          chunk[at] = (chunk[at] ?? 0) + (idf * tf) / (K1 + tf) - (already > 0 ? (idf * already) / (K1 + already) : 0);
          cover[at] = (cover[at] ?? 0) + (already > 0 ? 0 : idf);
        }
        if (file >= 0) this.#addWhole(whole, fileCover, file, sum, idf, pathWeight);
      }
      if (inPath) {
        for (let k = 0; k < inPath.length; k += 2) {
          const file = inPath[k] ?? 0;
          const tf = pathWeight[file] ?? 0;
          // Occurrences in the text were added above; this is for files that have the term only in their path.
          if (tf > 0) whole[file] = (whole[file] ?? 0) + (idf * tf) / (K1 + tf);
          pathWeight[file] = 0;
        }
      }
    }
    for (let file = 0; file < files; file += 1) fileCover[file] = (fileCover[file] ?? 0) + (pathCover[file] ?? 0);
    return {
      chunk: withBase(corpus, chunk, base),
      own: chunk,
      ...byFile(corpus, chunk, base, cover, pathCover, name, code, comment, nameHit),
      whole,
      path,
      fileCover,
    };
  }

  #addWhole(
    whole: Float32Array,
    cover: Float32Array,
    file: number,
    sum: number,
    idf: number,
    paths: Float32Array,
  ): void {
    const corpus = this.#corpus;
    const tf = sum / (0.6 + (0.4 * (corpus.fileLength[file] ?? 0)) / corpus.averageFile);
    const path = paths[file] ?? 0;
    whole[file] = (whole[file] ?? 0) + ((idf * tf) / (K1 + tf)) * (path > 0 ? 0.5 : 1);
    if (path === 0) cover[file] = (cover[file] ?? 0) + idf;
  }
}

function withBase(corpus: Corpus, chunk: Float32Array, base: Float32Array): Float32Array {
  const all = new Float32Array(chunk.length);
  for (let at = 0; at < all.length; at += 1) all[at] = (chunk[at] ?? 0) + (base[corpus.fileOfChunk[at] ?? 0] ?? 0);
  return all;
}

function byFile(
  corpus: Corpus,
  chunk: Float32Array,
  base: Float32Array,
  cover: Float32Array,
  pathCover: Float32Array,
  name: Float32Array,
  code: Float32Array,
  comment: Float32Array,
  nameHit: Float32Array,
): Pick<TextScores, 'file' | 'best' | 'name' | 'code' | 'comment' | 'cover' | 'nameCover'> {
  const files = corpus.files.length;
  const make = (): Float32Array => new Float32Array(files);
  const scores = {
    file: make(),
    best: make(),
    name: make(),
    code: make(),
    comment: make(),
    cover: make(),
    nameCover: make(),
  };
  for (let file = 0; file < files; file += 1) {
    const own = base[file] ?? 0;
    let [a, b, c] = [0, 0, 0];
    let [names, codes, comments, covered, named] = [0, 0, 0, 0, 0];
    for (let at = corpus.chunkStart[file] ?? 0; at < (corpus.chunkStart[file + 1] ?? 0); at += 1) {
      const value = chunk[at] ?? 0;
      if (value <= 0) continue;
      if (value > a) [a, b, c] = [value, a, b];
      else if (value > b) [b, c] = [value, b];
      else if (value > c) c = value;
      names = Math.max(names, name[at] ?? 0);
      codes = Math.max(codes, code[at] ?? 0);
      comments = Math.max(comments, comment[at] ?? 0);
      covered = Math.max(covered, cover[at] ?? 0);
      const hit = nameHit[at] ?? 0;
      if (hit > 0) named = Math.max(named, (hit * hit) / (2 + (corpus.nameMass[at] ?? 0)));
    }
    scores.file[file] = own * 1.75 + a + 0.3 * b + 0.1 * c;
    scores.best[file] = own + a;
    scores.name[file] = names;
    scores.code[file] = codes;
    scores.comment[file] = comments;
    scores.nameCover[file] = named;
    scores.cover[file] = covered + (pathCover[file] ?? 0);
  }
  return scores;
}
