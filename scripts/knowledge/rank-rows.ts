/**
 * Features of the candidate files for each question of a dataset (make-dataset.ts), for train-ranking.py.
 *
 * node scripts/knowledge/rank-rows.ts DATASET OUT
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { grammarOf } from '../../src/code/symbols/languages.ts';
import { analyse } from '../../src/knowledge/code/analyse.ts';
import { facetOf } from '../../src/knowledge/code/facets.ts';
import { builtInEmbedder } from '../../src/knowledge/embed/built-in.ts';
import { buildCorpus } from '../../src/knowledge/search/build-corpus.ts';
import { candidatesOf, FEATURES, featuresOf } from '../../src/knowledge/search/candidates.ts';
import { Past } from '../../src/knowledge/search/past.ts';
import { readQuery } from '../../src/knowledge/search/query.ts';
import { signalsOf } from '../../src/knowledge/search/signals.ts';

const [dataset = '', out = ''] = process.argv.slice(2);
const data: {
  queries: { subject: string; body?: string; files: string[]; id?: string }[];
  history: { s: string; f: string[] }[];
  all?: boolean;
} = JSON.parse(readFileSync(join(dataset, 'data.json'), 'utf8'));
const root = join(dataset, 'tree');
const embedder = builtInEmbedder();
const { facts, vectors } = await readTree();
const corpus = buildCorpus(facts);
const past = new Past(
  data.history.map(({ s, f }) => ({ subject: s, files: f })),
  corpus.fileNumber,
);
const groups: object[] = [];
const rows: Float32Array[] = [];
for (const { subject, body = '', files, id } of data.queries) {
  const whole = body === '' ? subject : `${subject}\n${body}`;
  const plain = subject.replace(/^[\w./-]+(\([^)]*\))?!?:\s+/, '');
  for (const text of new Set([whole, plain])) {
    const vector = embedder.query(readQuery(text).text);
    const meaning = Float32Array.from(vectors, (other) =>
      Math.max(
        0,
        other.reduce((sum, x, k) => sum + x * (vector[k] ?? 0), 0),
      ),
    );
    const { signals } = signalsOf(corpus, past, readQuery(text), meaning);
    const candidates = candidatesOf(signals);
    const relevant = new Set(files.map((path) => corpus.fileNumber.get(path)));
    const hits = candidates.flatMap((file, at) => (relevant.has(file) ? [at] : []));
    groups.push({ id, plain: text !== whole, n: candidates.length, hits, total: files.length });
    rows.push(featuresOf(signals, candidates));
  }
}
writeFileSync(`${out}.json`, JSON.stringify({ dataset, features: FEATURES, files: corpus.files.length, groups }));
writeFileSync(`${out}.f32`, Buffer.concat(rows.map(({ buffer }) => Buffer.from(buffer))));

/** Parsing takes nearly all of the time and does not depend on the signals: it is kept beside the dataset. */
async function readTree(): Promise<{ facts: Awaited<ReturnType<typeof analyse>>[]; vectors: Float32Array[] }> {
  const kept = join(dataset, 'facts.v8');
  if (existsSync(kept)) return deserialize(readFileSync(kept));
  const read: Awaited<ReturnType<typeof readTree>> = { facts: [], vectors: [] };
  for (const path of globSync('**/*', { cwd: root }).sort()) {
    if (!grammarOf(path) || (!data.all && (facetOf(path) !== 'source' || path.endsWith('.css')))) continue;
    let text: string;
    try {
      text = readFileSync(join(root, path), 'utf8');
    } catch {
      continue;
    }
    if (text.length > 500_000) continue;
    const fact = await analyse(path, text);
    read.facts.push(fact);
    const lines = text.split('\n');
    for (const { path: name, first, last } of fact.chunks)
      read.vectors.push(embedder.code({ path, name, text: lines.slice(first - 1, last).join('\n') }));
  }
  writeFileSync(kept, serialize(read));
  return read;
}
