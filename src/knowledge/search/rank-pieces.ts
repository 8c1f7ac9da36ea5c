import type { SearchWeights } from '#contracts/config.ts';
import type { StaticEmbedder } from '../embed/static-embedder.ts';
import type { Corpus } from './corpus.ts';
import { PIECE_FEATURES, pieceCandidates, pieceFeatures } from './piece-features.ts';
import ranking from './piece-ranking.json' with { type: 'json' };
import { pieceSignals } from './piece-signals.ts';
import type { Query } from './query.ts';

/** Weights that scripts/knowledge/train-pieces.py learned from the documentation of other repositories' functions. */
const WEIGHTS = Float32Array.from(PIECE_FEATURES, (name) => (ranking as Readonly<Record<string, number>>)[name] ?? 0);

/** Pieces that match a sentence about what a function does, best first. Scores compare within one question only. */
export function rankPieces(
  corpus: Corpus,
  query: Query,
  meaning: Float32Array | null,
  embedder: StaticEmbedder | null,
  grounds: SearchWeights,
): { readonly piece: number; readonly score: number }[] {
  const signals = pieceSignals(corpus, query.terms, meaning);
  const candidates = pieceCandidates(corpus, signals);
  const rows = pieceFeatures(corpus, query, signals, candidates, embedder);
  const width = PIECE_FEATURES.length;
  const weights = WEIGHTS.map((weight, k) => weight * groundWeight(PIECE_FEATURES[k] ?? '', grounds));
  return candidates
    .map((piece, row) => {
      let score = 0;
      for (let k = 0; k < width; k += 1) score += (rows[row * width + k] ?? 0) * (weights[k] ?? 0);
      return { piece, score };
    })
    .sort((a, b) => b.score - a.score);
}

/** Properties of a piece count for every signal. */
function groundWeight(feature: string, { words, meaning }: SearchWeights): number {
  const signal = feature.replace(/^(rel|place)_/, '');
  if (/^(meaning|fileMeaning|answers)$/.test(signal)) return meaning;
  return /^(text|name|code|cover|own|ownShare|owner|file)$/.test(signal) ? words : 1;
}
