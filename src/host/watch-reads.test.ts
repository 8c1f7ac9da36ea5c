import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder, write } from './testing/temp-folder.ts';
import { watchReads } from './watch-reads.ts';

describe('which files were read', () => {
  it('is seen from outside, even if a program resets the time', async (context) => {
    const folder = tempFolder();
    write(folder, { 'a/read.txt': 'a', 'left.txt': 'b', 'hidden.txt': 'c', 'changed.txt': 'd' });
    const watch = await watchReads(folder, ['a/read.txt', 'left.txt', 'hidden.txt', 'changed.txt', 'absent.txt']);
    readFileSync(join(folder, 'a/read.txt'));
    readFileSync(join(folder, 'hidden.txt'));
    utimesSync(join(folder, 'hidden.txt'), new Date('2001-01-01T00:00:00Z'), new Date());
    writeFileSync(join(folder, 'changed.txt'), 'e');
    const read = await watch.end();
    if (read === null) context.skip('this file system does not keep when a file was read');
    expect(read).toEqual(['a/read.txt', 'hidden.txt', 'changed.txt']);
  });
});
