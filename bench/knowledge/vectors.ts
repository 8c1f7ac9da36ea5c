// Nearest neighbours of the same vectors by four ways: node vectors.ts ROOT DATABASE PEERS QUESTIONS. Prints a line of JSON each.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoredChunk } from '../../src/knowledge/code/file-rows.ts';
import { builtInEmbedder } from '../../src/knowledge/embed/built-in.ts';
import { largest, Meanings } from '../../src/knowledge/search/meaning.ts';
import { openKnowledgeDatabase } from '../../src/knowledge/store/knowledge-database.ts';
import { madeUpQuestions } from './generated-project.ts';
import { p95, processorTime } from './processor-time.ts';

const K = 10;
const [root = '', database = '', peers = '', count = '100'] = process.argv.slice(2);
const embedder = builtInEmbedder();
const { dim } = embedder;
const asked = madeUpQuestions(Number(count), 4).map((text) => embedder.query(text));
const db = openKnowledgeDatabase(database, 0).db;
const rows = db.all('SELECT path, chunks, vectors FROM files ORDER BY path');
/** As they are before they are stored in bytes: what is nearest is decided by these. */
const exact = floats();
const size = exact.length / dim;
const truth = asked.map((question) => largest(similarities(question), K));

say('Assay', 'exact, one byte per number', assay());
tried('sqlite-vec', sqliteVec);
tried('hnswlib-node', hnswlib);
tried('usearch', usearch);
db.close();

interface Ways {
  readonly built: number;
  find(question: Float32Array): readonly number[];
}

function assay(): Ways {
  const { ms, result } = processorTime(
    () =>
      new Meanings(
        rows.map(({ vectors }) => vectors as Uint8Array),
        dim,
      ),
  );
  return { built: ms, find: (question) => largest(result.alike(question), K) };
}

function sqliteVec(): [string, Ways] {
  const vec: { getLoadablePath(): string } = createRequire(join(peers, 'x.js'))('sqlite-vec');
  const memory = new DatabaseSync(':memory:', { allowExtension: true });
  memory.loadExtension(vec.getLoadablePath());
  memory.exec(`CREATE VIRTUAL TABLE pieces USING vec0(vector float[${dim}] distance_metric=cosine)`);
  const insert = memory.prepare('INSERT INTO pieces (rowid, vector) VALUES (?, ?)');
  const { ms } = processorTime(() => {
    memory.exec('BEGIN');
    for (let at = 0; at < size; at += 1) insert.run(BigInt(at), bytesOf(vectorAt(at)));
    memory.exec('COMMIT');
  });
  const select = memory.prepare('SELECT rowid FROM pieces WHERE vector MATCH ? AND k = ? ORDER BY distance');
  const find = (question: Float32Array): number[] => select.all(bytesOf(question), K).map((row) => Number(row.rowid));
  return ['exact, floats', { built: ms, find }];
}

function hnswlib(): [string, Ways] {
  const { HierarchicalNSW } = createRequire(join(peers, 'x.js'))('hnswlib-node');
  const index = new HierarchicalNSW('ip', dim);
  index.initIndex(size, 16, 200, 1);
  const { ms } = processorTime(() => {
    for (let at = 0; at < size; at += 1) index.addPoint([...vectorAt(at)], at);
  });
  index.setEf(64);
  const find = (question: Float32Array): number[] => index.searchKnn([...question], K).neighbors;
  return ['M 16, ef 200 and 64', { built: ms, find }];
}

function usearch(): [string, Ways] {
  const { Index, MetricKind, ScalarKind } = createRequire(join(peers, 'x.js'))('usearch');
  const index = new Index({
    metric: MetricKind.IP,
    quantization: ScalarKind.F32,
    connectivity: 16,
    dimensions: dim,
    expansion_add: 200,
    expansion_search: 64,
  });
  const { ms } = processorTime(() => {
    for (let at = 0; at < size; at += 1) index.add(BigInt(at), vectorAt(at));
  });
  const find = (question: Float32Array): number[] => [...index.search(question, K, 1).keys].map(Number);
  return ['M 16, ef 200 and 64', { built: ms, find }];
}

function tried(name: string, make: () => [string, Ways]): void {
  try {
    const [how, ways] = make();
    say(name, how, ways);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message.split('\n')[0] : String(thrown);
    console.log(JSON.stringify({ name, why }));
  }
}

function say(name: string, how: string, { built, find }: Ways): void {
  for (const question of asked.slice(0, 5)) find(question);
  let found = 0;
  const times = asked.map((question, n) => {
    const { ms, result } = processorTime(() => find(question));
    found += result.filter((at) => truth[n]?.includes(at)).length;
    return ms;
  });
  const wanted = truth.reduce((sum, each) => sum + each.length, 0);
  console.log(JSON.stringify({ name, how, size, built, p95: p95(times), recall: found / wanted }));
}

function floats(): Float32Array {
  const all: Float32Array[] = [];
  for (const { path, chunks } of rows) {
    const lines = readFileSync(join(root, String(path)), 'utf8').split('\n');
    for (const [name, , first, last] of StoredChunk.array().parse(JSON.parse(String(chunks))))
      all.push(embedder.code({ path: String(path), name, text: lines.slice(first - 1, last).join('\n') }));
  }
  const joined = new Float32Array(all.length * dim);
  for (const [at, vector] of all.entries()) joined.set(vector, at * dim);
  return joined;
}

function similarities(question: Float32Array): Float32Array {
  const scores = new Float32Array(size);
  for (let at = 0; at < size; at += 1) {
    let dot = 0;
    for (let k = 0; k < dim; k += 1) dot += (exact[at * dim + k] ?? 0) * (question[k] ?? 0);
    scores[at] = dot;
  }
  return scores;
}

function vectorAt(at: number): Float32Array {
  return exact.subarray(at * dim, (at + 1) * dim);
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
