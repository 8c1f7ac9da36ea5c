import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measureMany } from '../../bench/knowledge-many.bench.ts';
import { farOff } from './far-off.ts';

const ALL = process.env.ASSAY_SLOW === '1';
/** `npm run test:all`, and `npm run bench -- knowledge-many`, have them all. */
const FILES = ALL ? 200_000 : 1_000;

it(`K13.13 reads ${FILES} files in one run of assay index, resumed after a kill; finds, watches and opens them again`, {
  timeout: 3_600_000,
}, async () => {
  const ctx = { root: join(import.meta.dirname, '../..'), quick: !ALL, say: () => undefined };
  const rows = await measureMany(ctx, FILES);
  expect(farOff(rows)).toEqual([]);
  expect(rows.filter(({ pass }) => pass !== undefined).length).toBe(5);
});
