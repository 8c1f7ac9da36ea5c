import type { StaticEmbedder } from '../embed/static-embedder.ts';
import { nameWords, queryWords } from '../embed/words.ts';
import { termsOf } from '../text/words.ts';
import type { Corpus } from './corpus.ts';
import { largest } from './meaning.ts';
import { type PieceSignals, pieceIdf } from './piece-signals.ts';
import type { Query } from './query.ts';

const TAKE = { text: 80, name: 40, code: 40, cover: 20, meaning: 80 } as const;

/** Candidate pieces: the best by each signal. Text between symbols is not a piece of its own. */
export function pieceCandidates(corpus: Corpus, signals: PieceSignals): number[] {
  const found = new Set<number>();
  for (const name of Object.keys(TAKE) as (keyof typeof TAKE)[])
    for (const at of largest(signals[name], TAKE[name])) if (corpus.chunks[at]?.path !== '') found.add(at);
  return [...found];
}

const SIGNALS = [
  'text',
  'name',
  'code',
  'cover',
  'meaning',
  'answers',
  'own',
  'ownShare',
  'owner',
  'file',
  'fileMeaning',
] as const;
const TRAITS = [
  'verb',
  'isFunction',
  'depth',
  'length',
  'isShort',
  'predicate',
  'notPredicate',
  'private',
  'constructor',
] as const;

/** Three for each signal: its value, its share of the best candidate's, and its rank; and properties of the piece. */
export const PIECE_FEATURES: readonly string[] = [
  ...SIGNALS.flatMap((name) => [name, `rel_${name}`, `place_${name}`]),
  ...TRAITS,
];

/** The features of the candidates, row by row. */
export function pieceFeatures(
  corpus: Corpus,
  query: Query,
  signals: PieceSignals,
  candidates: readonly number[],
  embedder: StaticEmbedder | null,
): Float32Array {
  const width = PIECE_FEATURES.length;
  const rows = new Float32Array(candidates.length * width);
  const asked = queryWords(query.text).filter((word) => query.terms.includes(word));
  const terms = new Set(query.terms);
  const mass = query.terms.reduce((sum, term) => sum + pieceIdf(corpus, term), 0) || 1;
  const yesOrNo = asksYesOrNo(query.text);
  const files = fileScores(corpus, signals, candidates);
  candidates.forEach((at, row) => {
    const { path: symbol = '', isFunction = false, first = 0, last = 0 } = corpus.chunks[at] ?? {};
    const path = corpus.files[corpus.fileOfChunk[at] ?? 0]?.path ?? '';
    const dot = symbol.lastIndexOf('.');
    const own = [...new Set(termsOf(symbol.slice(dot + 1)))];
    const owner = dot < 0 ? [] : [...new Set(termsOf(symbol.slice(0, dot).replaceAll('.', ' ')))];
    const weigh = (some: readonly string[]): number => some.reduce((sum, term) => sum + pieceIdf(corpus, term), 0);
    const hit = weigh(own.filter((term) => terms.has(term)));
    const parts = own.length > 1 ? own.slice(0, -1) : own;
    const says = SAYS_YES_OR_NO.test(symbol);
    const others = files.get(corpus.fileOfChunk[at] ?? 0);
    const values: number[] = [
      signals.text[at] ?? 0,
      signals.name[at] ?? 0,
      signals.code[at] ?? 0,
      signals.cover[at] ?? 0,
      signals.meaning[at] ?? 0,
      embedder?.answers(asked, nameWords(path, symbol)) ?? 0,
      hit / mass,
      hit / (2 + weigh(parts)),
      weigh(owner.filter((term) => terms.has(term))) / mass,
      others?.text ?? 0,
      others?.meaning ?? 0,
    ];
    values.forEach((value, n) => {
      rows[row * width + n * 3] = value;
    });
    const traits = [
      own[0] !== undefined && own[0] === query.terms[0] ? 1 : 0,
      isFunction ? 1 : 0,
      Math.min(4, symbol.split('.').length),
      Math.log(1 + (corpus.codeLength[at] ?? 0)),
      last - first < 4 ? 1 : 0,
      yesOrNo && says ? 1 : 0,
      yesOrNo ? 0 : says ? 1 : 0,
      /^[_#]/.test(symbol.slice(dot + 1)) ? 1 : 0,
      /^(__init__|constructor|new)$/i.test(symbol.slice(dot + 1)) ? 1 : 0,
    ];
    rows.set(traits, row * width + SIGNALS.length * 3);
  });
  for (let n = 0; n < SIGNALS.length; n += 1) addPlaces(rows, width, n * 3, candidates.length);
  return rows;
}

/** Features of the best pieces of each file: a function is among others about the same subject. */
function fileScores(
  corpus: Corpus,
  signals: PieceSignals,
  candidates: readonly number[],
): Map<number, { text: number; meaning: number }> {
  const files = new Map<number, { text: number; meaning: number }>();
  for (const at of candidates) {
    const file = corpus.fileOfChunk[at] ?? 0;
    if (files.has(file)) continue;
    let [text, meaning] = [0, 0];
    const [from, to] = [corpus.chunkStart[file] ?? 0, corpus.chunkStart[file + 1] ?? 0];
    for (let each = from; each < to; each += 1) {
      text += signals.text[each] ?? 0;
      meaning += signals.meaning[each] ?? 0;
    }
    files.set(file, { text: text / Math.sqrt(to - from), meaning: meaning / (to - from) });
  }
  return files;
}

function addPlaces(rows: Float32Array, width: number, column: number, count: number): void {
  const at = (row: number): number => rows[row * width + column] ?? 0;
  const order = Array.from({ length: count }, (_, row) => row).sort((a, b) => at(b) - at(a));
  const best = Math.max(1e-9, at(order[0] ?? 0));
  let place = 0;
  order.forEach((row, n) => {
    // Equal values share a rank: for many signals most pieces have the same.
    if (n > 0 && at(row) !== at(order[n - 1] ?? 0)) place = n;
    rows[row * width + column + 1] = at(row) / best;
    rows[row * width + column + 2] = at(row) > 0 ? 1 / (1 + place) : 0;
  });
}

/** "Checks whether …", "returns true if …". */
const asksYesOrNo = (text: string): boolean =>
  /^\s*(check|determin|test|verif|tell|find out|whether|returns? (true|whether)|is |are |true )/i.test(text) &&
  /\b(if|whether|true|that)\b/i.test(text);
const SAYS_YES_OR_NO = /(^|\.)_?(is|has|should|can|contains|needs|was|are)(?=[A-Z_])/;
