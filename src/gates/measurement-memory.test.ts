import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { MEASUREMENTS_LAST_MS, memoryInFolder } from './measurement-memory.ts';

describe('G3.2 the memory of measurements', () => {
  it('is returned to every process for a while, then forgotten', async () => {
    const folder = tempFolder();
    let now = 1_000;
    await memoryInFolder(folder, () => now).remember('a', { passed: 1 });
    const other = memoryInFolder(folder, () => now);
    expect(await other.recall('a')).toEqual({ passed: 1 });
    expect(await other.recall('b')).toBeNull();
    now += MEASUREMENTS_LAST_MS + 1;
    expect(await other.recall('a')).toBeNull();
  });

  it('and an install may mend is kept for a moment, and by this process only', async () => {
    const folder = tempFolder();
    let now = 1_000;
    const memory = memoryInFolder(folder, () => now);
    await memory.remember('a', 'broken', true);
    expect(await memory.recall('a')).toBe('broken');
    expect(await memoryInFolder(folder, () => now).recall('a')).toBeNull();
    now += 3 * 60_000;
    expect(await memory.recall('a')).toBeNull();
  });

  it('once it is measured well, that is reported', async () => {
    const memory = memoryInFolder(tempFolder(), () => 1_000);
    await memory.remember('a', 'broken', true);
    await memory.remember('a', 'fine');
    expect(await memory.recall('a')).toBe('fine');
  });
});
