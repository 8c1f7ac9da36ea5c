import { describe, expect, it } from 'vitest';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { ownSearch } from './own-search.ts';

const never = new AbortController().signal;

describe('C1 the search of a machine without ripgrep', () => {
  it('says that a path is not there, as ripgrep does', async () => {
    const folder = tempFolder();
    write(folder, { 'a.txt': 'one\n' });
    expect(await ownSearch(folder, { pattern: 'x', path: 'none', ignoreCase: false }, never)).toMatchObject({
      type: 'refused',
      error: { code: 'FILE_MISSING' },
    });
    expect(await ownSearch(folder, { pattern: 'one', path: '', ignoreCase: false }, never)).toMatchObject({
      type: 'found',
      lines: [{ path: 'a.txt', rest: '1:one' }],
    });
  });
});
