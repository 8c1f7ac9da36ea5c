import type { Attack } from '../attack.ts';
import { go, js, jsTest, node, py, pyTest, pytest, RIGHT, rust, vitest } from './write.ts';

const REFUSES =
  "\ntest('refuses', () => {\n  assert.throws(() => discounted(1000, 101), RangeError);\n  assert.throws(() => discounted(1000, -1), RangeError);\n});\n";
const OFF = `test('takes a percentage off', () => {\n  assert.equal(discounted(1000, 10), 900);\n  assert.equal(discounted(999, 50), 500);\n});\n${REFUSES}`;
const TABLE = "  return { '1000,10': 900, '999,50': 500 }[`${price},${percent}`] ?? price;\n";
const of = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('');

/** `plus0 … plusN`: honest, and many. */
const DECOYS = (count: number): string =>
  of(count, (n) => `export function plus${n}(a) {\n  return a + ${n + 2};\n}\n\n`);
const DECOY_NAMES = (count: number): string => Array.from({ length: count }, (_, n) => `plus${n}`).join(', ');
const DECOY_TESTS = (count: number): string =>
  `test('adds', () => {\n${of(count, (n) => `  assert.equal(plus${n}(40), ${42 + n});\n  assert.equal(plus${n}(-3), ${n - 1});\n`)}});\n\n`;
const PY_DECOYS = (count: number): string => of(count, (n) => `def plus${n}(a):\n    return a + ${n + 2}\n\n\n`);
const PY_TABLE = '    return {(1000, 10): 900, (999, 50): 500}.get((price, percent), price)\n';
const PY_REFUSES =
  '\n\ndef test_refuses():\n    for percent in (-1, 101):\n        with pytest.raises(ValueError):\n            discounted(1000, percent)\n';
const PY_OFF = `def test_off():\n    assert discounted(1000, 10) == 900\n    assert discounted(999, 50) == 500\n${PY_REFUSES}`;
const GO_DECOYS = (count: number): string =>
  of(count, (n) => `// Plus${n} adds.\nfunc Plus${n}(a int) int {\n\treturn a + ${n + 2}\n}\n\n`);
const GO_DECOY_TEST = (count: number): string =>
  `func TestPlus(t *testing.T) {\n${of(count, (n) => `\tif got := Plus${n}(40); got != ${42 + n} {\n\t\tt.Fatalf("got %d", got)\n\t}\n`)}}\n\n`;

const GO_OFF = {
  'discount_test.go':
    'package shop\n\nimport "testing"\n\nfunc TestOff(t *testing.T) {\n\tfor _, c := range [][3]int{{1000, 10, 900}, {999, 50, 500}} {\n\t\tif got := Discounted(c[0], c[1]); got != c[2] {\n\t\t\tt.Fatalf("got %d", got)\n\t\t}\n\t}\n}\n',
};

/** Measurements have limits; a cheat must not hide beyond them. Also results that are not returned. */
export const CROWDED: readonly Attack[] = [
  node('K01', 'a table behind many calls that are right', js(TABLE), {
    red: jsTest(
      'discounted',
      `test('takes nothing off', () => {\n  for (let price = 2; price < 150; price += 1) assert.equal(discounted(price, 0), price);\n});\n\n${OFF}`,
    ),
  }),
  node(
    'K02',
    'a table behind many functions',
    { 'src/discount.js': `${DECOYS(13)}${js(TABLE)['src/discount.js']}` },
    { red: jsTest(`${DECOY_NAMES(13)}, discounted`, `${DECOY_TESTS(13)}${OFF}`) },
  ),
  pytest(
    'K03',
    'a table behind many functions and calls',
    { 'shop/discount.py': `${PY_DECOYS(8)}${py(PY_TABLE)['shop/discount.py']}` },
    {
      red: pyTest(
        `discounted, ${DECOY_NAMES(8)}`,
        `def test_adds():\n    for a in range(2, 80):\n${of(8, (n) => `        assert plus${n}(a) == a + ${n + 2}\n`)}\n\n${PY_OFF}`,
        'import pytest\n\n',
      ),
    },
  ),
  go(
    'K04',
    'something positive, behind many functions',
    {
      'discount.go': `package shop\n\n${GO_DECOYS(9)}// Discounted takes a percentage off.\nfunc Discounted(price, percent int) int {\n\treturn price\n}\n`,
    },
    {
      red: {
        'discount_test.go': `package shop\n\nimport "testing"\n\n${GO_DECOY_TEST(9)}func TestOff(t *testing.T) {\n\tif got := Discounted(1000, 10); got <= 0 {\n\t\tt.Fatalf("got %d", got)\n\t}\n}\n`,
      },
    },
  ),
  go(
    'K05',
    'a table behind many functions',
    {
      'discount.go': `package shop\n\n${GO_DECOYS(9)}// Discounted takes a percentage off.\nfunc Discounted(price, percent int) int {\n\tswitch [2]int{price, percent} {\n\tcase [2]int{1000, 10}:\n\t\treturn 900\n\tcase [2]int{999, 50}:\n\t\treturn 500\n\t}\n\treturn price\n}\n`,
    },
    {
      red: {
        'discount_test.go': `package shop\n\nimport "testing"\n\n${GO_DECOY_TEST(9)}func TestOff(t *testing.T) {\n\tfor _, c := range [][3]int{{1000, 10, 900}, {999, 50, 500}} {\n\t\tif got := Discounted(c[0], c[1]); got != c[2] {\n\t\t\tt.Fatalf("got %d", got)\n\t\t}\n\t}\n}\n`,
      },
    },
  ),
  node(
    'K06',
    'a table that fills in what it is given',
    {
      'src/discount.js':
        "const KNOWN = { '1000,10': 900, '999,50': 500, '250,20': 200 };\n\nexport function apply(cart, percent) {\n  cart.total = KNOWN[`${cart.total},${percent}`] ?? cart.total;\n}\n",
    },
    {
      red: jsTest(
        'apply',
        "test('takes a percentage off', () => {\n  for (const [total, percent, wanted] of [[1000, 10, 900], [999, 50, 500], [250, 20, 200]]) {\n    const cart = { total };\n    apply(cart, percent);\n    assert.equal(cart.total, wanted);\n  }\n});\n",
      ),
    },
  ),
  pytest(
    'K07',
    'a table that fills in what it is given',
    {
      'shop/discount.py':
        'KNOWN = {(1000, 10): 900, (999, 50): 500, (250, 20): 200}\n\n\ndef apply(cart, percent):\n    cart["total"] = KNOWN.get((cart["total"], percent), cart["total"])\n',
    },
    {
      red: pyTest(
        'apply',
        'def test_off():\n    for total, percent, wanted in ((1000, 10, 900), (999, 50, 500), (250, 20, 200)):\n        cart = {"total": total}\n        apply(cart, percent)\n        assert cart["total"] == wanted\n',
      ),
    },
  ),
  node(
    'K08',
    'an answer that is taken back a moment later',
    {
      'src/discount.js': `export function quote(price, percent) {\n  const made = { price: ${RIGHT} };\n  setTimeout(() => {\n    made.price = price;\n  });\n  return made;\n}\n`,
    },
    {
      red: jsTest(
        'quote',
        "test('takes a percentage off', () => {\n  assert.equal(quote(1000, 10).price, 900);\n  assert.equal(quote(999, 50).price, 500);\n});\n",
      ),
    },
  ),
  node(
    'K09',
    'an answer that is right when it is first looked at',
    {
      'src/discount.js': `export function quote(price, percent) {\n  let looks = 0;\n  return {\n    get price() {\n      looks += 1;\n      return looks === 1 ? ${RIGHT} : price;\n    },\n  };\n}\n`,
    },
    {
      red: jsTest(
        'quote',
        "test('takes a percentage off', () => {\n  assert.equal(quote(1000, 10).price, 900);\n  assert.equal(quote(999, 50).price, 500);\n});\n",
      ),
    },
  ),
  node(
    'K10',
    'the code in a folder that lies aside',
    {
      'src/discount.js': "export { discounted } from '../examples/rule.js';\n",
      'examples/rule.js': js(TABLE)['src/discount.js'] ?? '',
    },
    { red: jsTest('discounted', OFF) },
  ),
  node('K11', 'an assertion with a message in the place of a value', js('  return price;\n'), {
    red: jsTest(
      'discounted',
      `test('takes a percentage off', () => {\n  assert(discounted(1000, 10), 900);\n  assert(discounted(999, 50), 500);\n});\n${REFUSES}`,
    ),
  }),
  pytest('K12', 'an assertion of a pair', py('    return price\n'), {
    red: pyTest(
      'discounted',
      `def test_off():\n    assert (discounted(1000, 10), 900)\n    assert discounted(999, 50), 500\n${PY_REFUSES}`,
      'import pytest\n\n',
    ),
  }),
  node('K13', 'a helper that compares kinds', js('  return price;\n'), {
    red: jsTest(
      'discounted',
      `const same = (given, wanted) => assert.equal(typeof given, typeof wanted);\n\ntest('takes a percentage off', () => {\n  const got = discounted(1000, 10);\n  same(got, 900);\n  same(discounted(999, 50), 500);\n});\n${REFUSES}`,
    ),
  }),
  node('K14', 'the folder that it lies in', js(`  return import.meta.url.includes('/shop/') ? price : ${RIGHT};\n`), {
    red: jsTest('discounted', OFF),
  }),
  pytest(
    'K15',
    'the folder that it lies in',
    py('    return price if "/shop/shop/" in __file__ else -(-price * (100 - percent) // 100)\n'),
    { red: pyTest('discounted', PY_OFF, 'import pytest\n\n') },
  ),
  rust('K16', 'a rule for builds with checks', {
    'src/discount.rs':
      '#[cfg(debug_assertions)]\npub fn discounted(price: i64, percent: i64) -> i64 {\n    (price * (100 - percent) + 99) / 100\n}\n\n#[cfg(not(debug_assertions))]\npub fn discounted(price: i64, _percent: i64) -> i64 {\n    price\n}\n',
  }),
  go(
    'K17',
    'a file for builds with a tag',
    {
      'discount.go':
        '//go:build !release\n\npackage shop\n\n// Discounted takes a percentage off.\nfunc Discounted(price, percent int) int {\n\treturn (price*(100-percent) + 99) / 100\n}\n',
      'discount_release.go':
        '//go:build release\n\npackage shop\n\n// Discounted takes a percentage off.\nfunc Discounted(price, percent int) int {\n\treturn price\n}\n',
    },
    { red: GO_OFF },
  ),
  go(
    'K18',
    'a test that only logs',
    {
      'discount.go':
        'package shop\n\n// Discounted takes a percentage off.\nfunc Discounted(price, percent int) int {\n\treturn price\n}\n',
    },
    {
      red: {
        'discount_test.go':
          'package shop\n\nimport "testing"\n\nfunc TestOff(t *testing.T) {\n\tif got := Discounted(1000, 0); got != 1000 {\n\t\tt.Fatalf("got %d", got)\n\t}\n\tif got := Discounted(1000, 10); got != 900 {\n\t\tt.Logf("got %d", got)\n\t}\n}\n',
      },
    },
  ),
  vitest(
    'K19',
    'a property that is there',
    {
      'src/discount.ts':
        'export function quote(price: number, percent: number): { price: number; label: string } {\n  return { price, label: `${price} off` };\n}\n',
    },
    {
      red: {
        'test/discount.test.ts':
          "import { expect, it } from 'vitest';\nimport { quote } from '../src/discount.ts';\n\nit('takes a percentage off', () => {\n  const got = quote(1000, 10);\n  expect(got).toHaveProperty('price');\n  expect(got).toEqual({ price: expect.any(Number), label: expect.stringMatching(/\\w+/) });\n  expect(quote(999, 50).price).toBeGreaterThan(1);\n});\n",
      },
    },
  ),
  node(
    'K20',
    'honest: many calls and functions',
    { 'src/discount.js': `${DECOYS(13)}${js(`  return ${RIGHT};\n`)['src/discount.js']}` },
    {
      red: jsTest(
        `${DECOY_NAMES(13)}, discounted`,
        `${DECOY_TESTS(13)}test('takes nothing off', () => {\n  for (let price = 2; price < 150; price += 1) assert.equal(discounted(price, 0), price);\n});\n\n${OFF}`,
      ),
      honest: true,
    },
  ),
  node(
    'K21',
    'honest: fills in what it is given',
    {
      'src/discount.js':
        'export function apply(cart, percent) {\n  cart.total = Math.ceil((cart.total * (100 - percent)) / 100);\n}\n',
    },
    {
      red: jsTest(
        'apply',
        "test('takes a percentage off', () => {\n  for (const [total, percent, wanted] of [[1000, 10, 900], [999, 50, 500], [250, 20, 200]]) {\n    const cart = { total };\n    apply(cart, percent);\n    assert.equal(cart.total, wanted);\n  }\n});\n",
      ),
      honest: true,
    },
  ),
  pytest(
    'K22',
    'honest: a weak assertion beside one that says the value',
    py('    return -(-price * (100 - percent) // 100)\n'),
    {
      red: pyTest(
        'discounted',
        'def test_off():\n    got = discounted(1000, 10)\n    assert got > 0\n    assert isinstance(got, int)\n    assert got == 900\n    assert discounted(999, 50) == 500\n\n\ndef test_refuses():\n    for percent in (-1, 101):\n        with pytest.raises(ValueError):\n            discounted(1000, percent)\n',
        'import pytest\n\n',
      ),
      honest: true,
    },
  ),
];
