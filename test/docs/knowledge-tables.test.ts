import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const DOCS = readFileSync(join(import.meta.dirname, '../../docs/benchmarks.md'), 'utf8');

interface Row {
  readonly label: string;
  readonly measured: number;
  readonly note: string;
}

/** A table as `npm run bench -- NAME --write` left it. */
function tableOf(bench: string): Row[] {
  const [, table = ''] = new RegExp(`<!-- bench:${bench} -->\n(.*?)<!-- /bench -->`, 's').exec(DOCS) ?? [];
  return table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, label = '', measured = '', , , , note = '']) => ({
      ...{ label, note },
      measured: Number.parseFloat(measured.replaceAll(',', '')),
    }));
}

/** The one row whose label has these words. */
function measured(bench: string, words: RegExp): number {
  const rows = tableOf(bench).filter(({ label }) => words.test(label));
  expect(rows, `${bench}: ${words}`).toHaveLength(1);
  return rows[0]?.measured ?? Number.NaN;
}

describe('what knowledge was last measured to do', () => {
  it.each([
    ['K13.6 recall@5', 'knowledge', /^recall@5$/, 86],
    ['K13.6 recall@10', 'knowledge', /^recall@10$/, 91],
    ['K13.6 MRR', 'knowledge', /^MRR$/, 79.5],
    ['K13.7 names a right file', 'knowledge', /names a right file/, 85],
    ['K13.7 names a changed function', 'knowledge', /names a changed function/, 63],
    ['K13.8 doc sentence to function', 'knowledge', /^doc sentence to function/, 81],
    ['K13.12 answered from memory', 'knowledge', /answered from memory/, 80],
  ])('%s', (_, bench, words, least) => {
    expect(measured(bench, words)).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ['K13.12 another question is taken for it', 'knowledge', /another question is taken for it/, 1],
    ['K13.9 nodes and … edges, read from a folder', 'knowledge-store', /nodes and .* edges, read from a folder/, 120],
    ['K13.9 one node more', 'knowledge-store', /^one node more/, 1],
    ['K13.9 three steps through the graph', 'knowledge-store', /^three steps through the graph/, 10],
    ['K13.9 hybrid search', 'knowledge-store', /^hybrid search/, 50],
    ['K13.9 resolve to 800 tokens', 'knowledge-store', /^resolve to 800 tokens/, 100],
    ['K13.9 asked before', 'knowledge-store', /^… asked before/, 10],
    ['K13.9 memory of the process', 'knowledge-store', /^memory of the process/, 500],
    ['K13.9 Assay …ten nearest of 100,000', 'knowledge-store', /^Assay .*ten nearest of 100,000/, 20],
    ['K13.10 read for the first time', 'knowledge-index', /read for the first time$/, 20],
    ['K13.10 nothing changed', 'knowledge-index', /^… nothing changed/, 200],
    ['K13.10 a file changed while it is watched', 'knowledge-index', /^… a file changed while it is watched/, 300],
  ])('%s', (_, bench, words, most) => {
    expect(measured(bench, words)).toBeLessThanOrEqual(most);
  });

  it('K13.11 has a trial beside ripgrep, FTS5, a repository map and a published server, each with its numbers', () => {
    const rows = tableOf('knowledge-trial').filter(({ label }) => label.endsWith(': recall@5'));
    const ways = [/^Assay/, /ripgrep/, /FTS5/, /aider/, /codegraph, an MCP server from npm/];
    for (const way of ways) expect(rows.find(({ label }) => way.test(label))?.measured, String(way)).toBeGreaterThan(0);
  });
});
