import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { type RunPlace, warmUp } from './warm-up.ts';

const cacheOf = ({ write }: RunPlace): string => write?.[0]?.from ?? '';

describe('warming up', () => {
  it('keeps compiled packages, read-only, and no files of the checkout', async () => {
    const parent = tempFolder();
    const warmth = await warmUp('pytest', parent, '/projects/copy', async (place) => {
      expect(place.env).toEqual({ PYTHONPYCACHEPREFIX: cacheOf(place), PYTHONDONTWRITEBYTECODE: '' });
      for (const path of ['projects/copy/src/a.pyc', 'projects/other/b.pyc', 'usr/lib/c.pyc']) {
        mkdirSync(join(cacheOf(place), path, '..'), { recursive: true });
        writeFileSync(join(cacheOf(place), path), 'x');
      }
    });
    const folder = warmth?.place.read?.[0]?.from ?? '';
    expect(warmth?.place.write).toBeUndefined();
    expect(readdirSync(join(folder, 'projects'))).toEqual(['other']);
    expect(existsSync(join(folder, 'usr/lib/c.pyc'))).toBe(true);
    await warmth?.remove();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('removes nothing through a link that the code under test planted, and then keeps nothing', async () => {
    const [parent, precious] = [tempFolder(), tempFolder()];
    mkdirSync(join(precious, 'copy'));
    const warmth = await warmUp('pytest', parent, '/projects/copy', async (place) => {
      symlinkSync(precious, join(cacheOf(place), 'projects'));
    });
    expect(warmth).toBeNull();
    expect(readdirSync(precious)).toEqual(['copy']);
    expect(readdirSync(parent)).toEqual([]);
  });

  it('is not for runners that gain nothing by it', async () => {
    expect(
      await warmUp('vitest', tempFolder(), '/projects/copy', () => Promise.reject(new Error('not run'))),
    ).toBeNull();
  });
});
