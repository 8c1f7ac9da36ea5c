import type { Corpus } from './corpus.ts';

/**
 * Saturation and length normalisation for "which function does …": the file's path matters little there, a function's
 * own name much, and rarity is counted among functions, not among files.
 */
const K1 = 1.5;
const PATH = 0.5;
const NAME = { weight: 7, b: 0.2 };
const CODE = { b: 0.5 };

/** One number per piece for each way of matching it with a sentence about what a function does. */
export interface PieceSignals {
  /** All fields together. */
  readonly text: Float32Array;
  readonly name: Float32Array;
  readonly code: Float32Array;
  /** The share of the question, by weight, that it contains. */
  readonly cover: Float32Array;
  readonly meaning: Float32Array;
}

export function pieceSignals(corpus: Corpus, terms: readonly string[], meaning: Float32Array | null): PieceSignals {
  const make = (): Float32Array => new Float32Array(corpus.chunks.length);
  const signals = { text: make(), name: make(), code: make(), cover: make(), meaning: meaning ?? make() };
  let mass = 0;
  for (const term of terms) mass += addTerm(corpus, term, signals);
  for (const each of [signals.text, signals.name, signals.code, signals.cover])
    for (let at = 0; at < each.length; at += 1) each[at] = (each[at] ?? 0) / (mass || 1);
  return signals;
}

/** How informative a term is among pieces. */
export function pieceIdf(corpus: Corpus, term: string): number {
  const having = corpus.postings(term)?.chunks.length ?? 0;
  return Math.log(1 + (corpus.chunks.length - having + 0.5) / (having + 0.5));
}

function addTerm(corpus: Corpus, term: string, { text, name, code, cover }: PieceSignals): number {
  const { fileOfChunk, chunkStart, nameLength, codeLength, averages } = corpus;
  const posted = corpus.postings(term);
  const having = posted?.chunks.length ?? 0;
  const idf = pieceIdf(corpus, term);
  const inPath = new Map<number, number>();
  const listed = corpus.inPath(term)?.all ?? [];
  for (let k = 0; k < listed.length; k += 2) inPath.set(listed[k] ?? 0, PATH * (listed[k + 1] ?? 0));
  const gain = (to: Float32Array, at: number, tf: number): void => {
    to[at] = (to[at] ?? 0) + (idf * tf) / (K1 + tf);
  };
  // All pieces of a file share the contribution of its path.
  for (const [file, tf] of inPath)
    for (let at = chunkStart[file] ?? 0; at < (chunkStart[file + 1] ?? 0); at += 1) gain(text, at, tf);
  for (let k = 0; k < having; k += 1) {
    const at = posted?.chunks[k] ?? 0;
    const packed = posted?.counts[k] ?? 0;
    const names = packed & 31;
    const words = ((packed >> 5) & 1023) + ((packed >> 15) & 1023);
    const already = inPath.get(fileOfChunk[at] ?? 0) ?? 0;
    let tf = already;
    if (names > 0) {
      const each = (NAME.weight * names) / (1 - NAME.b + (NAME.b * (nameLength[at] ?? 0)) / averages.name);
      gain(name, at, each);
      tf += each;
    }
    if (words > 0) {
      const each = words / (1 - CODE.b + (CODE.b * (codeLength[at] ?? 0)) / averages.code);
      gain(code, at, each);
      tf += each;
    }
    gain(text, at, tf);
    if (already > 0) text[at] = (text[at] ?? 0) - (idf * already) / (K1 + already);
    cover[at] = (cover[at] ?? 0) + idf;
  }
  return idf;
}
