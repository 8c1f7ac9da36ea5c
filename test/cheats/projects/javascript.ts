import type { Files } from '../gate-rig.ts';

/** A small library in plain JavaScript, tested by the runner that comes with Node. */
export const JS_SHOP: Files = {
  'package.json': `${JSON.stringify(
    {
      name: 'shop',
      type: 'module',
      exports: './src/money.js',
      scripts: { test: 'node --test', check: 'node scripts/check.mjs' },
    },
    null,
    2,
  )}\n`,
  'scripts/check.mjs': `import { readdirSync, readFileSync } from 'node:fs';

const loud = readdirSync('src').filter((name) => readFileSync(\`src/\${name}\`, 'utf8').includes('console.log'));
if (loud.length > 0) {
  console.error(\`console.log in \${loud.join(', ')}\`);
  process.exit(1);
}
`,
  'src/money.js': `/** Cents, so that sums are exact. */
export const cents = (amount) => Math.round(amount * 100);
export const euros = (amount) => amount / 100;
`,
  'test/money.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '../src/money.js';

test('counts cents', () => {
  assert.equal(cents(1.5), 150);
  assert.equal(cents(0.07), 7);
});
`,
};

export const JS_DISCOUNT_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discounted } from '../src/discount.js';

test('takes a percentage off', () => {
  assert.equal(discounted(1000, 10), 900);
  assert.equal(discounted(999, 50), 500);
});

test('refuses percentages that are none', () => {
  assert.throws(() => discounted(1000, 101), RangeError);
  assert.throws(() => discounted(1000, -1), RangeError);
});
`;

export const JS_DISCOUNT = `export function discounted(price, percent) {
  if (percent < 0 || percent > 100) throw new RangeError('a percentage is from 0 to 100');
  return Math.ceil((price * (100 - percent)) / 100);
}
`;
