import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderView } from './folder-view.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-view-'));
  await mkdir(join(root, 'node_modules/x'), { recursive: true });
  await mkdir(join(root, 'src/deep'), { recursive: true });
  await writeFile(join(root, 'node_modules/x/package.json'), '{}');
  await writeFile(join(root, 'package.json'), '{"a":1}');
  await writeFile(join(root, 'src/a.ts'), 'x'.repeat(100));
  await writeFile(join(root, 'src/deep/b.ts'), 'b');
  await writeFile(join(root, 'src/bin.ts'), 'a\0b');
  await symlink('/etc/passwd', join(root, 'Makefile'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('a folder’s view', () => {
  it('lists the project’s own files, follows no link, and reads text only', () => {
    const view = folderView(root);
    expect(view.paths).toEqual(['package.json', 'src/a.ts', 'src/bin.ts', 'src/deep/b.ts']);
    expect(view.read('package.json')).toBe('{"a":1}');
    expect(view.read('src/bin.ts')).toBeNull();
    expect(view.read('Makefile')).toBeNull();
    expect(view.read('../../etc/passwd')).toBeNull();
  });

  it('stops at its limits, and says so', () => {
    const limits = { files: 2, fileBytes: 50, depth: 12 };
    const view = folderView(root, limits);
    expect(view.paths).toHaveLength(2);
    expect(view.truncated).toBe(true);
    expect(folderView(root, { ...limits, files: 100 }).read('src/a.ts')).toBeNull();
    expect(folderView(root, { ...limits, files: 100, depth: 1 })).toMatchObject({ truncated: true });
  });
});
