import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readFiles, sourceFiles } from './source-files.ts';

const FILES = ['.gitignore', 'node_modules/p/index.js', 'src/a.ts', 'src/b.log', 'tracked.ts'];

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-files-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of FILES) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path === '.gitignore' ? '*.log\nnode_modules/\n' : path);
  }
  return root;
}

it('lists what git tracks and what is new, not what it ignores or what was deleted', () => {
  const root = folder();
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  execFileSync('git', ['add', 'tracked.ts'], { cwd: root });
  expect(sourceFiles(root)).toEqual(['.gitignore', 'src/a.ts', 'tracked.ts']);
  rmSync(join(root, 'tracked.ts'));
  expect(sourceFiles(root)).toEqual(['.gitignore', 'src/a.ts']);
});

it('walks the folder where there is no repository', () => {
  expect(sourceFiles(folder())).toEqual(['.gitignore', 'src/a.ts', 'src/b.log', 'tracked.ts']);
});

it('reads the files that are wanted', () => {
  const read = readFiles(folder(), ['src/a.ts', 'tracked.ts'], (path) => path.startsWith('src/'));
  expect([...read]).toEqual([['src/a.ts', 'src/a.ts']]);
});
