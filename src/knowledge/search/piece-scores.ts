import type { Corpus } from './corpus.ts';

/**
 * Weights for "which function does …", measured on first sentences of doc comments whose comments were taken out of the
 * code. The file's path says little there, a function's own name much, and how rare a word is among functions counts, not
 * among files.
 */
const K1 = 1.5;
const PATH = 0.5;
const NAME = { weight: 7, b: 0.2 };
const CODE = { b: 0.5 };
const MEANING = 0.8;
/** For a name that says yes or no (`isOpen`), where that is asked. */
const PREDICATE = 0.2;

/** How well each piece answers a sentence about what a function does. Comparable within one question only. */
export function scorePieces(
  corpus: Corpus,
  text: string,
  terms: readonly string[],
  meaning: Float32Array | null,
): Float32Array {
  const scores = new Float32Array(corpus.chunks.length);
  for (const term of terms) addTerm(corpus, term, scores);
  let most = 1e-9;
  for (const score of scores) if (score > most) most = score;
  const wantsYesOrNo = asksYesOrNo(text);
  return scores.map(
    (score, at) =>
      score / most +
      MEANING * (meaning?.[at] ?? 0) +
      (wantsYesOrNo && SAYS_YES_OR_NO.test(corpus.chunks[at]?.path ?? '') ? PREDICATE : 0),
  );
}

function addTerm(corpus: Corpus, term: string, scores: Float32Array): void {
  const { fileOfChunk, chunkStart, nameLength, codeLength, averages } = corpus;
  const posted = corpus.postings(term);
  const having = posted?.chunks.length ?? 0;
  const idf = Math.log(1 + (scores.length - having + 0.5) / (having + 0.5));
  const inPath = new Map<number, number>();
  const listed = corpus.inPath(term)?.all ?? [];
  for (let k = 0; k < listed.length; k += 2) inPath.set(listed[k] ?? 0, PATH * (listed[k + 1] ?? 0));
  const gain = (at: number, tf: number): void => {
    scores[at] = (scores[at] ?? 0) + (idf * tf) / (K1 + tf);
  };
  // What the path of a file has of it, all pieces of it have.
  for (const [file, tf] of inPath)
    for (let at = chunkStart[file] ?? 0; at < (chunkStart[file + 1] ?? 0); at += 1) gain(at, tf);
  for (let k = 0; k < having; k += 1) {
    const at = posted?.chunks[k] ?? 0;
    const packed = posted?.counts[k] ?? 0;
    const names = packed & 31;
    const words = ((packed >> 5) & 1023) + ((packed >> 15) & 1023);
    const already = inPath.get(fileOfChunk[at] ?? 0) ?? 0;
    let tf = already;
    if (names > 0) tf += (NAME.weight * names) / (1 - NAME.b + (NAME.b * (nameLength[at] ?? 0)) / averages.name);
    if (words > 0) tf += words / (1 - CODE.b + (CODE.b * (codeLength[at] ?? 0)) / averages.code);
    gain(at, tf);
    if (already > 0) scores[at] = (scores[at] ?? 0) - (idf * already) / (K1 + already);
  }
}

/** "Checks whether …", "returns true if …". */
const asksYesOrNo = (text: string): boolean =>
  /^\s*(check|determin|test|verif|tell|find out|whether|returns? (true|whether)|is |are |true )/i.test(text) &&
  /\b(if|whether|true|that)\b/i.test(text);

const SAYS_YES_OR_NO = /(^|\.)_?(is|has|should|can|contains|needs|was|are)(?=[A-Z_])/;
