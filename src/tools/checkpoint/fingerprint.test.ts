import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { fingerprint, missingOutputs } from './fingerprint.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function printOf(input: string, folder: string) {
  const result = await fingerprint([input], folder);
  if (!result.ok) throw new Error(result.why);
  return result.prints[input];
}

describe('T7 checkpoint: the content of inputs', () => {
  it('changes with the content of a file, a folder or a pattern, and with nothing else', async () => {
    const folder = folderWith({ 'a.txt': '1', 'src/x.ts': 'x', 'src/deep/y.ts': 'y', 'src/z.md': 'z' });
    const before = {
      file: await printOf('a.txt', folder),
      tree: await printOf('src', folder),
      glob: await printOf('src/**/*.ts', folder),
    };
    expect(before.tree?.files).toBe(3);
    expect(before.glob?.files).toBe(2);
    writeFileSync(join(folder, 'a.txt'), '1'); // the same again
    expect(await printOf('a.txt', folder)).toEqual(before.file);

    writeFileSync(join(folder, 'src/z.md'), 'changed');
    expect(await printOf('src/**/*.ts', folder)).toEqual(before.glob);
    expect(await printOf('src', folder)).not.toEqual(before.tree);

    writeFileSync(join(folder, 'src/deep/y.ts'), 'changed');
    expect(await printOf('src/**/*.ts', folder)).not.toEqual(before.glob);
    rmSync(join(folder, 'src/deep/y.ts'));
    expect((await printOf('src/**/*.ts', folder))?.files).toBe(1);
  });

  it('sees a file that only moved', async () => {
    const folder = folderWith({ 'src/a': 'same' });
    const before = await printOf('src', folder);
    rmSync(join(folder, 'src/a'));
    writeFileSync(join(folder, 'src/b'), 'same');
    expect(await printOf('src', folder)).not.toEqual(before);
  });

  it('reads a name that looks like a pattern literally, if such a file exists', async () => {
    const folder = folderWith({ '[a].txt': 'odd', 'a.txt': 'even' });
    const odd = await printOf('[a].txt', folder);
    writeFileSync(join(folder, 'a.txt'), 'changed');
    expect(await printOf('[a].txt', folder)).toEqual(odd);
  });

  it('a plain name that is missing is named; a pattern may find nothing; links in a circle do no harm', async () => {
    const folder = folderWith({ 'src/a': 'a' });
    symlinkSync('..', join(folder, 'src/up'));
    expect(await fingerprint(['gone.csv'], folder)).toEqual({ ok: false, why: 'input gone.csv does not exist' });
    expect((await printOf('*.csv', folder))?.files).toBe(0);
    expect((await printOf('src', folder))?.files).toBe(1);
    expect(missingOutputs(['src', 'gone', 'src/a'], folder)).toEqual(['gone']);
  });
});
