import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canWriteInto, writeInto } from './edited-checkout.ts';

const edits = new Map([['test/a.test.js', 'watched\n']]);

describe('a checkout that is edited', () => {
  it('is used where files are as git stores them', () => {
    expect(canWriteInto(['src/a.js', 'test/a.test.js'], edits)).toBe(true);
  });

  it.each([
    ['attributes may change what git writes', ['test/a.test.js', '.gitattributes'], 'test/a.test.js'],
    ['attributes lie in a folder', ['test/a.test.js', 'docs/.gitattributes'], 'test/a.test.js'],
    ['the file is new: its folder may be a link', ['test'], 'test/a.test.js'],
    ['dependencies may be named in it', ['package.json'], 'package.json'],
    ['an install reads it', ['setup.py'], 'setup.py'],
  ])('is not used where %s', (_why, paths, path) => {
    expect(canWriteInto(paths, new Map([[path, '']]))).toBe(false);
  });

  describe('on disk', () => {
    let folder = '';
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'assay-edited-'));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    it('keeps the mode, removes, and never writes through a link', async () => {
      mkdirSync(join(folder, 'test'));
      const outside = join(folder, 'outside');
      writeFileSync(outside, 'safe');
      writeFileSync(join(folder, 'test/run.js'), 'old');
      chmodSync(join(folder, 'test/run.js'), 0o755);
      writeFileSync(join(folder, 'test/gone.js'), 'old');
      symlinkSync(outside, join(folder, 'test/link.js'));
      await writeInto(
        folder,
        new Map([
          ['test/run.js', 'new'],
          ['test/gone.js', null],
          ['test/link.js', 'new'],
        ]),
      );
      expect(readFileSync(join(folder, 'test/run.js'), 'utf8')).toBe('new');
      expect(statSync(join(folder, 'test/run.js')).mode & 0o100).toBe(0o100);
      expect(statSync(join(folder, 'test/gone.js'), { throwIfNoEntry: false })).toBeUndefined();
      expect(readFileSync(outside, 'utf8')).toBe('safe');
      expect(readFileSync(join(folder, 'test/link.js'), 'utf8')).toBe('new');
    });
  });
});
