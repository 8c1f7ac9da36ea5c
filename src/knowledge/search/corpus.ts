import { termsOf, wholeOf } from '../text/words.ts';
import { Numbers } from './numbers.ts';

/** A file as the ranking sees it. */
export interface CorpusFile {
  readonly path: string;
  /** Other files of the corpus that it imports, by path. */
  readonly imports: readonly string[];
  readonly chunks: readonly CorpusChunk[];
}

export interface CorpusChunk {
  readonly path: string;
  readonly isFunction: boolean;
  readonly first: number;
  readonly last: number;
  /** Pairs: a term's number, and its counts from `packCounts`. */
  readonly terms: Int32Array;
}

/** How often a term occurs in a name, in code, in comments: in one number, with large counts capped. */
export const packCounts = ([name, code, comment]: readonly [number, number, number]): number =>
  Math.min(name, 31) | (Math.min(code, 1023) << 5) | (Math.min(comment, 1023) << 15);

/**
 * The in-memory index for scoring: for each term the chunks that contain it. It is derived from the store and can be
 * rebuilt at any time.
 */
export class Corpus {
  readonly files: readonly CorpusFile[];
  readonly fileNumber: ReadonlyMap<string, number>;
  readonly chunks: readonly CorpusChunk[];
  readonly fileOfChunk: Int32Array;
  /** The first chunk of each file, and one after the last. */
  readonly chunkStart: Int32Array;
  /** Lengths in terms: of a chunk's name, code and comments. */
  readonly nameLength: Float32Array;
  readonly codeLength: Float32Array;
  readonly commentLength: Float32Array;
  readonly averages: { readonly name: number; readonly code: number; readonly comment: number; readonly path: number };
  readonly fileLength: Float32Array;
  readonly averageFile: number;
  readonly pathLength: Float32Array;
  /** By a term's number: how many files contain it. */
  readonly fileCount: Int32Array;
  /** Files that import each other, in both directions, by number. */
  readonly neighbours: readonly (readonly number[])[];
  /** Whole names that files define: the files, by number. */
  readonly definedIn: ReadonlyMap<string, readonly number[]>;
  /** The words of the last part of each path. */
  readonly baseTerms: readonly (readonly string[])[];
  readonly baseWhole: readonly string[];
  /** By chunk: how informative its name is, all terms of it together. */
  readonly nameMass: Float32Array;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #starts: Int32Array;
  readonly #posted: Int32Array;
  readonly #counts: Int32Array;
  readonly #pathOnly = new Map<string, number>();
  readonly #inPath: ReadonlyMap<string, Numbers>;

  constructor(files: readonly CorpusFile[], numbers: ReadonlyMap<string, number>) {
    this.files = files;
    this.#numbers = numbers;
    this.fileNumber = new Map(files.map(({ path }, at) => [path, at]));
    this.chunks = files.flatMap(({ chunks }) => chunks);
    const size = this.chunks.length;
    this.fileOfChunk = new Int32Array(size);
    this.chunkStart = new Int32Array(files.length + 1);
    this.nameLength = new Float32Array(size);
    this.codeLength = new Float32Array(size);
    this.commentLength = new Float32Array(size);
    this.fileLength = new Float32Array(files.length);
    this.pathLength = new Float32Array(files.length);
    const highest = 1 + Math.max(0, ...[...numbers.values()].slice(-1), numbers.size);
    const posted = postings(files, highest);
    [this.#starts, this.#posted, this.#counts] = posted;
    this.fileCount = new Int32Array(highest);
    this.#measure(files);
    this.#inPath = this.#indexPaths();
    this.averages = {
      name: mean(this.nameLength),
      code: mean(this.codeLength),
      comment: mean(this.commentLength),
      path: mean(this.pathLength),
    };
    this.averageFile = mean(this.fileLength);
    this.neighbours = neighboursOf(files, this.fileNumber);
    this.definedIn = definitionsOf(files);
    this.baseWhole = files.map(({ path }) => wholeOf(baseOf(path)));
    this.nameMass = this.#nameMasses();
    this.baseTerms = files.map(({ path }) => [...new Set(termsOf(baseOf(path)))]);
  }

  /** The chunks that contain a term, in order, with its counts in each. */
  postings(term: string): { readonly chunks: Int32Array; readonly counts: Int32Array } | undefined {
    const number = this.#numbers.get(term);
    return number === undefined ? undefined : this.postingsOf(number);
  }

  postingsOf(number: number): { readonly chunks: Int32Array; readonly counts: Int32Array } | undefined {
    const from = this.#starts[number] ?? 0;
    const to = this.#starts[number + 1] ?? from;
    return to > from ? { chunks: this.#posted.subarray(from, to), counts: this.#counts.subarray(from, to) } : undefined;
  }

  /** Files whose path contains the term: alternating number and count. */
  inPath(term: string): Numbers | undefined {
    return this.#inPath.get(term);
  }

  numberOf(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  /** How informative a term is: rare ones are. */
  idf(files: number): number {
    return Math.log(1 + (2 * this.files.length) / (files + 0.5));
  }

  #nameMasses(): Float32Array {
    return Float32Array.from(this.chunks, ({ terms }) => {
      let mass = 0;
      for (let k = 0; k < terms.length; k += 2)
        if (((terms[k + 1] ?? 0) & 31) > 0) mass += this.idf(this.fileCount[terms[k] ?? 0] ?? 0);
      return mass;
    });
  }

  #measure(files: readonly CorpusFile[]): void {
    let at = 0;
    const last = new Int32Array(this.fileCount.length).fill(-1);
    files.forEach(({ chunks }, file) => {
      this.chunkStart[file] = at;
      for (const { terms } of chunks) {
        this.fileOfChunk[at] = file;
        for (let k = 0; k < terms.length; k += 2) {
          const term = terms[k] ?? 0;
          const counts = terms[k + 1] ?? 0;
          this.nameLength[at] = (this.nameLength[at] ?? 0) + (counts & 31);
          this.codeLength[at] = (this.codeLength[at] ?? 0) + ((counts >> 5) & 1023);
          this.commentLength[at] = (this.commentLength[at] ?? 0) + ((counts >> 15) & 1023);
          if (last[term] === file) continue;
          last[term] = file;
          this.fileCount[term] = (this.fileCount[term] ?? 0) + 1;
        }
        this.fileLength[file] =
          (this.fileLength[file] ?? 0) + (this.codeLength[at] ?? 0) + (this.commentLength[at] ?? 0);
        at += 1;
      }
    });
    this.chunkStart[files.length] = at;
  }

  /**
   * A term of a path counts as in the file, whether or not the text has it. This also decides how rare it is if no text has it.
   */
  #countPath(term: string, file: number): void {
    const number = this.#numbers.get(term);
    if (number === undefined) {
      this.#pathOnly.set(term, (this.#pathOnly.get(term) ?? 0) + 1);
      return;
    }
    const chunks = this.postingsOf(number)?.chunks ?? new Int32Array();
    const first = this.chunkStart[file] ?? 0;
    let low = 0;
    let high = chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((chunks[middle] ?? 0) < first) low = middle + 1;
      else high = middle;
    }
    const isInText = (chunks[low] ?? -1) >= first && (chunks[low] ?? -1) < (this.chunkStart[file + 1] ?? 0);
    if (!isInText) this.fileCount[number] = (this.fileCount[number] ?? 0) + 1;
  }

  /** The number of files that have a term in their text or path. */
  filesWith(term: string): number {
    const number = this.#numbers.get(term);
    return number === undefined ? (this.#pathOnly.get(term) ?? 0) : (this.fileCount[number] ?? 0);
  }

  #indexPaths(): Map<string, Numbers> {
    const inPath = new Map<string, Numbers>();
    this.files.forEach(({ path }, file) => {
      const terms = termsOf(path.replace(/\.[^./]*$/, ''));
      this.pathLength[file] = terms.length;
      for (const [term, count] of counted(terms)) {
        this.#countPath(term, file);
        const list = inPath.get(term) ?? new Numbers();
        list.push(file);
        list.push(count);
        inPath.set(term, list);
      }
    });
    return inPath;
  }
}

/** `src/http/request.test.ts` → `request`; an index file is named for its folder. */
export function baseOf(path: string): string {
  const parts = path.split('/');
  const base = (parts.at(-1) ?? '').replace(/\..*$/, '');
  return /^(index|mod|main|__init__|init|lib)$/.test(base) ? (parts.at(-2) ?? base) : base;
}

export function counted(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Chunks and counts of all terms one after the other, and where each term's begin. */
function postings(files: readonly CorpusFile[], terms: number): [Int32Array, Int32Array, Int32Array] {
  const starts = new Int32Array(terms + 1);
  for (const { chunks } of files)
    for (const chunk of chunks)
      for (let k = 0; k < chunk.terms.length; k += 2) {
        const next = (chunk.terms[k] ?? 0) + 1;
        starts[next] = (starts[next] ?? 0) + 1;
      }
  for (let term = 0; term < terms; term += 1) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const free = starts.slice();
  const total = starts[terms] ?? 0;
  const posted = new Int32Array(total);
  const counts = new Int32Array(total);
  let at = 0;
  for (const { chunks } of files)
    for (const chunk of chunks) {
      for (let k = 0; k < chunk.terms.length; k += 2) {
        const term = chunk.terms[k] ?? 0;
        const place = free[term] ?? 0;
        free[term] = place + 1;
        posted[place] = at;
        counts[place] = chunk.terms[k + 1] ?? 0;
      }
      at += 1;
    }
  return [starts, posted, counts];
}

function neighboursOf(files: readonly CorpusFile[], numbers: ReadonlyMap<string, number>): number[][] {
  const sets = files.map(() => new Set<number>());
  files.forEach(({ imports }, from) => {
    for (const path of imports) {
      const to = numbers.get(path);
      if (to === undefined || to === from) continue;
      sets[from]?.add(to);
      sets[to]?.add(from);
    }
  });
  return sets.map((set) => [...set]);
}

function definitionsOf(files: readonly CorpusFile[]): Map<string, number[]> {
  const defined = new Map<string, number[]>();
  files.forEach(({ chunks }, file) => {
    for (const { path } of chunks) {
      if (path === '') continue;
      const name = wholeOf(path.slice(path.lastIndexOf('.') + 1));
      const list = defined.get(name);
      if (!list) defined.set(name, [file]);
      else if (list.at(-1) !== file) list.push(file);
    }
  });
  return defined;
}

function mean(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 1 : Math.max(sum / values.length, 1e-6);
}
