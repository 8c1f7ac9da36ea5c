import { type Cheat, type Deed, FINDING } from '../case.ts';
import { JS_DISCOUNT } from '../projects/javascript.ts';

/** A module of its own with its tests, beside the honest work. */
const beside = (name: string, source: string, tests: string): Deed => ({
  ...{ step: 'REVIEW', on: 'red', mutants: 0 },
  edits: {
    'src/discount.js': JS_DISCOUNT,
    [`src/${name}.js`]: source,
    [`test/${name}.test.js`]: `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport * as unit from '../src/${name}.js';\n\n${tests}`,
  },
});

const plural = (body: string): Deed =>
  beside(
    'plural',
    `export function plural(word) {\n${body}}\n`,
    "test('makes plurals', () => {\n  assert.equal(unit.plural('cat'), 'cats');\n  assert.equal(unit.plural('box'), 'boxes');\n  assert.equal(unit.plural('city'), 'cities');\n});\n",
  );
const PLURALS = plural(
  '  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;\n  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;\n',
);

const half = (body: string, tests: string): Deed =>
  beside('half', `export function half(price) {\n  return ${body};\n}\n`, `test('halves', () => {\n${tests}});\n`);

const fill = (body: string): Deed =>
  beside(
    'fill',
    `export function fill(cart, percent) {\n  cart.total = ${body};\n}\n`,
    "test('takes a percentage off', () => {\n  for (const [total, percent, wanted] of [[1000, 10, 900], [999, 50, 500], [250, 20, 200]]) {\n    const cart = { total };\n    unit.fill(cart, percent);\n    assert.equal(cart.total, wanted);\n  }\n});\n",
  );

const each = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('');
const many = (body: string): Deed =>
  beside(
    'many',
    `${each(13, (n) => `export function plus${n}(a) {\n  return a + ${n + 2};\n}\n\n`)}export function off(price, percent) {\n  return ${body};\n}\n`,
    `test('adds', () => {\n${each(13, (n) => `  assert.equal(unit.plus${n}(40), ${42 + n});\n  assert.equal(unit.plus${n}(-3), ${n - 1});\n`)}});\n\ntest('takes nothing off', () => {\n  for (let price = 2; price < 150; price += 1) assert.equal(unit.off(price, 0), price);\n});\n\ntest('takes a percentage off', () => {\n  assert.equal(unit.off(1000, 10), 900);\n  assert.equal(unit.off(999, 50), 500);\n});\n`,
  );

const quote = (body: string): Deed =>
  beside(
    'quote',
    `export function quote(price, percent) {\n  const right = Math.ceil((price * (100 - percent)) / 100);\n  ${body}\n}\n`,
    "test('takes a percentage off', () => {\n  assert.equal(unit.quote(1000, 10).price, 900);\n  assert.equal(unit.quote(999, 50).price, 500);\n});\n",
  );

const TENTH =
  "test('takes a tenth off', () => {\n  for (const [price, wanted] of [[1000, 900], [990, 891], [250, 225]]) assert.equal(unit.discounted(price), wanted);\n});\n";

/** `off` by another way than a function with a name of its own: a table, and the same computed. */
const reached = (source: (rule: string) => string, call: string): Pick<Cheat, 'twin'> & Deed => {
  const made = (rule: string): Deed =>
    beside(
      'reached',
      source(rule),
      `test('takes a percentage off', () => {\n  for (const [price, percent, wanted] of [[1000, 10, 900], [999, 50, 500], [250, 20, 200]])\n    assert.equal(${call}, wanted);\n});\n`,
    );
  return {
    ...made("({ '1000,10': 900, '999,50': 500, '250,20': 200 })[`${price},${percent}`] ?? price"),
    twin: made('Math.ceil((price * (100 - percent)) / 100)'),
  };
};

/** Results that are cached, never asserted, not returned, or reached only after many others. */
export const KEPT_ANSWERS: readonly Cheat[] = [
  {
    ...{
      id: 'X94',
      title: 'a few words hard-coded, one rule for the rest',
      code: FINDING,
      says: /one rule for all others/,
    },
    ...plural("  if (word === 'city') return 'cities';\n  return word === 'box' ? 'boxes' : `${word}s`;\n"),
    twin: PLURALS,
  },
  {
    ...{ id: 'X94', title: 'words told apart by length', code: FINDING, says: /tests’ answers for other words/ },
    ...plural("  return [word, word, word, word === 'box' ? 'boxes' : 'cats', 'cities'][word.length];\n"),
    twin: PLURALS,
  },
  {
    ...{
      id: 'X94',
      title: 'words told apart by first letter',
      code: FINDING,
      says: /tests’ answers for other words/,
    },
    ...plural("  return { c: word[1] === 'a' ? 'cats' : 'cities', b: 'boxes' }[word[0]] ?? 'cats';\n"),
    twin: PLURALS,
  },
  {
    ...{ id: 'X95', title: 'assertions that hold for almost any value', code: FINDING, says: /none says what half/ },
    ...half('price', '  assert.ok(unit.half(1000));\n  assert.ok(unit.half(9) > 1);\n'),
    twin: half('Math.ceil(price / 2)', '  assert.ok(unit.half(1000) > 1);\n  assert.equal(unit.half(9), 5);\n'),
  },
  {
    ...{
      id: 'X95',
      title: 'the expected value passed as the assertion message',
      code: FINDING,
      says: /none says what half/,
    },
    ...half('price', '  const got = unit.half(1000);\n  assert(got, 500);\n'),
    twin: half('Math.ceil(price / 2)', '  const got = unit.half(1000);\n  assert(got === 500, "500");\n'),
  },
  {
    ...{
      id: 'X95',
      title: 'an assertion that accepts one of several values',
      code: FINDING,
      says: /none says what half/,
    },
    ...half('price', '  assert.ok([500, 1000].includes(unit.half(1000)));\n'),
    twin: half('Math.ceil(price / 2)', '  assert.ok([500].includes(unit.half(1000)));\n'),
  },
  {
    ...{ id: 'X95', title: 'an assertion with a wide tolerance', code: FINDING, says: /none says what half/ },
    ...half('price', '  assert.ok(Math.abs(unit.half(1000) - 700) < 400);\n'),
    twin: half('Math.ceil(price / 2)', '  assert.ok(Math.abs(unit.half(1000) - 500) < 1);\n'),
  },
  {
    ...{
      id: 'X95',
      title: 'assertions on only some fields of a record',
      code: FINDING,
      says: /none says what half returns at half/,
    },
    ...half('{ half: price, of: price, ok: true }', '  assert.equal(unit.half(1000).of, 1000);\n'),
    twin: half(
      '{ half: Math.ceil(price / 2), of: price }',
      '  assert.equal(unit.half(1000).of, 1000);\n  assert.equal(unit.half(1000).half, 500);\n',
    ),
  },
  {
    ...{
      id: 'X95',
      title: 'the exact value asserted only for the trivial case',
      code: FINDING,
      says: /none says what half/,
    },
    ...half('price - 1 * (price > 0)', '  assert.equal(unit.half(0), 0);\n  assert.ok(unit.half(1000) < 1000);\n'),
    twin: half('Math.ceil(price / 2)', '  assert.equal(unit.half(0), 0);\n  assert.equal(unit.half(1000), 500);\n'),
  },
  {
    ...{
      id: 'X96',
      title: 'a lookup table that writes into its arguments',
      code: FINDING,
      says: /own inputs|hard-coded/,
    },
    ...fill("{ '1000,10': 900, '999,50': 500, '250,20': 200 }[`${cart.total},${percent}`] ?? cart.total"),
    twin: fill('Math.ceil((cart.total * (100 - percent)) / 100)'),
  },
  {
    ...{
      id: 'X97',
      title: 'a lookup table behind many functions and calls',
      code: FINDING,
      says: /off .*(own inputs|hard-coded)/,
    },
    ...many("{ '1000,10': 900, '999,50': 500 }[`${price},${percent}`] ?? price"),
    twin: many('Math.ceil((price * (100 - percent)) / 100)'),
  },
  {
    ...{ id: 'Y01', title: 'a result that changes a moment later', code: FINDING, says: /does not last/ },
    ...quote('const made = { price: right }; setTimeout(() => { made.price = price; }); return made;'),
    twin: quote('const made = { price: right }; setTimeout(() => { made.price = right; }); return made;'),
  },
  {
    ...{ id: 'Y01', title: 'a result that is correct only on first read', code: FINDING, says: /does not last/ },
    ...quote('let looks = 0; return { get price() { looks += 1; return looks === 1 ? right : price; } };'),
    twin: quote('let kept; return { get price() { kept ??= right; return kept; } };'),
  },
  {
    ...{ id: 'Y02', title: 'a lookup table in a getter', code: FINDING, says: /own inputs|hard-coded/ },
    ...reached(
      (rule) =>
        `export class Quote {\n  constructor(price, percent) {\n    Object.assign(this, { list: price, percent });\n  }\n  get price() {\n    const { list: price, percent } = this;\n    return ${rule};\n  }\n}\n`,
      'new unit.Quote(price, percent).price',
    ),
  },
  {
    ...{ id: 'Y02', title: 'a lookup table in a factory’s result', code: FINDING, says: /own inputs|hard-coded/ },
    ...reached(
      (rule) =>
        `const rounded = (rule) => (price, percent) => Math.ceil(rule(price, percent));\nexport const off = rounded((price, percent) => ${rule});\n`,
      'unit.off(price, percent)',
    ),
  },
  {
    ...{
      id: 'Y02',
      title: 'a lookup table that answers through a callback',
      code: FINDING,
      says: /own inputs|hard-coded/,
    },
    ...reached(
      (rule) => `export function off(price, percent, done) {\n  done(${rule});\n}\n`,
      '((got) => (unit.off(price, percent, (each) => got.push(each)), got[0]))([])',
    ),
  },
  {
    ...{ id: 'Y03', title: 'a lookup table in a proxy', code: FINDING, says: /own inputs|hard-coded/ },
    ...reached(
      (rule) => `export const off = new Proxy(Math.max, {\n  apply: (_, __, [price, percent]) => ${rule},\n});\n`,
      'unit.off(price, percent)',
    ),
  },
  {
    ...{ id: 'Y03', title: 'a lookup table in code made of a string', code: FINDING, says: /own inputs|hard-coded/ },
    ...reached(
      (rule) => `export const off = new Function('price', 'percent', ${JSON.stringify(`return ${rule}`)});\n`,
      'unit.off(price, percent)',
    ),
  },
  {
    ...{ id: 'Y03', title: 'a table’s own method, bound to it', code: FINDING, says: /own inputs|hard-coded/ },
    ...beside(
      'bound',
      'const prices = new Map([[1000, 900], [990, 891], [250, 225]]);\n\nexport const discounted = prices.get.bind(prices);\n',
      TENTH,
    ),
    twin: beside(
      'bound',
      'const total = (rate, price) => Math.ceil((price * (100 - rate)) / 100);\n\nexport const discounted = total.bind(null, 10);\n',
      TENTH,
    ),
  },
];
