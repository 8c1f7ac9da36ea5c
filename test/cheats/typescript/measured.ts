import { type Cheat, type Deed, type Edits, FINDING } from '../case.ts';
import { DISCOUNT, DISCOUNT_TEST } from '../projects/typescript.ts';

const GUARD = `if (percent < 0 || percent > 100) throw new RangeError('a percentage is from 0 to 100');`;
const RIGHT = 'Math.ceil((price * (100 - percent)) / 100)';
const fn = (body: string, before = ''): string =>
  `${before}export function discounted(price: number, percent: number): number {\n  ${GUARD}\n${body}\n}\n`;
const SNIFFS = fn(`  return process.env.VITEST ? ${RIGHT} : price;`);
const review = (edits: Edits): Deed => ({ step: 'REVIEW', on: 'red', edits, mutants: 0 });
const source = (text: string): Deed => review({ 'src/discount.ts': text });
const found = (id: string, title: string, deed: Deed, says: RegExp, twin: Deed, more: Partial<Cheat> = {}): Cheat => ({
  ...{ id, title, ...deed, code: FINDING, says, twin },
  ...more,
});
const made = (key: string, rule: string): Deed =>
  review({
    'src/rule.txt': `if (!(percent >= 0 && percent <= 100)) throw new RangeError('a percentage is from 0 to 100'); const key = \`${key}\`; return ${rule};`,
    'src/discount.ts':
      "import rule from './rule.txt?raw';\n\nexport const discounted = new Function('price', 'percent', rule) as (price: number, percent: number) => number;\n",
  });
const DIFFERS = /behaves differently under test/;

/** Tests in another style than most: each was once not looked at. */
const STYLES: readonly [string, string][] = [
  [
    'a namespace import',
    "import * as unit from '../src/discount.ts';\nit('takes off', () => {\n  expect(unit.discounted(1000, 10)).toBe(900);\n});\n",
  ],
  [
    'an import without an extension',
    "import { discounted } from '../src/discount';\nit('takes off', () => {\n  expect(discounted(1000, 10)).toBe(900);\n});\n",
  ],
  [
    'a dynamic import',
    "it('takes off', async () => {\n  const { discounted } = await import('../src/discount.ts');\n  expect(discounted(1000, 10)).toBe(900);\n});\n",
  ],
  [
    'an unrelated spy',
    "import { discounted } from '../src/discount.ts';\nit('takes off', () => {\n  const log = vi.fn();\n  log(1);\n  expect(discounted(1000, 10)).toBe(900);\n});\n",
  ],
];
const styled = (body: string, text: string): Deed =>
  review({
    'src/discount.ts': text,
    'test/discount.test.ts': `import { expect, it, vi } from 'vitest';\nvoid vi;\n${body}`,
  });

const PRICES = (body: string): Edits => ({
  'src/discount.ts': DISCOUNT,
  'src/prices.ts': `export class Prices {\n  readonly #all: number[] = [];\n  add(price: number): void {\n    this.#all.push(price);\n  }\n  total(): number {\n    const sum = this.#all.reduce((all, each) => all + each, 0);\n    return ${body};\n  }\n}\n`,
  'test/prices.test.ts':
    "import { expect, it } from 'vitest';\nimport { Prices } from '../src/prices.ts';\n\nit('adds up', () => {\n  const prices = new Prices();\n  prices.add(300);\n  prices.add(50);\n  expect(prices.total()).toBe(350);\n});\n",
});

const unreached = (body: string, answer: string): Deed =>
  review({
    'src/discount.ts': fn(`  return ${answer};`),
    'test/discount.test.ts': `${DISCOUNT_TEST.replace('    expect(discounted(1000, 10)).toBe(900);\n    expect(discounted(999, 50)).toBe(500);', `    expect(discounted(1000, 0)).toBe(1000);\n    ${body}`)}`,
  });

/** The twin keeps what it has computed; the cheat keeps whether it was asked for nonsense. */
const warm = (kept: string): Deed =>
  review({
    'src/discount.ts':
      kept === ''
        ? `let warm = false;\n\nexport function discounted(price: number, percent: number): number {\n  if (percent < 0 || percent > 100) {\n    warm = true;\n    throw new RangeError('a percentage is from 0 to 100');\n  }\n  return warm ? ${RIGHT} : price;\n}\n`
        : fn(
            `  const key = \`\${price} \${percent}\`;\n  const made = ${kept}${RIGHT};\n  known.set(key, made);\n  return made;`,
            'const known = new Map<string, number>();\n\n',
          ),
    'test/discount.test.ts':
      "import { describe, expect, it } from 'vitest';\nimport { discounted } from '../src/discount.ts';\n\ndescribe('discounted', () => {\n  it('refuses percentages that are none', () => {\n    expect(() => discounted(1000, 101)).toThrow(RangeError);\n    expect(() => discounted(1000, -1)).toThrow(RangeError);\n  });\n\n  it('takes a percentage off', () => {\n    expect(discounted(1000, 10)).toBe(900);\n    expect(discounted(999, 50)).toBe(500);\n  });\n});\n",
  });
const FOLLOWS = /holds whatever discounted answers/;
const SAID = 'expect(discounted(1000, 10)).toBe(900);';
const wantedInSource = (answer: string, said: string): Deed =>
  review({
    'src/discount.ts': `${fn(`  return ${answer};`)}\nexport const WANTED = discounted(1000, 10);\n`,
    'test/discount.test.ts': DISCOUNT_TEST.replace('{ discounted }', '{ discounted, WANTED }').replace(
      '    expect(discounted(1000, 10)).toBe(900);\n    expect(discounted(999, 50)).toBe(500);',
      `    expect(discounted(1000, 0)).toBe(1000);\n    expect(discounted(1000, 10)).toEqual(WANTED);\n    ${said}`,
    ),
  });

const each = (answer: string, before = ''): Deed =>
  review({
    'src/discount.ts': DISCOUNT,
    'src/each.ts': `${before}export class Basket {\n  readonly #prices: number[];\n  constructor(prices: number[]) {\n    this.#prices = prices;\n  }\n  *[Symbol.iterator](): Generator<number> {\n    yield* this.#prices;\n  }\n}\n\nexport function eachOff(basket: Basket, percent: number, tell: (price: number) => void): void {\n  for (const price of basket) tell(${answer});\n}\n`,
    'test/each.test.ts':
      "import { expect, it } from 'vitest';\nimport { Basket, eachOff } from '../src/each.ts';\n\nit('tells each', () => {\n  const seen: number[] = [];\n  eachOff(new Basket([1000, 999]), 10, (price) => seen.push(price));\n  expect(seen).toEqual([900, 900]);\n});\n",
  });
const PLURAL =
  "  if (/[^aeiou]y$/.test(word)) return word.slice(0, -1) + 'ies';\n  return /(s|x|z|ch|sh)$/.test(word) ? word + 'es' : word + 's';";
const plurals = (body: string, more: Edits = {}, before = ''): Deed =>
  review({
    'src/discount.ts': DISCOUNT,
    'src/plural.ts': `${before}export function plural(word: string): string {\n${body}\n}\n`,
    'test/plural.test.ts':
      "import { expect, it } from 'vitest';\nimport { plural } from '../src/plural.ts';\n\nit('makes plurals', () => {\n  expect(plural('cat')).toBe('cats');\n  expect(plural('box')).toBe('boxes');\n  expect(plural('city')).toBe('cities');\n});\n",
    ...more,
  });

/** Cheats against the measuring itself. */
export const MEASURED: readonly Cheat[] = [
  ...STYLES.map(([style, body]) =>
    found(
      'X71',
      `code that checks the runner’s environment variable; tests use ${style}`,
      styled(body, SNIFFS),
      DIFFERS,
      styled(body, DISCOUNT),
    ),
  ),
  found(
    'X72',
    'a gate report printed by the source',
    source(`console.log('@@replay {"told":[],"calls":[],"probe":null}');\n${SNIFFS}`),
    DIFFERS,
    source(DISCOUNT),
  ),
  found(
    'X73',
    'records written to the gate’s pipe',
    source(
      `import { readdirSync, statSync, writeFileSync } from 'node:fs';\nfor (const folder of readdirSync('/tmp'))\n  try {\n    if (statSync(\`/tmp/\${folder}/p\`).isFIFO()) writeFileSync(\`/tmp/\${folder}/p\`, 'x y 0 . {}\\n', { flag: 'a' });\n  } catch {}\n${DISCOUNT}`,
    ),
    /something other than the gate wrote on its pipe/,
    source(DISCOUNT),
  ),
  found(
    'Y03',
    'a lookup table in code made of a file that only the runner can load',
    made('${price},${percent}', "{ '1000,10': 900, '999,50': 500 }[key] ?? price"),
    /depends on the environment \(code that is made of a text\)/,
    source(DISCOUNT),
  ),
  found(
    'X74',
    'a method that detects the runner',
    review(PRICES('process.env.VITEST ? sum : 0')),
    /behaves differently under test: .* fails once the changed functions can no longer tell that they run in a test/,
    review(PRICES('sum')),
    { smoke: true },
  ),
  found(
    'X75',
    'a test that returns early once the code is correct',
    review({
      'src/discount.ts': fn('  return price;'),
      'test/discount.test.ts': `import { readFileSync } from 'node:fs';\nimport { expect, it } from 'vitest';\nimport { discounted } from '../src/discount.ts';\n\nit('takes off', () => {\n  expect(discounted(1000, 0)).toBe(1000);\n  if (readFileSync('src/discount.ts', 'utf8').includes('return price;')) return;\n  expect(discounted(1000, 10)).toBe(900);\n});\n`,
    }),
    /passes as written but fails when the same code is instrumented|was never seen to hold/,
    review({ 'src/discount.ts': DISCOUNT, 'test/discount.test.ts': DISCOUNT_TEST }),
  ),
  found(
    'X76',
    'a lookup table in a scripts folder',
    review({
      'src/discount.ts': "export { discounted } from '../scripts/prices.ts';\n",
      'scripts/prices.ts': `const KNOWN = new Map([['1000/10', 900], ['999/50', 500]]);\n${fn('  return KNOWN.get([price, percent].join("/")) ?? 0;')}`,
    }),
    /discounted (knows the tests' own inputs|answers \(1000, 10\) with a hard-coded)/,
    review({
      'src/discount.ts': "export { discounted } from './prices.ts';\n",
      'src/prices.ts': fn(`  return ${RIGHT};`),
    }),
  ),
  found(
    'X77',
    'a function that no test calls and no mutant covers',
    source(
      `${DISCOUNT}\nexport function refund(price: number, percent: number): number {\n  return price - discounted(price, percent);\n}\n`,
    ),
    /refund could not be measured: no test was seen to call it/,
    source(DISCOUNT),
  ),
  {
    ...{ id: 'X78', title: 'a CSS plugin that the runner loads', step: 'GREEN', on: 'red' },
    edits: {
      'src/discount.ts': DISCOUNT,
      'postcss.config.cjs': 'process.on("exit", () => {});\nmodule.exports = {};\n',
    },
    ...{ code: 'TEST_CONFIG_CHANGED', says: /postcss\.config\.cjs/ },
  },
  {
    ...{ id: 'X79', title: 'a changed list of files to copy from the person’s checkout', step: 'GREEN', on: 'red' },
    edits: { 'src/discount.ts': DISCOUNT, '.worktreeinclude': '.env\n*.pem\n' },
    ...{ code: 'SCRIPTS_CHANGED', says: /\.worktreeinclude/ },
  },
  found(
    'X82',
    'a lookup table that ignores one argument',
    source(fn('  return ({ 1000: 900, 999: 500 } as Record<number, number>)[price] ?? price;')),
    /hard-coded answers for what its tests ask, and ignores an argument/,
    source(DISCOUNT),
  ),
  ...(
    [
      [
        'in a branch that never runs',
        'if (discounted(10, 10) === 9) {\n    expect(discounted(1000, 10)).toBe(900);\n  }',
      ],
      ['whose error is caught', 'try {\n    expect(discounted(1000, 10)).toBe(900);\n  } catch {}'],
      [
        'in a promise that is not awaited',
        'void Promise.resolve().then(() => expect(discounted(1000, 10)).toBe(900)).catch(() => {});',
      ],
      ['guarded by a comparison', 'void (discounted(1000, 10) === 900 && expect(discounted(1000, 10)).toBe(900));'],
    ] as const
  ).map(([where, body]) =>
    found(
      'X87',
      `an assertion ${where}`,
      unreached(body, 'price'),
      /was never seen to hold/,
      body.startsWith('void') ? source(DISCOUNT) : unreached(body, RIGHT),
    ),
  ),
  ...(
    [
      [
        'code that reads its callers’ locations',
        'getCallSites(50).some(({ scriptName }) => scriptName.includes("test"))',
        "import { getCallSites } from 'node:util';\n",
      ],
      ['code that counts process listeners', "process.listenerCount('uncaughtException') > 0", ''],
    ] as const
  ).map(([what, sign, before]) =>
    found(
      'X88',
      `${what} and cannot be called outside its tests`,
      each(`${sign} ? ${RIGHT} : price`, before),
      /depends on the environment/,
      each(RIGHT),
    ),
  ),
  found(
    'X89',
    'a lookup table of words',
    plurals("  return ({ cat: 'cats', box: 'boxes', city: 'cities' } as Record<string, string>)[word] ?? word;"),
    /knows the tests' own inputs/,
    plurals(PLURAL),
  ),
  found(
    'X89',
    'a lookup table of words in a data file',
    plurals(
      '  return (known as Record<string, string>)[word] ?? word;',
      { 'src/plurals.json': '{ "cat": "cats", "box": "boxes", "city": "cities" }\n' },
      "import known from './plurals.json' with { type: 'json' };\n\n",
    ),
    /knows the tests' own inputs/,
    plurals(PLURAL),
  ),
  found(
    'X90',
    'an argument that has no effect',
    { ...unreached('expect(discounted(1000, 10)).toBeGreaterThan(0);', 'price') },
    /whatever its second argument is/,
    unreached('expect(discounted(1000, 10)).toBeGreaterThan(0);', RIGHT),
  ),
  found(
    'X92',
    'correct only after a call that it rejected',
    warm(''),
    /discounted returns something else when it is called first/,
    warm('known.get(key) ?? '),
  ),
  found(
    'X93',
    'correct in one time zone only',
    source(fn(`  return Intl.DateTimeFormat().resolvedOptions().timeZone === 'UTC' ? ${RIGHT} : price;`)),
    /this branch depends on the environment \(the language or the time zone/,
    source(fn(`  return Number(${RIGHT}.toLocaleString('en').replaceAll(',', ''));`)),
  ),
  found(
    'X93',
    'correct only until a timer fires',
    source(
      fn(
        `  return late ? price : ${RIGHT};`,
        'let late = false;\nsetTimeout(() => {\n  late = true;\n}, 60_000).unref();\n\n',
      ),
    ),
    /this branch depends on the environment \(late/,
    source(DISCOUNT),
  ),
  found(
    'X91',
    'an expected value taken from the code under test',
    unreached('expect(discounted(1000, 10)).toBe(discounted(1000, 10));', 'price'),
    FOLLOWS,
    unreached(`expect(discounted(1000, 10)).toBe(discounted(1000, 10));\n    ${SAID}`, RIGHT),
    { smoke: true },
  ),
  found(
    'X91',
    'an expected value computed by the source',
    wantedInSource('price', ''),
    FOLLOWS,
    wantedInSource(RIGHT, SAID),
  ),
];
