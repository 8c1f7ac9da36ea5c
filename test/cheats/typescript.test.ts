import { describeCheats } from './describe-cheats.ts';
import { DISCOUNT, DISCOUNT_TEST, SHOP } from './projects/typescript.ts';
import { COMMANDS } from './typescript/commands.ts';
import { GREEN } from './typescript/green.ts';
import { GROUND } from './typescript/ground.ts';
import { HONEST } from './typescript/honest.ts';
import { RED } from './typescript/red.ts';
import { REVIEW } from './typescript/review.ts';

export const TYPESCRIPT = [...COMMANDS, ...RED, ...GREEN, ...GROUND, ...REVIEW];

describeCheats({
  name: 'TypeScript with vitest',
  project: SHOP,
  preflight: 'npm run check',
  red: { 'test/discount.test.ts': DISCOUNT_TEST },
  green: { 'src/discount.ts': DISCOUNT },
  cheats: TYPESCRIPT,
  honest: HONEST,
  lacks: null,
});
