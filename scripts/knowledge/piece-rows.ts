/**
 * Features of the candidate functions for first sentences of documentation, asked of the code without its comments: what
 * train-pieces.py learns from. A folder in the form of the retrieval benchmark's questions can be named instead.
 *
 * node scripts/knowledge/piece-rows.ts FOLDER OUT [WEIGHTS]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { analyse } from '../../src/knowledge/code/analyse.ts';
import { builtInEmbedder } from '../../src/knowledge/embed/built-in.ts';
import { StaticEmbedder } from '../../src/knowledge/embed/static-embedder.ts';
import { buildCorpus } from '../../src/knowledge/search/build-corpus.ts';
import { PIECE_FEATURES, pieceCandidates, pieceFeatures } from '../../src/knowledge/search/piece-features.ts';
import { pieceSignals } from '../../src/knowledge/search/piece-signals.ts';
import { readQuery } from '../../src/knowledge/search/query.ts';
import { documentedFiles } from './doc-sentences.ts';

const MOST_QUESTIONS = 200;
const [folder = '', out = '', weights] = process.argv.slice(2);
const embedder = weights ? new StaticEmbedder(readFileSync(weights)) : builtInEmbedder();
const facts = [];
const vectors: Float32Array[] = [];
const asked: { path: string; symbol: string; sentence: string }[] = [];
for await (const { path, text, functions } of documentedFiles(folder)) {
  const fact = await analyse(path, text);
  facts.push(fact);
  const lines = text.split('\n');
  for (const { path: name, first, last } of fact.chunks)
    vectors.push(embedder.code({ path, name, text: lines.slice(first - 1, last).join('\n') }));
  for (const { symbol, sentence } of functions)
    if (sentence.split(/\s+/).length >= 4 && sentence.length < 300) asked.push({ path, symbol, sentence });
}
const corpus = buildCorpus(facts);
const step = Math.max(1, asked.length / MOST_QUESTIONS);
const groups: object[] = [];
const rows: Float32Array[] = [];
for (let n = 0; n < asked.length; n += step) {
  const { path, symbol, sentence } = asked[Math.floor(n)] ?? { path: '', symbol: '', sentence: '' };
  const query = readQuery(sentence);
  const vector = embedder.query(query.text);
  const meaning = Float32Array.from(vectors, (other) =>
    Math.max(
      0,
      other.reduce((sum, x, k) => sum + x * (vector[k] ?? 0), 0),
    ),
  );
  const signals = pieceSignals(corpus, query.terms, meaning);
  const candidates = pieceCandidates(corpus, signals);
  const hits = candidates.flatMap((at, row) =>
    corpus.chunks[at]?.path === symbol && corpus.files[corpus.fileOfChunk[at] ?? 0]?.path === path ? [row] : [],
  );
  groups.push({ n: candidates.length, hits, total: 1 });
  rows.push(pieceFeatures(corpus, query, signals, candidates, embedder));
}
writeFileSync(`${out}.json`, JSON.stringify({ features: PIECE_FEATURES, pieces: corpus.chunks.length, groups }));
writeFileSync(`${out}.f32`, Buffer.concat(rows.map(({ buffer }) => Buffer.from(buffer))));
console.error(`${folder}: ${corpus.chunks.length} pieces, ${groups.length} questions`);
