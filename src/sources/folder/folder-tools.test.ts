import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Json } from '#contracts/json.ts';
import { folderTools } from './folder-tools.ts';

function open() {
  const root = mkdtempSync(join(tmpdir(), 'assay-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'notes');
  mkdirSync(join(folder, 'deep/.git'), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), 'outside');
  writeFileSync(join(folder, 'a.md'), '# Leases\n\nA lease is held for 30 seconds.\n');
  writeFileSync(join(folder, 'deep/b.md'), 'nothing here\n');
  writeFileSync(join(folder, 'deep/.git/c'), 'lease');
  writeFileSync(join(folder, 'picture.png'), Buffer.from([1, 0, 2]));
  symlinkSync(join(root, 'secret.txt'), join(folder, 'link'));
  const tools = new Map(folderTools('notes', folder).map((tool) => [tool.title, tool]));
  const context = { signal: new AbortController().signal, cwd: root, progress: () => undefined };
  return async (name: string, input: Json) => {
    const tool = tools.get(`notes: ${name}`);
    return tool?.run(tool.input.parse(input), context);
  };
}

it('C6.10 a folder is listed, read and searched', async () => {
  const use = open();
  expect(await use('list', {})).toMatchObject({ output: { files: ['a.md', 'picture.png', 'deep/b.md'] } });
  expect(await use('search', { words: 'LEASE is' })).toMatchObject({
    output: { hits: [{ path: 'a.md', line: 3, text: 'A lease is held for 30 seconds.' }], cut: false },
  });
  expect(await use('read', { path: 'deep/b.md' })).toMatchObject({ output: { text: 'nothing here\n' } });
});

it.each(['../secret.txt', 'link', 'deep/../../secret.txt'])('C6.10 does not lead out of it: %s', async (path) => {
  expect(await open()('read', { path })).toMatchObject({
    ok: false,
    error: { message: `${path} is not in the folder.` },
  });
});

it('reports files that it cannot read', async () => {
  const use = open();
  expect(await use('read', { path: 'none' })).toMatchObject({ ok: false, error: { code: 'FILE_MISSING' } });
  expect(await use('read', { path: 'picture.png' })).toMatchObject({ ok: false });
});
