import type { Files } from '../gate-rig.ts';

/** A small shop as people write it: two modules, their tests, a configuration, a preflight of its own. */
export const SHOP: Files = {
  'package.json': `${JSON.stringify(
    {
      name: 'shop',
      type: 'module',
      scripts: { test: 'vitest run', check: 'node scripts/check.mjs' },
      devDependencies: { vitest: '*' },
    },
    null,
    2,
  )}\n`,
  'vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['test/**/*.test.ts'], setupFiles: ['test/setup.ts'] } });
`,
  'test/setup.ts': `process.env.TZ = 'UTC';
`,
  '.assay/config.json': `${JSON.stringify({ version: 1, reviewer: { command: ['node', 'review/judge.mjs'] } })}\n`,
  'review/judge.mjs': `console.log(JSON.stringify({ findings: [] }));\n`,
  'scripts/check.mjs': `import { readdirSync, readFileSync } from 'node:fs';

const names = readdirSync('src', { recursive: true }).filter((name) => name.endsWith('.ts'));
const loud = names.filter((name) => readFileSync(\`src/\${name}\`, 'utf8').includes('console.log'));
if (loud.length > 0) {
  console.error(\`console.log in \${loud.join(', ')}\`);
  process.exit(1);
}
`,
  'src/money.ts': `/** Cents, so that sums are exact. */
export type Cents = number;

export function format(cents: Cents): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(cents);
  return \`\${sign}\${Math.floor(whole / 100)}.\${String(whole % 100).padStart(2, '0')}\`;
}
`,
  'src/cart.ts': `import type { Cents } from './money.ts';

export interface Item {
  readonly name: string;
  readonly price: Cents;
  readonly count: number;
}

export class Cart {
  readonly #items: Item[] = [];

  add(item: Item): void {
    if (item.count <= 0) throw new RangeError('count must be positive');
    this.#items.push(item);
  }

  total(): Cents {
    return this.#items.reduce((sum, { price, count }) => sum + price * count, 0);
  }
}
`,
  'src/receipt.ts': `import type { Item } from './cart.ts';
import { format } from './money.ts';

/** A line for each item, and the sum below. */
export function receipt(items: readonly Item[]): string {
  const lines = items.map(({ name, price, count }) => \`\${count} × \${name} \${format(price * count)}\`);
  const sum = items.reduce((total, { price, count }) => total + price * count, 0);
  return [...lines, \`total \${format(sum)}\`].join('\\n');
}
`,
  'test/receipt.test.ts': `import { expect, it } from 'vitest';
import { receipt } from '../src/receipt.ts';
import { item } from './helpers.ts';

it('prints a receipt', () => {
  expect(receipt([item('tea', 300, 2), item('cake', 450, 1)])).toMatchSnapshot();
});
`,
  'test/__snapshots__/receipt.test.ts.snap': `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html

exports[\`prints a receipt 1\`] = \`
"2 × tea 6.00
1 × cake 4.50
total 10.50"
\`;
`,
  'test/helpers.ts': `import type { Item } from '../src/cart.ts';

export const item = (name: string, price: number, count: number): Item => ({ name, price, count });
`,
  'package-lock.json': `${JSON.stringify(
    {
      name: 'shop',
      lockfileVersion: 3,
      packages: {
        '': { name: 'shop', devDependencies: { vitest: '*' } },
        'node_modules/vitest': { version: '5.1.0', resolved: 'vitest-5.1.0.tgz', integrity: 'sha512-a' },
      },
    },
    null,
    2,
  )}\n`,
  'test/money.test.ts': `import { describe, expect, it } from 'vitest';
import { format } from '../src/money.ts';

describe('format', () => {
  it('shows cents', () => {
    expect(format(1234)).toBe('12.34');
    expect(format(5)).toBe('0.05');
  });

  it('shows debts', () => {
    expect(format(-250)).toBe('-2.50');
  });
});
`,
  'test/cart.test.ts': `import { describe, expect, it } from 'vitest';
import { Cart } from '../src/cart.ts';

describe('Cart', () => {
  it('sums prices', () => {
    const cart = new Cart();
    cart.add({ name: 'tea', price: 300, count: 2 });
    expect(cart.total()).toBe(600);
  });

  it('refuses empty lines', () => {
    expect(() => new Cart().add({ name: 'tea', price: 1, count: 0 })).toThrow(RangeError);
  });
});
`,
};

export const DISCOUNT_TEST = `import { describe, expect, it } from 'vitest';
import { discounted } from '../src/discount.ts';

describe('discounted', () => {
  it('takes a percentage off', () => {
    expect(discounted(1000, 10)).toBe(900);
    expect(discounted(999, 50)).toBe(500);
  });

  it('refuses percentages that are none', () => {
    expect(() => discounted(1000, 101)).toThrow(RangeError);
    expect(() => discounted(1000, -1)).toThrow(RangeError);
  });
});
`;

export const DISCOUNT = `import type { Cents } from './money.ts';

/** Rounded to the shop's advantage: a half cent stays. */
export function discounted(price: Cents, percent: number): Cents {
  if (percent < 0 || percent > 100) throw new RangeError('a percentage is from 0 to 100');
  return Math.ceil((price * (100 - percent)) / 100);
}
`;
