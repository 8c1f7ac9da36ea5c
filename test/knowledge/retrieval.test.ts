import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Trial, tryWays, WAYS } from '../../bench/knowledge/trial.ts';
import { median } from '../../bench/lib/measure.ts';
import { paraphraseShares } from '../../bench/lib/paraphrases.ts';
import { meanOf, PACK_TOKENS, type RetrievalScores, scoreRetrieval } from '../../bench/lib/retrieval-scores.ts';

/** One of the repositories of `npm run bench -- knowledge`, whole: what retrieval/README.md says about it. */
const DATA = join(import.meta.dirname, 'retrieval');

describe('retrieval on the later commits of gin', () => {
  let scores: RetrievalScores;
  beforeAll(async () => {
    scores = await scoreRetrieval(DATA, 'gin');
  });

  // The bars are a little below what is reached (93.6 / 97.0 / 84.1). Without git history it is 91.7 / 94.8 / 83.9, without
  // the learned weights 93.2 / 97.4 / 83.2: both fail here. The bench has the targets, over four repositories.
  it('K13.6 finds the files that a commit changed', () => {
    expect(scores.mrr).toHaveLength(111);
    expect(meanOf(scores.at5)).toBeGreaterThan(0.93);
    expect(meanOf(scores.at10)).toBeGreaterThan(0.965);
    expect(meanOf(scores.mrr)).toBeGreaterThan(0.835);
  });

  it('K13.7 names the right file and the changed function in 800 tokens', () => {
    expect(Math.max(...scores.tokens)).toBeLessThanOrEqual(PACK_TOKENS);
    expect(meanOf(scores.packFile)).toBeGreaterThan(0.96);
    expect(meanOf(scores.packFunction)).toBeGreaterThan(0.8);
  });

  it('K13.8 finds a function by a sentence of its documentation, with every comment blanked out', () => {
    expect(scores.doc).toHaveLength(100);
    expect(meanOf(scores.doc)).toBeGreaterThan(0.84);
  });
});

describe('the paraphrase cache', () => {
  it('K13.12 hits 80 % of questions put otherwise, and takes less than 1 % of the others for them', () => {
    const shares = paraphraseShares(DATA);
    expect(shares?.hits).toBeGreaterThanOrEqual(0.8);
    expect(shares?.wrong).toBeLessThan(0.01);
  });
});

describe('K13.11 the comparison with the tools that people use', () => {
  it('finds more files in the first five than ripgrep, FTS5 and a repo map, and costs an agent less', async () => {
    const trials = await tryWays(DATA, 'gin');
    const at5 = ({ recall5 }: Trial): number => meanOf(recall5);
    for (const way of WAYS) if (way !== 'Assay') expect(at5(trials.Assay)).toBeGreaterThan(at5(trials[way]) + 0.05);
    const words = trials['words, as ripgrep finds them (our imitation)'];
    expect(median(trials.Assay.tokens)).toBeLessThan(median(words.tokens));
  });

  it('is in the docs as one table, with a published server', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../docs/benchmarks.md'), 'utf8');
    const table = /<!-- bench:knowledge-trial -->(.*?)<!-- \/bench -->/s.exec(docs)?.[1] ?? '';
    const ways = [...table.matchAll(/^\| (.*): recall@5 \| \d+\.\d % \|/gm)].map(([, way]) => way);
    expect(ways).toEqual(expect.arrayContaining([...WAYS, 'codegraph, an MCP server from npm']));
  });
});
