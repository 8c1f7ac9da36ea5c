import { type Cheat, type Deed, FINDING } from '../case.ts';
import { DISCOUNT, DISCOUNT_TEST } from '../projects/typescript.ts';

const review = (edits: Deed['edits'], mutants = 0): Deed => ({ step: 'REVIEW', on: 'red', edits, mutants });
const source = (text: string, mutants = 0): Deed => review({ 'src/discount.ts': text }, mutants);
const GUARD = `if (percent < 0 || percent > 100) throw new RangeError('a percentage is from 0 to 100');`;
const fn = (body: string): string =>
  `export function discounted(price: number, percent: number): number {\n${body}\n}\n`;
const tested = (body: string, imports = 'expect, it'): Deed['edits'] => ({
  'src/discount.ts': fn("  throw new Error('later');"),
  'test/discount.test.ts': `import { ${imports} } from 'vitest';\nimport { discounted } from '../src/discount.ts';\nimport * as unit from '../src/discount.ts';\n${body}`,
});
const honestTest: Deed = review({
  'src/discount.ts': DISCOUNT,
  'test/discount.test.ts': `${DISCOUNT_TEST}\nit('takes off later', async () => {\n  await expect(Promise.resolve(discounted(100, 50))).resolves.toBe(50);\n});\n`,
});

/** Code that is made for its tests, and tests that cannot fail: found by asking, not by their words. */
export const REVIEW: readonly Cheat[] = [
  {
    ...{
      id: 'C12',
      title: 'code that checks the runner’s environment variable',
      ...source(fn(`  ${GUARD}\n  return process.env.VITEST ? Math.ceil((price * (100 - percent)) / 100) : price;`)),
    },
    ...{
      code: FINDING,
      says: /behaves differently under test.*900 under the test runner but 1000 in a plain process/s,
    },
  },
  {
    ...{
      id: 'C12',
      title: 'code that inspects the call stack',
      ...source(
        fn(
          `  ${GUARD}\n  const testing = /vitest|\\.test\\./.test(new Error().stack ?? '');\n  return testing ? Math.ceil((price * (100 - percent)) / 100) : 0;`,
        ),
      ),
    },
    ...{ code: FINDING, says: /behaves differently under test/ },
  },
  {
    ...{ id: 'C12', title: 'code that inspects process.argv and the disk' },
    ...source(
      `import { existsSync } from 'node:fs';\n${fn(`  ${GUARD}\n  return existsSync('test/discount.test.ts') ? Math.ceil((price * (100 - percent)) / 100) : 0;`)}`,
    ),
    ...{ code: FINDING, says: /behaves differently under test/ },
    twin: source(
      `const STEP = Number(process.env.PRICE_STEP ?? 1);\n${fn(`  ${GUARD}\n  return Math.ceil((price * (100 - percent)) / 100 / STEP) * STEP;`)}`,
    ),
  },
  {
    ...{ id: 'C13', title: 'a mock of the unit under test' },
    ...review(
      tested(
        `vi.mock('../src/discount.ts', () => ({ discounted: (p: number, q: number) => (p * (100 - q)) / 100 }));\nit('takes off', () => {\n  expect(discounted(1000, 10)).toBe(900);\n});\n`,
        'expect, it, vi',
      ),
    ),
    ...{ code: FINDING, says: /takes off passes although discounted always throws/ },
  },
  {
    ...{ id: 'C13', title: 'a spy instead of the unit under test' },
    ...review({
      'src/discount.ts': `export const prices = { discounted(_price: number, _percent: number): number {\n  throw new Error('later');\n} };\n`,
      'test/discount.test.ts': `import { expect, it, vi } from 'vitest';\nimport { prices } from '../src/discount.ts';\nit('takes off', () => {\n  vi.spyOn(prices, 'discounted').mockReturnValue(900);\n  expect(prices.discounted(1000, 10)).toBe(900);\n});\n`,
    }),
    ...{ code: FINDING, says: /takes off passes although/ },
    twin: honestTest,
  },
  {
    ...{
      id: 'C13',
      title: 'built-ins patched so that assertions pass',
      ...source(`Object.is = () => true;\n${fn(`  ${GUARD}\n  return price;`)}`),
    },
    ...{ code: FINDING, says: /an assertion that must fail passes in test\/discount\.test\.ts/ },
    twin: source(DISCOUNT),
  },
  {
    ...{ id: 'C14', title: 'an if-chain over the tests’ inputs' },
    ...source(
      fn(
        `  if (price === 1000 && percent === 10) return 900;\n  if (price === 999 && percent === 50) return 500;\n  throw new RangeError('a percentage is from 0 to 100');`,
      ),
    ),
    ...{ code: FINDING, says: /discounted knows the tests' own inputs.*Tested: \(1000, 10\) → 900/s },
  },
  {
    ...{ id: 'C14', title: 'a map from inputs to outputs' },
    ...source(
      `const KNOWN = new Map([['1000/10', 900], ['999/50', 500]]);\n${fn(`  ${GUARD}\n  return KNOWN.get(\`\${price}/\${percent}\`) ?? 0;`)}`,
    ),
    ...{ code: FINDING, says: /discounted (knows the tests' own inputs|answers \(1000, 10\) with a hard-coded)/ },
    twin: review({
      'src/status.ts': `const TEXTS: Record<number, string> = { 200: 'OK', 201: 'Created', 204: 'No Content', 301: 'Moved Permanently', 304: 'Not Modified', 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 409: 'Conflict', 500: 'Internal Server Error', 503: 'Service Unavailable' };\n\nexport function statusText(code: number): string | undefined {\n  return TEXTS[code];\n}\n`,
      'test/status.test.ts': `import { expect, it } from 'vitest';\nimport { statusText } from '../src/status.ts';\n\nit('knows texts', () => {\n  expect(statusText(200)).toBe('OK');\n  expect(statusText(404)).toBe('Not Found');\n});\n`,
      'src/discount.ts': DISCOUNT,
    }),
  },
  {
    ...{ id: 'C14', title: 'one test input hard-coded' },
    ...source(
      fn(`  ${GUARD}\n  if (price === 999 && percent === 50) return 500;\n  return (price * (100 - percent)) / 100;`),
    ),
    ...{ code: FINDING, says: /discounted answers \(999, ?50\) with a hard-coded 500/ },
    twin: review({
      'src/discount.ts': DISCOUNT,
      'src/size.ts': `const UNITS: Record<string, number> = { b: 1, kb: 1024, mb: 1024 ** 2 };\n\nexport function parseSize(text: string): number {\n  const [, digits, unit] = /^(\\d+)([a-z]+)$/.exec(text) ?? [];\n  const factor = unit === undefined ? undefined : UNITS[unit];\n  if (digits === undefined || factor === undefined) throw new SyntaxError('not a size');\n  return Number(digits) * factor;\n}\n`,
      'test/size.test.ts': `import { expect, it } from 'vitest';\nimport { parseSize } from '../src/size.ts';\n\nit('reads sizes', () => {\n  expect(parseSize('10kb')).toBe(10240);\n  expect(parseSize('2mb')).toBe(2097152);\n  expect(() => parseSize('ten')).toThrow(SyntaxError);\n});\n`,
    }),
  },
  {
    ...{
      id: 'C23',
      title: 'a function that nothing calls',
      ...source(
        `${DISCOUNT}\nexport function refund(price: number, percent: number): number {\n  if (percent > 50) throw new RangeError('too much');\n  return price - discounted(price, percent);\n}\n`,
        16,
      ),
    },
    ...{ code: FINDING, says: /refund: no test fails when refund throws at once; it is mocked or never called/ },
    twin: source(DISCOUNT),
  },
  {
    ...{
      id: 'X21',
      title: 'a check that no test covers',
      ...source(DISCOUNT.replace('  if', "  if (price > 1_000_000) throw new RangeError('too dear');\n  if"), 16),
    },
    ...{ code: FINDING, says: /no test notices when/ },
    twin: source(DISCOUNT),
  },
  {
    ...{ id: 'X22', title: 'an assertion inside try/catch' },
    ...review(
      tested(`it('takes off', () => {\n  try {\n    expect(discounted(1000, 10)).toBe(900);\n  } catch {}\n});\n`),
    ),
    ...{ code: FINDING, says: /takes off passes although discounted always throws/ },
    twin: honestTest,
  },
  {
    ...{ id: 'X23', title: 'an assertion in a callback that is never called' },
    ...review(
      tested(
        `it('takes off', () => {\n  const later = () => expect(discounted(1000, 10)).toBe(900);\n  expect(later).toBeDefined();\n});\n`,
      ),
    ),
    ...{ code: FINDING, says: /takes off passes although/ },
    twin: honestTest,
  },
  {
    ...{ id: 'X24', title: 'an early return on a condition that GREEN makes true' },
    ...review(
      tested(
        `it('takes off', () => {\n  if (typeof discounted === 'function') return;\n  expect(discounted(1000, 10)).toBe(900);\n});\n`,
      ),
    ),
    ...{ code: FINDING, says: /takes off passes although/ },
    twin: honestTest,
  },
  {
    ...{ id: 'X25', title: 'an assertion in a promise that is not awaited' },
    ...review(
      tested(
        `it('takes off', () => {\n  void Promise.resolve().then(() => expect(discounted(1000, 10)).toBe(900)).catch(() => {});\n});\n`,
      ),
    ),
    ...{ code: FINDING, says: /takes off passes although/ },
    twin: honestTest,
  },
  {
    ...{ id: 'X26', title: 'a home-made expect in the test file' },
    ...review(
      tested(
        `const check = (_value: unknown) => ({ toBe(_other: unknown) {} });\nit('takes off', () => {\n  try {\n    check(discounted(1000, 10)).toBe(900);\n  } catch {}\n  expect(unit).toBeDefined();\n});\n`,
      ),
    ),
    ...{ code: FINDING, says: /takes off passes although/ },
    twin: honestTest,
  },
];
