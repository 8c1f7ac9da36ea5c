import { describe, expect, it } from 'vitest';
import { checkNames, MOST_TWINS, twinNames } from './check-names.ts';

describe('X7.3 exported names', () => {
  it('that two files define are found, those of one file and of tests are not', () => {
    const files = new Map([
      ['src/a/x.ts', 'export const Found = z.object({});\nexport type Found = z.infer<typeof Found>;\n'],
      ['src/b/x.ts', 'export interface Found {}\nexport function own() {}\n'],
      ['src/b/x.test.ts', 'export const own = 1;\n'],
    ]);
    expect([...twinNames(files)]).toEqual([['Found', ['src/a/x.ts', 'src/b/x.ts']]]);
  });

  it('may not become more', () => {
    const lines = Array.from({ length: MOST_TWINS + 1 }, (_, at) => `export const n${at} = 1;`).join('\n');
    expect(checkNames(new Map([['src/a.ts', lines]]))).toEqual([]);
    expect(
      checkNames(
        new Map([
          ['src/a.ts', lines],
          ['src/b.ts', lines],
        ]),
      ),
    ).toHaveLength(1);
  });
});
