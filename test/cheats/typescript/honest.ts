import type { Deed, Honest } from '../case.ts';
import { DISCOUNT, DISCOUNT_TEST, SHOP } from '../projects/typescript.ts';

const at = (path: string): string => SHOP[path] ?? '';
const manifest = JSON.parse(at('package.json'));
const red = (title: string, edits: Deed['edits'], more: Partial<Honest> = {}): Honest => ({
  title,
  step: 'RED',
  on: 'base',
  edits,
  ...more,
});
const green = (title: string, edits: Deed['edits']): Honest => ({
  title,
  step: 'GREEN',
  on: 'red',
  edits: { 'src/discount.ts': DISCOUNT, ...edits },
});
const refactor = (title: string, edits: Deed['edits']): Honest => ({ title, step: 'REFACTOR', on: 'green', edits });

const describeIt = (name: string, body: string, from: string, more = ''): string =>
  `import { ${more}describe, expect, it } from 'vitest';\nimport { ${name} } from '${from}';\n\ndescribe('${name}', () => {\n${body}\n});\n`;

/** Work as people do it. None of it may be refused. */
export const HONEST: readonly Honest[] = [
  red(
    'a new module',
    {
      'test/tax.test.ts': describeIt(
        'withTax',
        "  it('adds it', () => {\n    expect(withTax(1000, 19)).toBe(1190);\n  });",
        '../src/tax.ts',
      ),
    },
    { smoke: true },
  ),
  red('a function that an existing module lacks', {
    'test/money.test.ts': `${at('test/money.test.ts').replace('{ format }', '{ format, parse }')}\nit('reads amounts', () => {\n  expect(parse('12.34')).toBe(1234);\n});\n`,
  }),
  red('behaviour added to a function', {
    'test/money.test.ts': `${at('test/money.test.ts')}\nit('groups thousands', () => {\n  expect(format(123456789)).toBe('1,234,567.89');\n});\n`,
  }),
  red('behaviour changed, and its test with it', {
    'test/cart.test.ts': at('test/cart.test.ts').replace('toThrow(RangeError)', 'toThrow(TypeError)'),
  }),
  red('a method that a class lacks', {
    'test/cart.test.ts': `${at('test/cart.test.ts')}\nit('counts', () => {\n  const cart = new Cart();\n  cart.add({ name: 'tea', price: 300, count: 2 });\n  expect(cart.size()).toBe(2);\n});\n`,
  }),
  red('a table of tests', {
    'test/discount.test.ts': describeIt(
      'discounted',
      "  it.each([\n    [1000, 10, 900],\n    [200, 50, 100],\n  ])('takes %i less %i', (price, percent, left) => {\n    expect(discounted(price, percent)).toBe(left);\n  });",
      '../src/discount.ts',
    ),
  }),
  red('a fixture file', { 'test/fixtures/prices.json': '{ "tea": 300 }\n', 'test/discount.test.ts': DISCOUNT_TEST }),
  red('a helper for tests', {
    'test/prices.ts':
      "import { discounted } from '../src/discount.ts';\n\nexport const half = (price: number) => discounted(price, 50);\n",
    'test/discount.test.ts':
      "import { expect, it } from 'vitest';\nimport { half } from './prices.ts';\n\nit('halves', () => {\n  expect(half(500)).toBe(250);\n});\n",
  }),
  red('a helper of the tests extended', {
    'test/helpers.ts': `${at('test/helpers.ts')}\nexport const many = (count: number): Item[] => Array.from({ length: count }, () => item('tea', 300, 1));\n`,
    'test/discount.test.ts': DISCOUNT_TEST,
  }),
  red('set-up inside a new test file', {
    'test/discount.test.ts': describeIt(
      'discounted',
      "  let price = 0;\n  beforeEach(() => {\n    price = 1000;\n  });\n\n  it('takes off', () => {\n    expect(discounted(price, 10)).toBe(900);\n  });",
      '../src/discount.ts',
      'beforeEach, ',
    ),
  }),
  red('a snapshot written by hand', {
    'test/slip.test.ts':
      "import { expect, it } from 'vitest';\nimport { slip } from '../src/slip.ts';\n\nit('prints a slip', () => {\n  expect(slip('tea')).toMatchSnapshot();\n});\n",
    'test/__snapshots__/slip.test.ts.snap':
      '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`prints a slip 1`] = `"1 × tea"`;\n',
  }),
  red('a module that is loaded inside the test', {
    'test/discount.test.ts':
      "import { expect, it } from 'vitest';\n\nit('takes off', async () => {\n  const { discounted } = await import('../src/discount.ts');\n  expect(discounted(1000, 10)).toBe(900);\n});\n",
  }),
  red('the missing module created empty', {
    'src/discount.ts':
      "export function discounted(_price: number, _percent: number): number {\n  throw new Error('not yet');\n}\n",
    'test/discount.test.ts': DISCOUNT_TEST,
  }),
  red('a test renamed on the way', {
    'test/discount.test.ts': DISCOUNT_TEST,
    'test/cart.test.ts': at('test/cart.test.ts').replace('refuses empty lines', 'refuses lines without items'),
  }),
  red('a test that expects an error of types', {
    'test/discount.test.ts': DISCOUNT_TEST.replace(
      "  it('refuses",
      "  it('wants numbers', () => {\n    // @ts-expect-error a text is no price\n    expect(() => discounted('1', 10)).toThrow(TypeError);\n  });\n\n  it('refuses",
    ),
  }),
  red(
    'its command named',
    { 'test/discount.test.ts': DISCOUNT_TEST },
    { command: 'npx vitest run test/discount.test.ts 2>&1' },
  ),
  { ...green('the plain work', {}), smoke: true },
  green('the code in two files', {
    'src/percent.ts':
      "export function checkPercent(percent: number): void {\n  if (percent < 0 || percent > 100) throw new RangeError('a percentage is from 0 to 100');\n}\n",
    'src/discount.ts':
      "import { checkPercent } from './percent.ts';\n\nexport function discounted(price: number, percent: number): number {\n  checkPercent(percent);\n  return Math.ceil((price * (100 - percent)) / 100);\n}\n",
  }),
  green('documentation with it', {
    'README.md': '# Shop\n\nUse `// @ts-ignore` nowhere.\n',
    'docs/prices.md': 'Discounts are rounded up.\n',
  }),
  green('a description in package.json', {
    'package.json': `${JSON.stringify({ ...manifest, description: 'a shop', exports: { '.': './src/cart.ts' } }, null, 2)}\n`,
  }),
  green('a new script in package.json', {
    'package.json': `${JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, start: 'node src/cart.ts' } }, null, 2)}\n`,
  }),
  green('one more test', {
    'test/edge.test.ts':
      "import { expect, it } from 'vitest';\nimport { discounted } from '../src/discount.ts';\n\nit('takes all', () => {\n  expect(discounted(100, 100)).toBe(0);\n});\n",
  }),
  green('one more test in an existing file', {
    'test/money.test.ts': `${at('test/money.test.ts')}\nit('shows nothing', () => {\n  expect(format(0)).toBe('0.00');\n});\n`,
  }),
  green('other code tidied up', {
    'src/cart.ts': at('src/cart.ts').replace(
      '(sum, { price, count }) => sum + price * count',
      '(sum, item) => sum + item.price * item.count',
    ),
  }),
  refactor('a private helper renamed', { 'src/money.ts': at('src/money.ts').replaceAll('whole', 'absolute') }),
  refactor('a function moved to another file', {
    'src/discount.ts': "export { discounted } from './prices/discount.ts';\n",
    'src/prices/discount.ts': DISCOUNT.replace('./money.ts', '../money.ts'),
  }),
  refactor('a function moved, and the import of its test', {
    'src/discount.ts': null,
    'src/reduction.ts': DISCOUNT,
    'test/discount.test.ts': DISCOUNT_TEST.replace('../src/discount.ts', '../src/reduction.ts'),
  }),
  refactor('a comment in a test', {
    'test/discount.test.ts': DISCOUNT_TEST.replace("  it('takes", "  // Rounded up.\n  it('takes"),
  }),
  { title: 'a review of honest work', step: 'REVIEW', on: 'green', edits: {}, mutants: 12 },
  {
    title: 'a review of a function that only moved',
    step: 'REVIEW',
    on: 'base',
    edits: {
      'src/money.ts': "export type Cents = number;\n\nexport { format } from './format.ts';\n",
      'src/format.ts': at('src/money.ts').replace(
        '/** Cents, so that sums are exact. */\nexport type Cents = number;\n',
        "import type { Cents } from './money.ts';\n",
      ),
    },
    mutants: 8,
  },
  {
    title: 'a review of a class and a constant',
    step: 'REVIEW',
    on: 'base',
    edits: {
      'src/limits.ts': 'export const MOST = 99;\n',
      'test/limits.test.ts':
        "import { expect, it } from 'vitest';\nimport { MOST } from '../src/limits.ts';\n\nit('is known', () => {\n  expect(MOST).toBe(99);\n});\n",
    },
    mutants: 4,
  },
];
