import { expect, it } from 'vitest';
import { protectionOf } from './protected-paths.ts';

it('a test of types is one of the tests, wherever it is; a declaration is not', () => {
  for (const path of ['types/index.test-d.ts', 'src/a.spec-d.mts', 'types/index.tst.ts'])
    expect(protectionOf(path)).toBe('test-support');
  for (const path of ['types/index.d.ts', 'src/tst.ts', 'src/test-d.ts']) expect(protectionOf(path)).toBeNull();
});
