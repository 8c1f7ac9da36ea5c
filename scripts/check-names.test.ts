import { describe, expect, it } from 'vitest';
import { checkNames, twinNames } from './check-names.ts';

describe('X7.3 exported names', () => {
  it('are twins when two files define them; test files do not count', () => {
    const files = new Map([
      ['src/a/x.ts', 'export const Found = z.object({});\nexport type Found = z.infer<typeof Found>;\n'],
      ['src/b/x.ts', 'export interface Found {}\nexport function own() {}\n'],
      ['src/b/x.test.ts', 'export const own = 1;\n'],
    ]);
    expect([...twinNames(files)]).toEqual([['Found', ['src/a/x.ts', 'src/b/x.ts']]]);
  });

  it('are each reported with the files that export them', () => {
    const files = new Map([
      ['src/a.ts', 'export const one = 1;\nexport const two = 2;\n'],
      ['src/b.ts', 'export const one = 1;\n'],
    ]);
    expect(checkNames(files)).toEqual([
      'one is exported by src/a.ts and src/b.ts: rename one, or move both into one file',
    ]);
    expect(checkNames(new Map([...files].slice(0, 1)))).toEqual([]);
  });
});
