import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';
import { describeCheats } from './describe-cheats.ts';
import { UT_DISCOUNT, UT_DISCOUNT_TEST, UT_SHOP } from './projects/unittest.ts';
import { UNITTEST, UNITTEST_HONEST } from './python/unittest.ts';

const found = spawnSync('python3', ['--version'], { encoding: 'utf8', timeout: 20_000 });

describe('G10.26 cheats in tests that unittest runs are refused by name, honest work is accepted', () => {
  describeCheats({
    name: 'Python with unittest',
    project: UT_SHOP,
    preflight: 'python3 scripts/check.py',
    red: { 'tests/test_discount.py': UT_DISCOUNT_TEST },
    green: { 'shop/discount.py': UT_DISCOUNT },
    cheats: UNITTEST,
    honest: UNITTEST_HONEST,
    lacks: found.status === 0 ? null : 'there is no python3',
  });
});
