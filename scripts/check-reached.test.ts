import { describe, expect, it } from 'vitest';
import { checkReached } from './check-reached.ts';

const check = (files: Record<string, string>): string[] => checkReached(new Map(Object.entries(files)));

describe('X7.2 exports that no user can come to', () => {
  it('are named, unless another room, a dynamic import or the file itself uses them', () => {
    expect(
      check({
        'src/host/a.ts':
          'export const used = 1;\nexport const alone = 2;\nexport const inner = 3;\nconst x = inner;\nvoid x;\n',
        'src/host/b.ts': 'export const all = 1;\n',
        'src/app/c.ts': "import { used } from '#host/a.ts';\nvoid used;\nvoid import('#host/b.ts');\n",
        'src/host/a.test.ts': "import { alone } from './a.ts';\nvoid alone;\n",
        'bench/a.bench.ts': "import { alone } from '../src/host/a.ts';\nvoid alone;\n",
      }),
    ).toEqual([expect.stringContaining('src/host/a.ts exports alone, which only tests reach')]);
  });

  it('may lie in a folder of test helpers', () => {
    expect(check({ 'src/host/testing/a.ts': 'export const helper = 1;\n' })).toEqual([]);
  });
});
