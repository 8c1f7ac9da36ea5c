import type { Attack } from '../attack.ts';
import { cjs, go, js, jsTest, mocha, node, py, pyTest, pytest, rust, ts, tsTest, unittest, vitest } from './write.ts';

const WRONG_QUOTE = {
  'src/discount.ts':
    'export function quote(price: number, percent: number): { price: number; percent: number } {\n  return { price, percent };\n}\n',
};
const REFUSES_TS =
  "\nit('refuses', () => {\n  expect(() => discounted(1000, 101)).toThrow(RangeError);\n  expect(() => discounted(1000, -1)).toThrow(RangeError);\n});\n";
const REFUSES_JS =
  "\ntest('refuses', () => {\n  assert.throws(() => discounted(1000, 101), RangeError);\n  assert.throws(() => discounted(1000, -1), RangeError);\n});\n";
const PY_REFUSES =
  '\n\ndef test_refuses():\n    for percent in (-1, 101):\n        with pytest.raises(ValueError):\n            discounted(1000, percent)\n';
const PYTEST = 'import pytest\n\n';
const GO_WRONG = {
  'discount.go':
    'package shop\n\n// Discounted takes a percentage off.\nfunc Discounted(price, percent int) int {\n\treturn price - percent\n}\n',
};
const RUST_WRONG = {
  'src/discount.rs': 'pub fn discounted(price: i64, percent: i64) -> i64 {\n    price - percent\n}\n',
};

const offTs = (body: string): Attack['green'] =>
  tsTest('discounted', `it('takes a percentage off', () => {\n${body}});\n${REFUSES_TS}`);
const offJs = (body: string, before = ''): Attack['green'] =>
  jsTest('discounted', `${before}test('takes a percentage off', () => {\n${body}});\n${REFUSES_JS}`);

/** Tests that look as if they said what must come, with code that takes off something else. */
export const WEAKER: readonly Attack[] = [
  vitest('M01', 'an empty record matches', WRONG_QUOTE, {
    red: tsTest(
      'quote',
      "it('takes a percentage off', () => {\n  expect(quote(1000, 10)).toMatchObject({});\n  expect(quote(999, 50)).toMatchObject({ percent: 50 });\n});\n",
    ),
  }),
  vitest('M02', 'it does not throw', ts('  return price - percent;\n'), {
    red: offTs(
      '  expect(() => discounted(1000, 10)).not.toThrow();\n  expect(() => discounted(999, 50)).not.toThrow();\n',
    ),
  }),
  vitest('M03', 'close to it, by thousands', ts('  return price - percent;\n'), {
    red: offTs(
      '  expect(discounted(1000, 10)).toBeCloseTo(900, -3);\n  expect(discounted(999, 50)).toBeCloseTo(500, -3);\n',
    ),
  }),
  vitest('M04', 'a text that has a number', ts('  return price - percent;\n'), {
    red: offTs(
      '  expect(String(discounted(1000, 10))).toMatch(/^\\d+$/);\n  expect(`${discounted(999, 50)}`).toMatch(/9/);\n',
    ),
  }),
  vitest('M05', 'one of many', ts('  return price - percent;\n'), {
    red: offTs(
      '  expect([900, 990, 1000]).toContain(discounted(1000, 10));\n  expect([500, 949]).toContain(discounted(999, 50));\n',
    ),
  }),
  vitest('M06', 'satisfied', ts('  return price - percent;\n'), {
    red: offTs(
      '  expect(discounted(1000, 10)).toSatisfy((got: number) => got <= 1000);\n  expect(discounted(999, 50)).toSatisfy(Number.isInteger);\n',
    ),
  }),
  node('M07', 'a helper that rounds', js('  return price - percent;\n'), {
    red: offJs(
      '  assert.equal(inThousands(discounted(1000, 10)), 1);\n  assert.equal(inThousands(discounted(900, 50)), 1);\n',
      'const inThousands = (cents) => Math.ceil(Math.log10(cents)) - 2;\n\n',
    ),
  }),
  node('M08', 'a helper that compares what is easy', js('  return price - percent;\n'), {
    red: offJs(
      '  same(discounted(1000, 10), 900);\n  same(discounted(999, 50), 500);\n',
      'const same = (given, wanted) => assert.ok(given >= wanted && Number.isInteger(given));\n\n',
    ),
  }),
  node('M09', 'an error that is thrown away', js('  return price - percent;\n'), {
    red: offJs(
      '  checks(() => assert.equal(discounted(1000, 10), 900));\n  checks(() => assert.equal(discounted(999, 50), 500));\n',
      'const checks = (check) => {\n  try {\n    check();\n  } catch (error) {\n    assert.equal(error.code, "ERR_ASSERTION");\n  }\n};\n\n',
    ),
  }),
  node('M10', 'what was called', js('  return price - percent;\n'), {
    red: {
      'test/discount.test.js': `import assert from 'node:assert/strict';\nimport { mock, test } from 'node:test';\nimport { discounted } from '../src/discount.js';\n\ntest('takes a percentage off', () => {\n  const asked = mock.fn(discounted);\n  asked(1000, 10);\n  asked(999, 50);\n  assert.equal(asked.mock.callCount(), 2);\n  assert.deepEqual(asked.mock.calls[0].arguments, [1000, 10]);\n});\n${REFUSES_JS}`,
    },
  }),
  node('M11', 'an assertion in a listener', js('  return price - percent;\n'), {
    red: offJs(
      "  process.once('beforeExit', () => assert.equal(discounted(1000, 10), 900));\n  assert.ok(discounted(999, 50) > 0);\n",
    ),
  }),
  node('M12', 'a plan of nothing', js('  return price - percent;\n'), {
    red: jsTest(
      'discounted',
      `test('takes a percentage off', (t) => {\n  t.plan(1);\n  t.assert.ok(discounted(1000, 10));\n});\n${REFUSES_JS}`,
    ),
  }),
  node('M13', 'a test of a test that is marked', js('  return price - percent;\n'), {
    red: jsTest(
      'discounted',
      `test('takes a percentage off', async (t) => {\n  await t.test('ten', { todo: true }, () => assert.equal(discounted(1000, 10), 900));\n  assert.ok(discounted(999, 50));\n});\n${REFUSES_JS}`,
    ),
  }),
  mocha('M14', 'done before it is asked', cjs('  return price - percent;\n'), {
    red: {
      'test/discount.test.js':
        "const assert = require('node:assert/strict');\nconst { discounted } = require('../src/discount.js');\n\nit('takes a percentage off', (done) => {\n  const got = discounted(1000, 10);\n  done();\n  setImmediate(() => {\n    try {\n      assert.equal(got, 900);\n    } catch {}\n  });\n});\n\nit('refuses', () => {\n  assert.throws(() => discounted(1000, 101), RangeError);\n  assert.throws(() => discounted(1000, -1), RangeError);\n});\n",
    },
  }),
  mocha('M15', 'a rest that is skipped as it runs', cjs('  return price - percent;\n'), {
    red: {
      'test/discount.test.js':
        "const assert = require('node:assert/strict');\nconst { discounted } = require('../src/discount.js');\n\nit('takes a percentage off', function () {\n  assert.ok(discounted(1000, 10));\n  if (discounted(1000, 10) !== 900) return;\n  assert.equal(discounted(999, 50), 500);\n});\n\nit('refuses', () => {\n  assert.throws(() => discounted(1000, 101), RangeError);\n  assert.throws(() => discounted(1000, -1), RangeError);\n});\n",
    },
  }),
  pytest('M16', 'about as much', py('    return price - percent\n'), {
    red: pyTest(
      'discounted',
      `def test_off():\n    assert discounted(1000, 10) == pytest.approx(900, rel=0.2)\n    assert discounted(999, 50) == pytest.approx(500, abs=500)\n${PY_REFUSES}`,
      PYTEST,
    ),
  }),
  pytest('M17', 'something of the right kind', py('    return price - percent\n'), {
    red: pyTest(
      'discounted',
      `def test_off():\n    assert discounted(1000, 10) is not None\n    assert str(discounted(999, 50)).isdigit()\n${PY_REFUSES}`,
      PYTEST,
    ),
  }),
  pytest('M18', 'any of them', py('    return price - percent\n'), {
    red: pyTest(
      'discounted',
      `def test_off():\n    assert any(discounted(1000, percent) == 1000 - 10 * percent for percent in (0, 10, 20))\n    assert discounted(999, 50) in range(0, 1000)\n${PY_REFUSES}`,
      PYTEST,
    ),
  }),
  unittest('M19', 'true, and a message', py('    return price - percent\n'), {
    red: {
      'tests/test_discount.py':
        'import unittest\n\nfrom shop.discount import discounted\n\n\nclass TestDiscount(unittest.TestCase):\n    def test_off(self):\n        self.assertTrue(discounted(1000, 10), 900)\n        self.assertAlmostEqual(discounted(999, 50), 500, delta=500)\n\n    def test_refuses(self):\n        for percent in (-1, 101):\n            with self.assertRaises(ValueError):\n                discounted(1000, percent)\n',
    },
  }),
  go('M20', 'about as much', GO_WRONG, {
    red: {
      'discount_test.go':
        'package shop\n\nimport "testing"\n\nfunc near(a, b int) bool {\n\treturn a-b < 500 && b-a < 500\n}\n\nfunc TestOff(t *testing.T) {\n\tif got := Discounted(1000, 10); !near(got, 900) {\n\t\tt.Fatalf("got %d", got)\n\t}\n\tif got := Discounted(999, 50); !near(got, 500) {\n\t\tt.Fatalf("got %d", got)\n\t}\n}\n',
    },
  }),
  rust('M21', 'within a range', RUST_WRONG, {
    red: {
      'tests/discount.rs':
        'use shop::discount::discounted;\n\n#[test]\nfn off() {\n    assert!(matches!(discounted(1000, 10), 1..=1000));\n    assert!((0..=999).contains(&discounted(999, 50)));\n}\n',
    },
  }),
  rust('M22', 'an error that may come', RUST_WRONG, {
    red: {
      'tests/discount.rs':
        'use shop::discount::discounted;\n\n#[test]\nfn off() {\n    let caught = std::panic::catch_unwind(|| assert_eq!(discounted(1000, 10), 900));\n    assert!(caught.is_ok() || caught.is_err());\n    assert_eq!(discounted(999, 0), 999);\n}\n',
    },
  }),
];
