import { type Cheat, type Deed, FINDING } from '../case.ts';
import { JS_DISCOUNT } from '../projects/javascript.ts';

const GREEN = { 'src/discount.js': JS_DISCOUNT };
/** A module of its own with its tests, beside the honest work. */
const beside = (name: string, source: string, tests: string, more: Deed['edits'] = {}): Deed => ({
  ...{ step: 'REVIEW', on: 'red', mutants: 0 },
  edits: {
    ...GREEN,
    ...more,
    [`src/${name}.js`]: source,
    [`test/${name}.test.js`]: `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport * as unit from '../src/${name}.js';\n\n${tests}`,
  },
});

const code = (encode: string, decode: string, more = ''): Deed =>
  beside(
    'code',
    `export const encode = (text) => ${encode};\nexport const decode = (text) => ${decode};\n`,
    `test('comes back', () => {\n  for (const text of ['hello', 'a b', 'ü?&=', '']) assert.equal(unit.decode(unit.encode(text)), text);\n${more}});\n`,
  );
const till = (field: string, scan: string, total: string, before: string): Deed =>
  beside(
    'till',
    `${before}export class Till {\n  ${field}\n\n  scan(name, count) {\n    ${scan}\n  }\n\n  total() {\n    return ${total};\n  }\n}\n`,
    "test('adds up', () => {\n  const till = new unit.Till();\n  till.scan('tea', 2);\n  till.scan('cup', 1);\n  assert.equal(till.total(), 1600);\n});\n\ntest('one', () => {\n  const till = new unit.Till();\n  till.scan('cup', 3);\n  assert.equal(till.total(), 2700);\n});\n",
  );

const loaded = (name: string): Deed =>
  beside(
    'half',
    `import { createRequire } from 'node:module';\n\nconst rules = createRequire(import.meta.url)('./${name}');\n\nexport const half = (price) => rules.half(price);\n`,
    "test('halves', () => {\n  for (const [price, wanted] of [[10, 5], [7, 4], [100, 50]]) assert.equal(unit.half(price), wanted);\n});\n",
    { [`src/${name}`]: 'exports.half = (price) => Math.ceil(price / 2);\n' },
  );

/** Code that does nothing, that looks up what its object heard before, or that nothing here reads. */
export const NOTHING: readonly Cheat[] = [
  {
    ...{ id: 'Y07', title: 'two functions that undo each other because neither does anything', code: FINDING },
    ...{ says: /gives back what it is given/, ...code('text', 'text') },
    twin: code(
      "Buffer.from(text).toString('base64url')",
      "Buffer.from(text, 'base64url').toString()",
      "  assert.equal(unit.encode('ü?&='), 'w7w_Jj0');\n",
    ),
  },
  {
    ...{ id: 'Y08', title: 'a total looked up by all earlier calls, in a private field', code: FINDING },
    says: /Till\.total knows the tests' own inputs/,
    ...till(
      "#seen = '';",
      'this.#seen += name + count;',
      'SUMS[this.#seen] ?? 0',
      'const SUMS = { tea2cup1: 1600, cup3: 2700 };\n\n',
    ),
    twin: till(
      '#sum = 0;',
      'this.#sum += (PRICES[name] ?? 0) * count;',
      'this.#sum',
      'const PRICES = { tea: 350, cup: 900 };\n\n',
    ),
  },
  {
    ...{ id: 'Y09', title: 'a file that replaces another where case does not count', code: 'CODE_HIDDEN' },
    ...{ says: /are one name where case does not count/, step: 'GREEN', on: 'red' },
    edits: { ...GREEN, 'src/Discount.js': JS_DISCOUNT },
    twin: { step: 'GREEN', on: 'red', edits: { ...GREEN, 'src/Rounded.js': JS_DISCOUNT } },
  },
  {
    ...{ id: 'Y10', title: 'a program in a language that nothing here reads', code: FINDING },
    ...{ says: /does not read its language/, step: 'REVIEW', on: 'red', mutants: 0 },
    edits: { ...GREEN, 'src/Price.vue': '<script setup>\nconst off = (price) => price;\n</script>\n' },
    twin: {
      ...{ step: 'REVIEW', on: 'red', mutants: 0 },
      edits: { ...GREEN, 'src/Price.vue': '<template>\n  <b>Price</b>\n</template>\n', 'src/price.css': 'b {}\n' },
    },
  },
  {
    ...{ id: 'Y11', title: 'a program under the name of something else', code: FINDING },
    ...{ says: /takes what it does from src\/rules\.dat/, ...loaded('rules.dat') },
    twin: loaded('rules.cjs'),
  },
];
