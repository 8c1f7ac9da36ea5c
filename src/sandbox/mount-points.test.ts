import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { makeMountPoints } from './mount-points.ts';

describe('makeMountPoints', () => {
  it('makes the folders that are covered inside a folder, and none elsewhere', () => {
    const folder = join(tempFolder(), 'ws');
    mkdirSync(folder);
    const beside = `${folder}-beside`;
    makeMountPoints(
      folder,
      ['packages/a/node_modules', 'packages/a/node_modules', '', '../ws-beside/x'].map((at) => ({
        from: '/usr',
        at: join(folder, at),
      })),
    );
    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([
      'packages',
      'packages/a',
      'packages/a/node_modules',
    ]);
    expect(existsSync(beside)).toBe(false);
  });

  it('follows no link that an agent left in their place', () => {
    const root = tempFolder();
    const [folder, elsewhere] = [join(root, 'ws'), join(root, 'elsewhere')];
    for (const path of [folder, elsewhere]) mkdirSync(path);
    symlinkSync(elsewhere, join(folder, 'packages'));
    const mount = { from: '/usr', at: join(folder, 'packages/a/node_modules') };
    expect(() => makeMountPoints(folder, [mount])).toThrow(/symbolic link/);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
