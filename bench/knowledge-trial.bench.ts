import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knowledge } from '../src/knowledge/knowledge.ts';
import { packCode } from '../src/knowledge/resolve/code-pack.ts';
import { textTokensOf } from '../src/knowledge/resolve/tokens.ts';
import { byFts5, byGrep, byRepoMap, type FindFiles, type SourceFile } from './knowledge/rival-searches.ts';
import { openCodegraph } from './knowledge/search-server.ts';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { median } from './lib/measure.ts';
import { ensurePeers } from './lib/peers.ts';
import { openTree, queriesOf, REPOSITORIES } from './lib/retrieval-data.ts';

export const name = 'knowledge-trial';
export const title =
  'The right file, by what people use for it: the questions of the retrieval table; the agent is simulated and opens files in the order it was told';

/** An agent that has opened so many in vain looks elsewhere. */
const PATIENCE = 10;
const PACK = 800;

interface Trial {
  readonly recall5: number[];
  readonly recall10: number[];
  readonly first: number[];
  /** Of the search's answer and of the files opened until a right one is. */
  readonly tokens: number[];
  readonly calls: number[];
}

const WAYS = [
  'Assay',
  'words, found as ripgrep would (our imitation)',
  'FTS5, a row a file',
  "repository map in aider's manner (our imitation)",
] as const;
const SERVER = 'codegraph, an MCP server from npm';
type Way = (typeof WAYS)[number] | typeof SERVER;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const data = process.env.ASSAY_RETRIEVAL ?? '';
  if (!existsSync(`${data}/trees`))
    return [skipped('trial', 'ASSAY_RETRIEVAL names no folder with trees/, history/ and dev/')];
  const installed = join(ctx.root, 'bench', 'search-servers');
  const server = await ensurePeers(installed, (line) => ctx.say(line));
  const ways: Way[] = [...WAYS, ...(server.ready ? ([SERVER] as const) : [])];
  const trials = new Map<Way, Trial[]>(ways.map((way) => [way, []]));
  for (const repository of REPOSITORIES) {
    ctx.say(repository);
    const each = await tryOne(ctx, data, repository);
    for (const way of WAYS) trials.get(way)?.push(each[way]);
    if (server.ready) trials.get(SERVER)?.push(await tryServer(ctx, data, repository, installed));
  }
  return [
    ...ways.flatMap((way) => rowsOf(way, trials.get(way) ?? [])),
    ...besideRows(trials),
    ...(server.ready ? [] : [skipped(SERVER, server.why)]),
  ];
}

function rowsOf(way: Way, trials: readonly Trial[]): BenchRow[] {
  const over = (of: (one: Trial) => number): number => meanOver(trials, of);
  const share = (of: (one: Trial) => number[]): number => 100 * over((one) => mean(of(one)));
  return [
    {
      label: `${way}: recall@5`,
      value: share(({ recall5 }) => recall5),
      unit: '%',
      note: `recall@10 ${share(({ recall10 }) => recall10).toFixed(1)} %, MRR ${share(({ first }) => first).toFixed(1)} %`,
    },
    {
      label: '… tokens read until a right file is open, median',
      value: over(({ tokens }) => median(tokens)),
      unit: 'tokens',
      note: `${over(({ calls }) => mean(calls)).toFixed(1)} calls on average; after ${PATIENCE} files it gives up`,
    },
  ];
}

/** What the trial is for: nothing that people use finds more, and an agent reads at least 60 % less than by words alone. */
function besideRows(trials: ReadonlyMap<Way, readonly Trial[]>): BenchRow[] {
  const mean5 = (way: Way): number => 100 * meanOver(trials.get(way) ?? [], ({ recall5 }) => mean(recall5));
  const tokens = (way: Way): number => meanOver(trials.get(way) ?? [], (one) => median(one.tokens));
  const others = [...trials.keys()].filter((way) => way !== 'Assay');
  const lead = mean5('Assay') - Math.max(...others.map(mean5));
  const share = (100 * tokens('Assay')) / tokens(WAYS[1]);
  return [
    {
      label: 'Assay beside the best of the others, recall@5',
      value: lead,
      unit: 'points',
      ...judge(lead, 'at least', 0),
    },
    { label: 'tokens with Assay, of those by words alone', value: share, unit: '%', ...judge(share, 'at most', 40) },
  ];
}

const meanOver = (trials: readonly Trial[], of: (one: Trial) => number): number =>
  trials.reduce((sum, one) => sum + of(one), 0) / trials.length;

const sourceFiles = (knowledge: Knowledge): SourceFile[] =>
  knowledge.store.db
    .all("SELECT path FROM files WHERE facet = 'source' ORDER BY path")
    .map(({ path }) => String(path))
    .map((path) => ({ path, text: readFileSync(join(knowledge.root, path), 'utf8') }));

const empty = (): Trial => ({ recall5: [], recall10: [], first: [], tokens: [], calls: [] });

/** The questions of the table; all of them unless a quick look is wanted. */
const asked = (ctx: BenchContext, data: string, repository: string) =>
  queriesOf(data, 'dev', repository).filter((_, n) => n % (ctx.quick ? 10 : 1) === 0);

/** Its answer has source in it; all of it counts as read. */
async function tryServer(ctx: BenchContext, data: string, repository: string, installed: string): Promise<Trial> {
  const knowledge = await openTree(data, repository, false);
  const files = sourceFiles(knowledge);
  knowledge.close();
  const size = new Map(files.map(({ path, text }) => [path, textTokensOf(text)]));
  const home = mkdtempSync(join(tmpdir(), 'assay-codegraph-'));
  const paths = files.map(({ path }) => path);
  await using server = await openCodegraph(installed, knowledge.root, home, paths);
  const trial = empty();
  for (const { query, files: answers } of asked(ctx, data, repository)) {
    const { text, files: found } = await server.ask(query);
    score(trial, found, new Set(answers), textTokensOf(text), size);
  }
  return trial;
}

async function tryOne(
  ctx: BenchContext,
  data: string,
  repository: string,
): Promise<Record<(typeof WAYS)[number], Trial>> {
  const knowledge = await openTree(data, repository, false);
  const files = sourceFiles(knowledge);
  const size = new Map(files.map(({ path, text }) => [path, textTokensOf(text)]));
  const assay: FindFiles = (question) => knowledge.code.search(question, { limit: 50 }).map(({ path }) => path);
  const ways: Record<(typeof WAYS)[number], FindFiles> = {
    Assay: assay,
    'words, found as ripgrep would (our imitation)': byGrep(files),
    'FTS5, a row a file': byFts5(files),
    "repository map in aider's manner (our imitation)": byRepoMap(knowledge, files),
  };
  const trials = Object.fromEntries(WAYS.map((way) => [way, empty()])) as Record<(typeof WAYS)[number], Trial>;
  for (const { query, files: answers } of asked(ctx, data, repository)) {
    const right = new Set(answers);
    for (const way of WAYS) {
      const found = ways[way](query);
      const told =
        way === 'Assay'
          ? packCode(knowledge.root, knowledge.code.search(query, { limit: 50 }), PACK).tokens
          : textTokensOf(found.slice(0, PATIENCE).join('\n'));
      score(trials[way], found, right, told, size);
    }
  }
  knowledge.close();
  return trials;
}

function score(
  trial: Trial,
  found: readonly string[],
  right: ReadonlySet<string>,
  told: number,
  size: ReadonlyMap<string, number>,
): void {
  const share = (k: number): number => found.slice(0, k).filter((path) => right.has(path)).length / right.size;
  const at = found.findIndex((path) => right.has(path));
  trial.recall5.push(share(5));
  trial.recall10.push(share(10));
  trial.first.push(at < 0 ? 0 : 1 / (at + 1));
  const opened = found.slice(0, at < 0 ? PATIENCE : Math.min(PATIENCE, at + 1));
  trial.tokens.push(opened.reduce((sum, path) => sum + (size.get(path) ?? 0), told));
  trial.calls.push(1 + opened.length);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
