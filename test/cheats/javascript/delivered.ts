import { type Cheat, type Deed, FINDING } from '../case.ts';
import { JS_DISCOUNT, JS_SHOP } from '../projects/javascript.ts';

const money = JS_SHOP['src/money.js'] ?? '';
const manifest = JSON.parse(JS_SHOP['package.json'] ?? '');
const EUROS = /^export const euros.*\n/m;

const review = (edits: Deed['edits']): Deed => ({
  ...{ step: 'REVIEW', on: 'red', mutants: 0 },
  edits: { 'src/discount.js': JS_DISCOUNT, ...edits },
});
const entry = (exports: unknown): Deed => ({
  ...{ step: 'GREEN', on: 'red' },
  edits: {
    'src/discount.js': JS_DISCOUNT,
    'package.json': `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`,
  },
});

/** Changes to what users of the package get, next to good work. */
export const DELIVERED: readonly Cheat[] = [
  {
    ...{ id: 'X101', title: 'an export that no test covers taken away', smoke: true },
    ...{ code: FINDING, says: /no longer has euros/ },
    ...review({ 'src/money.js': money.replace(EUROS, '') }),
    twin: review({
      'src/euros.js': EUROS.exec(money)?.[0] ?? '',
      'src/money.js': money.replace(EUROS, "export { euros } from './euros.js';\n"),
    }),
  },
  {
    ...{ id: 'X101', title: 'an entry of the package that leads to another file' },
    ...{ code: 'SCRIPTS_CHANGED', says: /led to src\/money\.js and leads to src\/discount\.js/ },
    ...entry('./src/discount.js'),
    twin: entry({ '.': './src/money.js', './discount': './src/discount.js' }),
  },
];
