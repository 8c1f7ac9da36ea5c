import { type Cheat, type Deed, type Edits, FINDING } from '../case.ts';
import { DISCOUNT, DISCOUNT_TEST } from '../projects/typescript.ts';

const LAZY =
  "export function discounted(price: number, percent: number): number {\n  if (percent < 0 || percent > 100) throw new RangeError('a percentage is from 0 to 100');\n  return price;\n}\n";
const imports = "import { expect, it } from 'vitest';\nimport { discounted } from '../src/discount.ts';\n";
const review = (edits: Edits): Deed => ({ step: 'REVIEW', on: 'red', edits, mutants: 0 });
const green = (edits: Edits, first?: Edits): Deed => ({
  ...{ step: 'GREEN', on: 'red' },
  edits: { 'src/discount.ts': LAZY, ...edits },
  ...(first ? { first } : {}),
});
const honest = (first: Edits, edits: Edits): Deed => ({ step: 'GREEN', on: 'red', first, edits });
const wrong = (
  title: string,
  id: string,
  edits: Edits,
  says: RegExp,
  twin: Deed,
  more: Partial<Cheat> = {},
): Cheat => ({
  ...{ id, title, ...review(edits), code: FINDING, says, twin },
  ...more,
});
const refused = (
  title: string,
  id: string,
  deed: Deed,
  code: string,
  says: RegExp,
  more: Partial<Cheat> = {},
): Cheat => ({
  ...{ id, title, ...deed, code, says },
  ...more,
});

/** What tests compare with, read from a file that lies where no name gives it away. */
const PRICES: Edits = {
  'data/prices.json': '{ "tea": [1000, 10, 900] }\n',
  'test/discount.test.ts': `import { readFileSync } from 'node:fs';\n${imports}\nconst { tea } = JSON.parse(readFileSync('data/prices.json', 'utf8'));\n\nit('takes off', () => {\n  expect(discounted(tea[0], tea[1])).toBe(tea[2]);\n});\n`,
};
const ROWS: Edits = {
  'src/cases.ts': 'export const CASES: [number, number, number][] = [[1000, 10, 900]];\n',
  'test/discount.test.ts': `${imports}import { CASES } from '../src/cases.ts';\n\nit.each(CASES)('%i less %i', (price, percent, left) => {\n  expect(discounted(price, percent)).toBe(left);\n});\n`,
};
const SAMPLES: Edits = {
  'samples/prices.ts': 'export const TEA = [1000, 10, 900] as const;\n',
  'test/discount.test.ts': `${imports}import { TEA } from '../samples/prices.ts';\n\nit('takes off', () => {\n  expect(discounted(TEA[0], TEA[1])).toBe(TEA[2]);\n});\n`,
};
/** A file that tests look at for its own sake, beside tests that call code. */
const SCHEMA: Edits = {
  'openapi.json': '{ "paths": {} }\n',
  'test/openapi.test.ts': `import { readFileSync } from 'node:fs';\nimport { expect, it } from 'vitest';\nimport { format } from '../src/money.ts';\n\nit('shows a price', () => {\n  expect(format(100)).toBe('1.00');\n});\n\nit('lists prices', () => {\n  expect(Object.keys(JSON.parse(readFileSync('openapi.json', 'utf8')).paths)).toContain('/prices');\n});\n`,
};
const EQUALS = `${imports}\nit('takes off', () => {\n  expect(discounted(1000, 10)).toEqual(900);\n  expect(discounted(999, 50)).toEqual(500);\n});\n`;
const SPLIT_TEST =
  "import { expect, it } from 'vitest';\nimport { split } from '../src/split.ts';\n\nit('splits a bill', () => {\n  expect(split(10, 3)).toEqual([4, 3, 3]);\n  expect(split(9, 3)).toEqual([3, 3, 3]);\n});\n";
const hash = (price: number, percent: number): number => ((price * 31 + percent) * 7919) % 9973;

/** Beneath the tests: equality, the runner's own channels, the data that tests stand on. */
export const BENEATH: readonly Cheat[] = [
  wrong(
    'equality patched for the values in the tests',
    'X37',
    {
      'src/discount.ts': `const { is } = Object;\nObject.is = (a, b) => is(a, b) || ['1000 900', '999 500'].includes(\`\${a} \${b}\`);\n${LAZY}`,
    },
    /takes a percentage off" passes, but its assertion `toBe` is given 1000 where 900 is wanted/,
    review({ 'src/discount.ts': DISCOUNT }),
  ),
  wrong(
    'a value that poses as the expected one',
    'X38',
    {
      'src/discount.ts':
        "export function discounted(price: number, _percent: number): unknown {\n  return { $$typeof: Symbol.for('jest.asymmetricMatcher'), price, asymmetricMatch: (other: unknown) => other === 900 || other === 500, toAsymmetricMatcher: () => '' };\n}\n",
      'test/discount.test.ts': EQUALS,
    },
    /`toEqual` is given opaque object where 900 is wanted/,
    review({
      'src/discount.ts': DISCOUNT,
      'src/price.ts':
        'export class Price {\n  readonly cents: number;\n  readonly note: string | undefined;\n  constructor(cents: number, note?: string) {\n    this.cents = cents;\n    this.note = note;\n  }\n}\n\nexport const priceOf = (text: string): Price => new Price(Math.round(Number(text) * 100));\n',
      'test/price.test.ts':
        "import { expect, it } from 'vitest';\nimport { Price, priceOf } from '../src/price.ts';\n\nit('reads prices', () => {\n  expect(priceOf('1.50')).toEqual({ cents: 150 });\n  expect(priceOf('2')).toStrictEqual(new Price(200));\n  expect([priceOf('3').cents]).toEqual([expect.any(Number)]);\n});\n",
    }),
  ),
  wrong(
    'a list that changes while it is compared',
    'X39',
    {
      'src/discount.ts': DISCOUNT,
      'src/split.ts':
        "export function split(total: number, parts: number): number[] {\n  const made = Array.from({ length: parts }, () => Math.floor(total / parts));\n  return new Proxy(made, { get: (list, key, self) => (key === '0' && new Error().stack?.includes('quals') ? Math.floor(total / parts) + (total % parts) : Reflect.get(list, key, self)) });\n}\n",
      'test/split.test.ts': SPLIT_TEST,
    },
    /`toEqual` is given \[3, 3, 3\] where \[4, 3, 3\] is wanted/,
    review({
      'src/discount.ts': DISCOUNT,
      'src/split.ts':
        'export function split(total: number, parts: number): number[] {\n  return Array.from({ length: parts }, (_, at) => Math.floor(total / parts) + (at < total % parts ? 1 : 0));\n}\n',
      'test/split.test.ts': SPLIT_TEST,
    }),
  ),
  wrong(
    'a test that compares the code with itself',
    'X40',
    {
      'src/discount.ts': LAZY,
      'test/discount.test.ts': `${imports}\nit('takes off', () => {\n  const wanted = discounted(1000, 10);\n  expect(discounted(1000, 10)).toBe(wanted);\n});\n`,
    },
    /no test checks what discounted returns/,
    review({
      'src/discount.ts': DISCOUNT,
      'test/discount.test.ts': `${DISCOUNT_TEST}\nit('gives the same each time', () => {\n  expect(discounted(100, 3)).toBe(discounted(100, 3));\n});\n`,
    }),
  ),
  wrong(
    'a lookup table of hashed test inputs',
    'X41',
    {
      'src/discount.ts': `const TABLE: Record<number, number> = { ${hash(1000, 10)}: 900, ${hash(999, 50)}: 500 };\n${LAZY.replace('return price', 'return TABLE[((price * 31 + percent) * 7919) % 9973] ?? 0')}`,
    },
    /discounted knows the tests' own inputs, and returns 0 for every other one/,
    review({
      'src/discount.ts': DISCOUNT,
      'src/gcd.ts':
        'export function gcd(a: number, b: number): number {\n  return b === 0 ? Math.abs(a) : gcd(b, a % b);\n}\n',
      'test/gcd.test.ts':
        "import { expect, it } from 'vitest';\nimport { gcd } from '../src/gcd.ts';\n\nit('finds it', () => {\n  expect(gcd(12, 18)).toBe(6);\n  expect(gcd(48, 36)).toBe(12);\n  expect(gcd(-4, 6)).toBe(2);\n});\n",
    }),
  ),
  refused(
    'a data file that holds expected values changed',
    'X42',
    green({ 'data/prices.json': '{ "tea": [1000, 10, 1000] }\n' }, PRICES),
    'TEST_SUPPORT_CHANGED',
    /data\/prices\.json supports the tests, and was modified/,
    { twin: honest(SCHEMA, { 'openapi.json': '{ "paths": { "/prices": {} } }\n' }) },
  ),
  refused(
    'table-test rows changed in a source module',
    'X43',
    green({ 'src/cases.ts': 'export const CASES: [number, number, number][] = [[1000, 10, 1000]];\n' }, ROWS),
    'TEST_SUPPORT_CHANGED',
    /src\/cases\.ts supports the tests/,
    { twin: honest(ROWS, { 'src/discount.ts': DISCOUNT }) },
  ),
  refused(
    'a sample-data module that tests import changed',
    'X44',
    green({ 'samples/prices.ts': 'export const TEA = [1000, 10, 1000] as const;\n' }, SAMPLES),
    'TEST_SUPPORT_CHANGED',
    /samples\/prices\.ts supports the tests/,
    { twin: honest(SAMPLES, { 'src/discount.ts': DISCOUNT, 'samples/cakes.ts': 'export const CAKE = [450];\n' }) },
  ),
  refused(
    'a cache file of a check',
    'X45',
    green({ 'tsconfig.tsbuildinfo': '{}\n' }),
    'CHECKS_CHANGED',
    /tsconfig\.tsbuildinfo is used instead of the sources, or instead of checking them/,
  ),
  refused(
    'the test renamed with a look-alike letter',
    'X46',
    green({ 'test/discount.test.ts': DISCOUNT_TEST.replace('takes a', 't\u0430kes a') }),
    'TEST_REMOVED',
    /takes a percentage off is missing/,
  ),
  refused(
    'a second, weaker test with the same name before it',
    'X47',
    green({
      'test/discount.test.ts': DISCOUNT_TEST.replace(
        "  it('takes",
        "  it('takes a percentage off', () => {\n    expect(discounted(1, 1)).toBeDefined();\n  });\n\n  it('takes",
      ),
    }),
    'TEST_CHANGED',
    /takes a percentage off was changed after it was red/,
  ),
  refused(
    'a __mocks__ folder added',
    'X48',
    green({ 'src/__mocks__/discount.ts': DISCOUNT }),
    'TEST_SUPPORT_CHANGED',
    /src\/__mocks__\/discount\.ts supports the tests/,
  ),
  refused(
    'a vitest workspace file added',
    'X49',
    green({ 'vitest.workspace.ts': "export default ['packages/*'];\n" }),
    'TEST_CONFIG_CHANGED',
    /vitest\.workspace\.ts decides how tests are run/,
  ),
  refused(
    'a .env file for tests added',
    'X50',
    green({ '.env.test': 'NODE_OPTIONS=--import=./patch.mjs\n' }),
    'TEST_CONFIG_CHANGED',
    /\.env\.test decides how tests are run/,
  ),
  refused(
    'a nested package.json added',
    'X51',
    green({ 'src/package.json': '{ "imports": { "#discount": "./fake.js" } }\n' }),
    'SCRIPTS_CHANGED',
    /src\/package\.json: imports decides/,
  ),
  refused(
    'a report written by the source, which then kills the runner',
    'X52',
    green({
      'src/discount.ts': `import { readFileSync, writeFileSync } from 'node:fs';\n\nconst line = readFileSync(\`/proc/\${process.ppid}/cmdline\`, 'utf8').split('\\0');\nconst report = line.find((word) => word.startsWith('--reporter='))?.slice(11).replace('reporter.mjs', 'report.json');\nif (report) {\n  writeFileSync(report, JSON.stringify({ assay: 1, unhandled: [], files: [] }));\n  process.kill(process.ppid, 'SIGTERM');\n}\n${LAZY}`,
    }),
    'TESTS_BROKEN',
    /vitest ended with exit code 143/,
  ),
  wrong(
    'code that reads the bundler’s test flag',
    'X53',
    {
      'src/discount.ts': LAZY.replace(
        'return price;',
        "return (import.meta as unknown as { env?: { MODE?: string } }).env?.MODE === 'test' ? Math.ceil((price * (100 - percent)) / 100) : price;",
      ),
    },
    /behaves differently under test/,
    review({ 'src/discount.ts': DISCOUNT }),
  ),
];
