import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Knowledge } from '../src/knowledge/knowledge.ts';
import { FUNCTIONS_A_FILE, writeProject } from './knowledge/generated-project.ts';
import { p95, processorTime, processorTimeOf } from './knowledge/processor-time.ts';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { ensurePeers } from './lib/peers.ts';

export const name = 'knowledge-store';
export const title =
  'Knowledge store at 100,000 nodes, compared with sqlite-vec (exact), hnswlib-node and usearch on the same vectors (CPU time)';

const Read = z.object({
  open: z.number(),
  first: z.number(),
  hybrid: z.number(),
  cold: z.number(),
  cached: z.number(),
  hits: z.number(),
  walk: z.number(),
  reached: z.number(),
  megabytes: z.number(),
});
const Vectors = z.union([
  z.object({
    name: z.string(),
    how: z.string(),
    size: z.number(),
    built: z.number(),
    p95: z.number(),
    recall: z.number(),
  }),
  z.object({ name: z.string(), why: z.string() }),
]);

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const peers = join(ctx.root, 'bench', 'vectors');
  const had = await ensurePeers(peers, (line) => ctx.say(line));
  if (had.ready) buildHnswlib(ctx, peers);
  return measureStore(ctx, peers);
}

/** A generated project of 4,000 files is indexed as any project is, then asked from a process of its own. */
export async function measureStore(ctx: Pick<BenchContext, 'quick' | 'say'>, peers: string): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-knowledge-'));
  const root = join(folder, 'tree');
  const database = join(folder, 'knowledge.db');
  const files = ctx.quick ? 200 : 4_000;
  try {
    mkdirSync(root);
    writeProject(root, files);
    const written = await writeRows(ctx, root, database);
    ctx.say('asking');
    const asked = ctx.quick ? 20 : 200;
    const read = Read.parse(JSON.parse(child('reader.ts', root, database, String(asked))));
    ctx.say('vectors');
    return [...written, ...readRows(read), ...vectorRows(root, database, peers, asked)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeRows(
  ctx: Pick<BenchContext, 'quick' | 'say'>,
  root: string,
  database: string,
): Promise<BenchRow[]> {
  const knowledge = new Knowledge(root, database);
  const started = performance.now();
  const { ms } = await processorTimeOf(() =>
    knowledge.index({
      progress: (done, total) => void (done % 500 === 0 && ctx.say(`${done} of ${total} files`)),
    }),
  );
  const wall = (performance.now() - started) / 1_000;
  const count = (table: string): number => Number(knowledge.store.db.get(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0);
  const [nodes, edges] = [count('nodes'), count('edges')];
  const inserts = Array.from(
    { length: ctx.quick ? 100 : 2_000 },
    (_, n) => processorTime(() => insert(knowledge, n)).ms,
  );
  knowledge.close();
  const slow = p95(inserts);
  const tenThousand = (ms * 10) / Math.max(1, nodes);
  return [
    {
      label: `${nodes.toLocaleString('en-GB')} nodes and ${edges.toLocaleString('en-GB')} edges, read from a folder`,
      value: ms / 1_000,
      unit: 's',
      ...judge(ms / 1_000, 'at most', 120),
      note: `${Math.round(ms / (files(nodes) || 1))} ms a file of ${FUNCTIONS_A_FILE} functions; ${wall.toFixed(0)} s wall clock on a busy machine`,
    },
    { label: '… for 10,000 nodes', value: tenThousand, unit: 's', ...judge(tenThousand, 'at most', 10) },
    { label: 'one more node, in its own transaction, p95', value: slow, unit: 'ms', ...judge(slow, 'at most', 1) },
  ];
}

const files = (nodes: number): number => Math.floor(nodes / (FUNCTIONS_A_FILE + 1));

function insert({ store }: Knowledge, n: number): number {
  return store.put(
    {
      key: `bench:${n}`,
      domain: 'history',
      kind: 'decision',
      name: `decision ${n}`,
      text: `The lease of session ${n} is renewed before the budget of the worker is counted again.`,
      trust: 'user',
    },
    { kind: 'user', id: 'bench', confidence: 1 },
  );
}

function readRows({
  open,
  first,
  hybrid,
  cold,
  cached,
  hits,
  walk,
  reached,
  megabytes,
}: z.infer<typeof Read>): BenchRow[] {
  const row = (label: string, value: number, most: number, note?: string): BenchRow => ({
    label,
    value,
    unit: 'ms',
    ...judge(value, 'at most', most),
    ...(note === undefined ? {} : { note }),
  });
  return [
    row('three steps through the graph, p95', walk, 10, `${reached.toFixed(0)} nodes reached on average`),
    row('hybrid search: words, history, graph and vectors, p95', hybrid, 50),
    row('resolve to 800 tokens, new question, p95', cold, 100),
    row('… known question, p95', cached, 10, `${Math.round(100 * hits)} % answered from the cache`),
    {
      label: 'memory of the process',
      value: megabytes,
      unit: 'MB',
      ...judge(megabytes, 'at most', 500),
    },
    { label: 'opening and first question', value: open + first, unit: 'ms' },
  ];
}

function vectorRows(root: string, database: string, peers: string, asked: number): BenchRow[] {
  const lines = child('vectors.ts', root, database, peers, String(asked)).trim().split('\n');
  return lines.flatMap((line): BenchRow[] => {
    const one = Vectors.parse(JSON.parse(line));
    if ('why' in one) return [skipped(`${one.name}: ten nearest, p95`, one.why)];
    const ours = one.name === 'Assay';
    const label = `${one.name} (${one.how}): ten nearest of ${one.size.toLocaleString('en-GB')}`;
    return [
      {
        label: `${label}, p95`,
        value: one.p95,
        unit: 'ms',
        ...(ours ? judge(one.p95, 'at most', 20) : {}),
        note: `${(one.built / 1_000).toFixed(1)} s to build or load`,
      },
      {
        label: '… share of the exact ten (float search)',
        value: 100 * one.recall,
        unit: '%',
        ...(ours ? judge(100 * one.recall, 'at least', 95) : {}),
      },
    ];
  });
}

/** It has no prebuilt binary: where there is a compiler it is built, once; where there is none, its rows say so. */
function buildHnswlib(ctx: BenchContext, peers: string): void {
  try {
    execFileSync('npm', ['rebuild', 'hnswlib-node'], { cwd: peers, stdio: 'ignore', timeout: 600_000 });
  } catch {
    ctx.say('hnswlib-node could not be built here');
  }
}

function child(script: string, ...args: string[]): string {
  return execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'knowledge', script), ...args],
    { encoding: 'utf8', maxBuffer: 1 << 24 },
  );
}
