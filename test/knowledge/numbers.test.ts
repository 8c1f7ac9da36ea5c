import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeProject } from '../../bench/knowledge/generated-project.ts';
import { measureReading } from '../../bench/knowledge-index.bench.ts';
import { measureStore } from '../../bench/knowledge-store.bench.ts';
import { farOff } from './far-off.ts';

// Times of a processor, at a twentieth of the size that the targets are for: a pass over everything where an index was
// meant, or a search where memory was, misses them by far at this size too. The sizes of the targets are the bench's.
const ctx = { quick: true, say: () => undefined };
it('K13.9 inserts, walks, searches, resolves and remembers within the numbers of the seed', async () => {
  const rows = await measureStore(ctx, join(tmpdir(), 'no-peers-are-installed-here'));
  expect(farOff(rows)).toEqual([]);
  for (const wanted of [
    /^\d[\d,]* nodes and/,
    /for 10,000 nodes/,
    /one more node/,
    /three steps through the graph/,
    /hybrid search/,
    /new question/,
    /known question/,
    /memory of the process/,
    /^Assay .*ten nearest/,
    /share of the exact ten/,
  ])
    expect(rows.filter((row) => wanted.test(row.label) && row.pass !== undefined)).not.toEqual([]);
  expect(rows.find(({ label }) => label.startsWith('… known question'))?.note).toMatch(
    /^100 % answered from the cache/,
  );
});

it('K13.10 reads a repository, opens it again unchanged and finds a change, within their numbers', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-read-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'made'));
  writeProject(join(root, 'made'), 60);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args]);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'All of it');
  const rows = await measureReading(ctx, root);
  expect(rows).toHaveLength(3);
  expect(farOff(rows)).toEqual([]);
});
