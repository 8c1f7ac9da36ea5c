import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeOf, openHome } from './home.ts';
import { tempFolder } from './testing/temp-folder.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('homeOf', () => {
  it('is ASSAY_HOME, or .assay in HOME, and touches nothing', () => {
    const folder = tempFolder();
    expect(homeOf({ HOME: folder }).root).toBe(join(folder, '.assay'));
    expect(homeOf({ HOME: folder, ASSAY_HOME: '' }).root).toBe(join(folder, '.assay'));
    expect(homeOf({ HOME: '/h', ASSAY_HOME: '/x/y' }).root).toBe('/x/y');
    expect(homeOf({ HOME: '/h', ASSAY_HOME: '~/mine' }).root).toBe('/h/mine');
    expect(existsSync(join(folder, '.assay'))).toBe(false);
  });

  it('says what to set when there is neither', () => {
    expect(() => homeOf({})).toThrow(
      expect.objectContaining({ code: 'HOME_UNWRITABLE', next: expect.stringContaining('ASSAY_HOME') }),
    );
  });
});

describe('openHome', () => {
  it('makes private folders, also the second time', async () => {
    const folder = tempFolder();
    await openHome({ HOME: folder });
    const home = await openHome({ HOME: folder });
    for (const path of [home.root, dirname(home.database), home.blobs, home.logs, home.cache]) {
      expect(modeOf(path)).toBe(0o700);
    }
  });

  it('X9.3 closes a root that others could look into', async () => {
    const folder = tempFolder();
    chmodSync(folder, 0o755);
    await openHome({ ASSAY_HOME: folder });
    expect(modeOf(folder)).toBe(0o700);
  });

  it('takes a symbolic link to a folder', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    await openHome({ ASSAY_HOME: join(folder, 'link') });
    expect(existsSync(join(folder, 'real', 'blobs'))).toBe(true);
  });

  it('names the place and the variable when it cannot be used', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'half'));
    writeFileSync(join(folder, 'half', 'blobs'), '');
    symlinkSync('nowhere/at/all', join(folder, 'dangling'));
    const places = [
      join(folder, 'file'),
      join(folder, 'file', 'below'),
      join(folder, 'half'),
      join(folder, 'dangling'),
      '/proc/assay',
    ];
    for (const place of places) {
      await expect(openHome({ ASSAY_HOME: place })).rejects.toMatchObject({
        code: 'HOME_UNWRITABLE',
        message: expect.stringMatching(new RegExp(`${place}.*ASSAY_HOME`)),
        next: expect.stringContaining('ASSAY_HOME'),
      });
    }
  });
});
