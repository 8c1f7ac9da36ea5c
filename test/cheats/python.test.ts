import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';
import { PYTHON } from './all-cheats.ts';
import { describeCheats } from './describe-cheats.ts';
import { PY_DISCOUNT, PY_DISCOUNT_TEST, PY_SHOP } from './projects/python.ts';
import { HONEST_FIX } from './python/fix.ts';
import { HONEST } from './python/honest.ts';

const found = spawnSync('python3', ['-c', 'import pytest'], { encoding: 'utf8', timeout: 20_000 });

describe('G3.9 G3.11 G3.12 G3.13 G3.15 G3.16 G3.18 G3.25 cheats in Python are refused by name, honest work is accepted', () => {
  describeCheats({
    name: 'Python with pytest',
    project: PY_SHOP,
    preflight: 'python3 scripts/check.py',
    red: { 'tests/test_discount.py': PY_DISCOUNT_TEST },
    green: { 'shop/discount.py': PY_DISCOUNT },
    cheats: PYTHON,
    honest: [...HONEST, ...HONEST_FIX],
    lacks: found.status === 0 ? null : 'python3 has no pytest',
  });
});
