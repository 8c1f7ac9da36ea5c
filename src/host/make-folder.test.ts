import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';
import { tempFolder } from './testing/temp-folder.ts';

describe('makeFolder', () => {
  it('makes missing parents too, and says whether it was new', async () => {
    const path = join(tempFolder(), 'a', 'b', 'c');
    expect(await makeFolder(path)).toBe(true);
    expect(await makeFolder(path)).toBe(false);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('tolerates others that make the same folder', async () => {
    const path = join(tempFolder(), 'a', 'b', 'c');
    await Promise.all(Array.from({ length: 10 }, () => makeFolder(path)));
    expect(statSync(path).isDirectory()).toBe(true);
  });

  it('fails quickly if there is a file, or if no folder can be made', async () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(file, 'x'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(makeFolder('/proc/assay/x')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
