import { chmodSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { MESSAGE, repositoryWith, storeIn } from '../testing/test-repository.ts';
import { touchedPaths } from './diff.ts';
import { parsePatch } from './patch.ts';

const lines = (count: number, text: string): string =>
  Array.from({ length: count }, (_, n) => `${text} ${n}\n`).join('');

async function workspaceWith(files: Record<string, string | Uint8Array>) {
  return storeIn(tempFolder()).create({ name: 'one', repository: repositoryWith(files) });
}

describe('a diff', () => {
  it('reports files, kinds, renames, counts and hunks', async () => {
    const space = await workspaceWith({
      'old.txt': lines(20, 'line'),
      'gone.txt': 'gone\n',
      'run.sh': '#!/bin/sh\n',
      'pic.bin': Buffer.of(0, 1, 2),
    });
    renameSync(join(space.path, 'old.txt'), join(space.path, 'new.txt'));
    rmSync(join(space.path, 'gone.txt'));
    chmodSync(join(space.path, 'run.sh'), 0o755);
    write(space.path, { 'pic.bin': Buffer.of(0, 9), 'added.txt': 'one\ntwo' });
    await space.commit(MESSAGE);
    const diff = await space.diff();
    expect(diff.files.map(({ hunks: _, ...file }) => file)).toEqual([
      expect.objectContaining({
        path: 'added.txt',
        status: 'added',
        added: 2,
        deleted: 0,
        kind: 'file',
        oldKind: null,
      }),
      expect.objectContaining({ path: 'gone.txt', status: 'deleted', deleted: 1, kind: null }),
      expect.objectContaining({ path: 'new.txt', oldPath: 'old.txt', status: 'renamed', added: 0 }),
      expect.objectContaining({ path: 'pic.bin', status: 'modified', binary: true }),
      expect.objectContaining({ path: 'run.sh', status: 'modified', kind: 'executable', oldKind: 'file' }),
    ]);
    expect(diff.files[0]?.hunks).toEqual([
      {
        oldStart: 0,
        oldLines: 0,
        newStart: 1,
        newLines: 2,
        heading: '',
        lines: ['+one', '+two', '\\ No newline at end of file'],
      },
    ]);
    expect(diff.files.every(({ truncated }) => !truncated)).toBe(true);
    expect(touchedPaths(diff)).toEqual(['added.txt', 'gone.txt', 'old.txt', 'new.txt', 'pic.bin', 'run.sh']);
  });

  it('is not led astray by files that look like a diff', async () => {
    const space = await workspaceWith({ 'a.txt': 'x\n', 'b.txt': 'b\n' });
    write(space.path, { 'a.txt': 'diff --git a b\n@@ -1 +1 @@\n-x\n', 'b.txt': 'c\n' });
    await space.commit(MESSAGE);
    const { files } = await space.diff();
    expect(files.map(({ path, hunks }) => [path, hunks.length])).toEqual([
      ['a.txt', 1],
      ['b.txt', 1],
    ]);
    expect(files[0]?.hunks[0]?.lines).toEqual(['-x', '+diff --git a b', '+@@ -1 +1 @@', '+-x']);
  });

  it('names every file and bounds the hunks', async () => {
    const space = await workspaceWith({ 'a.txt': 'a\n' });
    write(space.path, { 'b.txt': lines(5_000, 'b'), 'c.txt': 'c\n', 'd.txt': lines(5_000, 'd') });
    await space.commit(MESSAGE);
    const perFile = await space.diff(undefined, { bytesPerFile: 1_000 });
    expect(perFile.files.map(({ path, truncated, added }) => [path, truncated, added])).toEqual([
      ['b.txt', true, 5_000],
      ['c.txt', false, 1],
      ['d.txt', true, 5_000],
    ]);
    const total = await space.diff(undefined, { totalBytes: 10_000 });
    expect(total.files.map(({ path, truncated }) => [path, truncated])).toEqual([
      ['b.txt', true],
      ['c.txt', true],
      ['d.txt', true],
    ]);
    expect(JSON.stringify(total).length).toBeLessThan(20_000);
  });

  it('reads nothing before the first block', () => {
    expect(parsePatch('noise\n+x\n', 100)).toEqual([]);
  });
});
