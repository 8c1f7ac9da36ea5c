import { describe, expect, it } from 'vitest';
import { modulesOf, reachedFrom } from './modules-of.ts';

describe('the imports of a test file', () => {
  it('is followed through files that only re-export, and no further', async () => {
    const files: Record<string, string> = {
      'tests/__init__.py': 'import shop as store\n',
      'src/shop/__init__.py': 'from ._cart import total\n',
      'src/shop/_cart.py': 'from ._price import price\n\ndef total():\n    return price()\n',
      'src/shop/_price.py': 'def price():\n    return 1\n',
    };
    const read = async (path: string) => files[path] ?? null;
    const paths = Object.keys(files);
    const text = 'from . import store\n\ndef test_total():\n    store.total()\n';
    expect(await modulesOf('tests/test_cart.py', text, paths)).toEqual(['tests/__init__.py']);
    expect(await reachedFrom('tests/test_cart.py', text, paths, read)).toEqual([
      'tests/__init__.py',
      'src/shop/__init__.py',
      'src/shop/_cart.py',
    ]);
  });
});
