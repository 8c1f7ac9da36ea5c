import { JAVASCRIPT } from './all-cheats.ts';
import { describeCheats } from './describe-cheats.ts';
import { HONEST } from './javascript/steps.ts';
import { JS_DISCOUNT, JS_DISCOUNT_TEST, JS_SHOP } from './projects/javascript.ts';

describeCheats({
  name: 'JavaScript with node:test',
  project: JS_SHOP,
  preflight: 'npm run check',
  red: { 'test/discount.test.js': JS_DISCOUNT_TEST },
  green: { 'src/discount.js': JS_DISCOUNT },
  cheats: JAVASCRIPT,
  honest: HONEST,
  lacks: null,
});
