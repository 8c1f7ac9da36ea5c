import { existsSync } from 'node:fs';
import { packCode } from '../src/knowledge/resolve/code-pack.ts';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { median } from './lib/measure.ts';
import { paraphraseShares } from './lib/paraphrases.ts';
import { openTree, queriesOf, REPOSITORIES, type RetrievalQuery } from './lib/retrieval-data.ts';

export const name = 'knowledge';
export const title =
  'Retrieval on real commits: questions are subjects of later commits, answers the files they changed';

const BUDGET = 800;

interface Measured {
  readonly at5: number[];
  readonly at10: number[];
  readonly mrr: number[];
  readonly packFile: number[];
  readonly packFunction: number[];
  readonly tokens: number[];
  readonly ms: number[];
  readonly doc: number[];
}

/** The data lies outside the repository: ASSAY_RETRIEVAL names its folder (trees, history, dev, dev-doc). */
export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const data = process.env.ASSAY_RETRIEVAL ?? '';
  if (!existsSync(`${data}/trees`))
    return [skipped('retrieval', 'ASSAY_RETRIEVAL names no folder with trees/, history/ and dev/')];
  const all: Measured[] = [];
  for (const repository of REPOSITORIES) {
    const measured = await measure(ctx, data, repository);
    all.push(measured);
    ctx.say(
      `${repository}: ${show(measured.at5)} / ${show(measured.at10)} / ${show(measured.mrr)}, pack ${show(measured.packFile)} / ${show(measured.packFunction)}, doc ${show(measured.doc)}, ${median(measured.ms).toFixed(1)} ms`,
    );
  }
  const over = (of: (one: Measured) => readonly number[]): number =>
    100 * mean(all.filter((one) => of(one).length > 0).map((one) => mean(of(one))));
  const row = (label: string, value: number, least: number): BenchRow => ({
    label,
    value,
    unit: '%',
    ...judge(value, 'at least', least),
  });
  const slowest = Math.max(...all.map(({ ms }) => median(ms)));
  return [
    row(
      'recall@5',
      over(({ at5 }) => at5),
      86,
    ),
    row(
      'recall@10',
      over(({ at10 }) => at10),
      91,
    ),
    row(
      'MRR',
      over(({ mrr }) => mrr),
      79.5,
    ),
    row(
      'doc sentence to function, recall@10',
      over(({ doc }) => doc),
      81,
    ),
    row(
      `a pack of ${BUDGET} tokens names a right file`,
      over(({ packFile }) => packFile),
      85,
    ),
    row(
      `a pack of ${BUDGET} tokens names a changed function`,
      over(({ packFunction }) => packFunction),
      63,
    ),
    {
      label: 'tokens of a pack, estimated',
      value: mean(all.map(({ tokens }) => mean(tokens))),
      unit: 'tokens',
      ...judge(Math.max(...all.flatMap(({ tokens }) => tokens)), 'at most', BUDGET),
    },
    {
      label: 'one search, processor time, median of the slowest repository',
      value: slowest,
      unit: 'ms',
      ...judge(slowest, 'at most', 15),
    },
    ...paraphraseRows(data),
  ];
}

function paraphraseRows(data: string): BenchRow[] {
  const shares = paraphraseShares(data);
  if (!shares) return [skipped('paraphrases', 'there is no paraphrase/dev.jsonl')];
  const [hits, wrong] = [100 * shares.hits, 100 * shares.wrong];
  return [
    {
      label: 'a question put otherwise is answered from memory',
      value: hits,
      unit: '%',
      ...judge(hits, 'at least', 80),
      note: '30 questions, four ways each; the rules were written against this half',
    },
    { label: 'another question is taken for it', value: wrong, unit: '%', ...judge(wrong, 'at most', 1) },
  ];
}

async function measure(ctx: BenchContext, data: string, repository: string): Promise<Measured> {
  const knowledge = await openTree(data, repository, false);
  const measured: Measured = {
    at5: [],
    at10: [],
    mrr: [],
    packFile: [],
    packFunction: [],
    tokens: [],
    ms: [],
    doc: [],
  };
  const every = ctx.quick ? 5 : 1;
  for (const [n, question] of queriesOf(data, 'dev', repository).entries()) {
    if (n % every !== 0) continue;
    const before = process.cpuUsage();
    const hits = knowledge.code.search(question.query, { limit: 50 });
    const { user, system } = process.cpuUsage(before);
    // Time of the processor: on a shared machine the clock on the wall measures the others.
    measured.ms.push((user + system) / 1000);
    const right = new Set(question.files);
    const share = (k: number): number => hits.slice(0, k).filter(({ path }) => right.has(path)).length / right.size;
    const first = hits.findIndex(({ path }) => right.has(path));
    measured.at5.push(share(5));
    measured.at10.push(share(10));
    measured.mrr.push(first < 0 ? 0 : 1 / (first + 1));
    const pack = packCode(knowledge.root, hits, BUDGET);
    measured.tokens.push(pack.tokens);
    measured.packFile.push(pack.pieces.some(({ path }) => right.has(path)) ? 1 : 0);
    if (question.functions.length > 0) {
      const wanted = new Set(question.functions);
      measured.packFunction.push(pack.pieces.some(({ path, symbol }) => wanted.has(`${path}#${symbol}`)) ? 1 : 0);
    }
  }
  knowledge.close();
  const docs = queriesOf(data, 'dev-doc', repository);
  if (docs.length > 0) {
    const blank = await openTree(data, repository, true);
    docs.forEach((question, n) => {
      if (n % every === 0)
        measured.doc.push(isFound(question, blank.code.pieces(question.query, { limit: 10 })) ? 1 : 0);
    });
    blank.close();
  }
  return measured;
}

/** By its name, or by nearly the same lines where the benchmark names it otherwise. */
function isFound(
  { functions, files, lines }: RetrievalQuery,
  pieces: readonly { path: string; symbol: string; first: number; last: number }[],
): boolean {
  return pieces.some(({ path, symbol, first, last }) => {
    if (path !== files[0]) return false;
    if (functions.includes(`${path}#${symbol}`)) return true;
    if (!lines) return false;
    const shared = Math.min(last, lines[1]) - Math.max(first, lines[0]) + 1;
    return shared / (Math.max(last, lines[1]) - Math.min(first, lines[0]) + 1) > 0.7;
  });
}

const show = (values: readonly number[]): string => (values.length === 0 ? '-' : (100 * mean(values)).toFixed(1));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
