import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openRuns } from '../open-runs.ts';
import { diskReport } from './disk.ts';

it('S2.29 assay disk says what takes the room, the largest first, and adds it up', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-disk-'));
  const env = { PATH: process.env.PATH, ASSAY_HOME: root };
  const runs = await openRuns(env);
  onTestFinished(async () => {
    await runs.close();
    rmSync(root, { recursive: true, force: true });
  });
  const before = await diskReport(runs, env);
  await runs.blobs.put('x'.repeat(3_000_000));
  const { rows, total, free } = await diskReport(runs, env);
  const [first] = rows;
  expect(first).toMatchObject({ what: expect.stringContaining('blobs'), path: runs.home.blobs });
  expect(first?.bytes).toBeGreaterThanOrEqual(3_000_000);
  expect(rows.map(({ bytes }) => bytes)).toEqual(rows.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
  expect(rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(total);
  expect(total - before.total).toBeGreaterThanOrEqual(3_000_000);
  expect(free).toBeGreaterThan(0);
});
