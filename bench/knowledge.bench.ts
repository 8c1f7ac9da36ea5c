import { existsSync } from 'node:fs';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { median } from './lib/measure.ts';
import { paraphraseShares } from './lib/paraphrases.ts';
import { REPOSITORIES } from './lib/retrieval-data.ts';
import { meanOf, PACK_TOKENS, type RetrievalScores, scoreRetrieval } from './lib/retrieval-scores.ts';

export const name = 'knowledge';
export const title =
  'Retrieval on real commits: the question is a later commit’s subject, the answer the files it changed';

/** The data lies outside the repository: ASSAY_RETRIEVAL names its folder (trees, history, dev, dev-doc). */
export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const data = process.env.ASSAY_RETRIEVAL ?? '';
  if (!existsSync(`${data}/trees`))
    return [skipped('retrieval', 'ASSAY_RETRIEVAL names no folder with trees/, history/ and dev/')];
  const all: RetrievalScores[] = [];
  for (const repository of REPOSITORIES) {
    const measured = await scoreRetrieval(data, repository, ctx.quick ? 5 : 1);
    all.push(measured);
    ctx.say(
      `${repository}: ${show(measured.at5)} / ${show(measured.at10)} / ${show(measured.mrr)}, pack ${show(measured.packFile)} / ${show(measured.packFunction)}, doc ${show(measured.doc)}, ${median(measured.ms).toFixed(1)} ms`,
    );
  }
  const over = (of: (one: RetrievalScores) => readonly number[]): number =>
    100 * meanOf(all.filter((one) => of(one).length > 0).map((one) => meanOf(of(one))));
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
      `an ${PACK_TOKENS}-token pack names a right file`,
      over(({ packFile }) => packFile),
      85,
    ),
    row(
      `an ${PACK_TOKENS}-token pack names a changed function`,
      over(({ packFunction }) => packFunction),
      63,
    ),
    {
      label: 'tokens per pack, estimated',
      value: meanOf(all.map(({ tokens }) => meanOf(tokens))),
      unit: 'tokens',
      ...judge(Math.max(...all.flatMap(({ tokens }) => tokens)), 'at most', PACK_TOKENS),
    },
    {
      label: 'one search, CPU time, median of the slowest repository',
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
      label: 'a rephrased question is answered from the cache',
      value: hits,
      unit: '%',
      ...judge(hits, 'at least', 80),
      note: '30 questions, four phrasings each; the rules were written with this half',
    },
    { label: 'a different question gets its answer', value: wrong, unit: '%', ...judge(wrong, 'at most', 1) },
  ];
}

const show = (values: readonly number[]): string => (values.length === 0 ? '-' : (100 * meanOf(values)).toFixed(1));
