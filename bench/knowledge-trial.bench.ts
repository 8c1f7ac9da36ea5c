import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textTokensOf } from '../src/knowledge/resolve/tokens.ts';
import { openCodegraph } from './knowledge/search-server.ts';
import {
  newTrial,
  PATIENCE,
  scoreTrial,
  sourceFiles,
  type Trial,
  trialQuestions,
  tryWays,
  WAYS,
} from './knowledge/trial.ts';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { median } from './lib/measure.ts';
import { ensurePeers } from './lib/peers.ts';
import { closeTree, openTree, REPOSITORIES } from './lib/retrieval-data.ts';
import { meanOf } from './lib/retrieval-scores.ts';

export const name = 'knowledge-trial';
export const title =
  'Finding the right file, compared with other tools (retrieval questions; a simulated agent opens files in the given order)';

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
    const each = await tryWays(data, repository, every(ctx));
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
  const share = (of: (one: Trial) => number[]): number => 100 * over((one) => meanOf(of(one)));
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
      note: `${over(({ calls }) => meanOf(calls)).toFixed(1)} calls on average; gives up after ${PATIENCE} files`,
    },
  ];
}

/** What the trial is for: nothing that people use finds more, and an agent reads at least 60 % less than by words alone. */
function besideRows(trials: ReadonlyMap<Way, readonly Trial[]>): BenchRow[] {
  const mean5 = (way: Way): number => 100 * meanOver(trials.get(way) ?? [], ({ recall5 }) => meanOf(recall5));
  const tokens = (way: Way): number => meanOver(trials.get(way) ?? [], (one) => median(one.tokens));
  const others = [...trials.keys()].filter((way) => way !== 'Assay');
  const lead = mean5('Assay') - Math.max(...others.map(mean5));
  const share = (100 * tokens('Assay')) / tokens(WAYS[1]);
  return [
    {
      label: 'Assay minus the best other, recall@5',
      value: lead,
      unit: 'points',
      ...judge(lead, 'at least', 0),
    },
    {
      label: 'tokens with Assay, share of those by words alone',
      value: share,
      unit: '%',
      ...judge(share, 'at most', 40),
    },
  ];
}

const meanOver = (trials: readonly Trial[], of: (one: Trial) => number): number =>
  trials.reduce((sum, one) => sum + of(one), 0) / trials.length;

const every = ({ quick }: BenchContext): number => (quick ? 10 : 1);

/** Its answer has source in it; all of it counts as read. */
async function tryServer(ctx: BenchContext, data: string, repository: string, installed: string): Promise<Trial> {
  const knowledge = await openTree(data, repository, false);
  const files = sourceFiles(knowledge);
  const size = new Map(files.map(({ path, text }) => [path, textTokensOf(text)]));
  const home = mkdtempSync(join(tmpdir(), 'assay-codegraph-'));
  const paths = files.map(({ path }) => path);
  await using server = await openCodegraph(installed, knowledge.root, home, paths);
  const trial = newTrial();
  for (const { query, files: answers } of trialQuestions(data, repository, every(ctx))) {
    const { text, files: found } = await server.ask(query);
    scoreTrial(trial, found, new Set(answers), textTokensOf(text), size);
  }
  closeTree(knowledge);
  return trial;
}
