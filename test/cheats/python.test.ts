import { spawnSync } from 'node:child_process';
import { describeCheats } from './describe-cheats.ts';
import { PY_DISCOUNT, PY_DISCOUNT_TEST, PY_SHOP } from './projects/python.ts';
import { HONEST } from './python/honest.ts';
import { REVIEW } from './python/review.ts';
import { STEPS } from './python/steps.ts';

const found = spawnSync('python3', ['-c', 'import pytest'], { encoding: 'utf8', timeout: 20_000 });

describeCheats({
  name: 'Python with pytest',
  project: PY_SHOP,
  preflight: 'python3 scripts/check.py',
  red: { 'tests/test_discount.py': PY_DISCOUNT_TEST },
  green: { 'shop/discount.py': PY_DISCOUNT },
  cheats: [...STEPS, ...REVIEW],
  honest: HONEST,
  lacks: found.status === 0 ? null : 'python3 has no pytest',
});
