import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readPrices } from './read-prices.ts';

describe('a person’s prices', () => {
  it('are read from their file, and may be missing, but not broken', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-prices-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'prices.json');
    expect(await readPrices(path)).toBeUndefined();
    writeFileSync(path, '{"date":"2026-01-01","models":[{"model":"a:b","input":1,"output":2}]}');
    expect((await readPrices(path))?.models).toHaveLength(1);
    writeFileSync(path, '{"models":[]}');
    await expect(readPrices(path)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(path),
    });
    await expect(readPrices(folder)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});
