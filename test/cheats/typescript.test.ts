import { describe } from 'vitest';
import { TYPESCRIPT } from './all-cheats.ts';
import { describeCheats } from './describe-cheats.ts';
import { DISCOUNT, DISCOUNT_TEST, SHOP } from './projects/typescript.ts';
import { HONEST_FIX } from './typescript/fix.ts';
import { HONEST } from './typescript/honest.ts';

describe('G3.9 G3.11 G3.12 G3.13 G3.15 G3.16 G3.18 G3.20 G3.25 cheats in TypeScript are refused by name, honest work is accepted', () => {
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
});
