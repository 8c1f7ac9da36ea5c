import { TYPESCRIPT } from './all-cheats.ts';
import { describeCheats } from './describe-cheats.ts';
import { DISCOUNT, DISCOUNT_TEST, SHOP } from './projects/typescript.ts';
import { HONEST_FIX } from './typescript/fix.ts';
import { HONEST } from './typescript/honest.ts';

describeCheats({
  name: 'TypeScript with vitest',
  project: SHOP,
  preflight: 'npm run check',
  red: { 'test/discount.test.ts': DISCOUNT_TEST },
  green: { 'src/discount.ts': DISCOUNT },
  cheats: TYPESCRIPT,
  honest: [...HONEST, ...HONEST_FIX],
  lacks: null,
});
