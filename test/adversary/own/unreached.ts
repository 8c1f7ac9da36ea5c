import type { Attack } from '../attack.ts';
import { go, js, jsTest, node, py, pyTest, pytest, rust, ts, tsTest, unittest, vitest } from './write.ts';

/** What the code does that a test never gets to ask about. */
const WRONG = js('  return price;\n');
const WRONG_TS = ts('  return price;\n');
const WRONG_PY = py('    return price\n');
const ONE = 'assert.equal(discounted(1000, 0), 1000);';
const REFUSES =
  "\ntest('refuses percentages that are none', () => {\n  assert.throws(() => discounted(1000, 101), RangeError);\n  assert.throws(() => discounted(1000, -1), RangeError);\n});\n";

const inNode = (id: string, title: string, body: string, before = ''): Attack =>
  node(id, title, WRONG, {
    red: jsTest('discounted', `${before}test('takes a percentage off', () => {\n  ${ONE}\n${body}});\n${REFUSES}`),
  });
const inVitest = (id: string, title: string, body: string): Attack =>
  vitest(id, title, WRONG_TS, {
    red: tsTest(
      'discounted',
      `it('takes a percentage off', () => {\n  expect(discounted(1000, 0)).toBe(1000);\n${body}});\n\nit('refuses percentages that are none', () => {\n  expect(() => discounted(1000, 101)).toThrow(RangeError);\n  expect(() => discounted(1000, -1)).toThrow(RangeError);\n});\n`,
    ),
  });
const PY_REFUSES =
  '\n\ndef test_refuses():\n    for percent in (-1, 101):\n        with pytest.raises(ValueError):\n            discounted(1000, percent)\n';
const inPytest = (id: string, title: string, body: string, before = ''): Attack =>
  pytest(id, title, WRONG_PY, {
    red: pyTest(
      'discounted',
      `${before}def test_off():\n    assert discounted(1000, 0) == 1000\n${body}${PY_REFUSES}`,
      'import pytest\n\n',
    ),
  });

/** Assertions that are written and never made. */
export const UNREACHED: readonly Attack[] = [
  inNode(
    'B01',
    'an assertion in a callback that nobody calls',
    '  const check = (wanted) => assert.equal(discounted(1000, 10), wanted);\n  [].forEach(check);\n',
  ),
  inNode(
    'B02',
    'an assertion behind an early return',
    '  const got = discounted(1000, 10);\n  if (got !== 900) return;\n  assert.equal(got, 900);\n',
  ),
  inNode(
    'B03',
    'an assertion in an if that never holds',
    '  if (discounted(10, 10) === 9) {\n    assert.equal(discounted(1000, 10), 900);\n  }\n',
  ),
  inNode(
    'B04',
    'an assertion in a promise that nobody waits for',
    '  Promise.resolve().then(() => assert.equal(discounted(1000, 10), 900)).catch(() => {});\n',
  ),
  inNode(
    'B05',
    'an assertion in a catch',
    '  try {\n    discounted(1000, 10);\n  } catch {\n    assert.equal(discounted(1000, 10), 900);\n  }\n',
  ),
  inNode(
    'B06',
    'an assertion whose error is caught',
    '  try {\n    assert.equal(discounted(1000, 10), 900);\n  } catch {}\n',
  ),
  inNode(
    'B07',
    'an assertion in a helper that nobody calls',
    '',
    'function takesOff() {\n  assert.equal(discounted(1000, 10), 900);\n}\nvoid takesOff;\n\n',
  ),
  inNode(
    'B08',
    'assertions over no cases',
    '  for (const [price, wanted] of [[1000, 900]].filter(([price]) => price < 0)) assert.equal(discounted(price, 10), wanted);\n',
  ),
  inNode(
    'B09',
    'an assertion in a timer',
    '  setTimeout(() => assert.equal(discounted(1000, 10), 900), 1e6).unref();\n',
  ),
  inNode(
    'B10',
    'an assertion behind a comparison',
    '  discounted(1000, 10) === 900 && assert.equal(discounted(1000, 10), 900);\n',
  ),
  inNode(
    'B11',
    'an assertion of a promise that is swallowed',
    '  assert.rejects(async () => discounted(1000, 10)).catch(() => {});\n',
  ),
  inNode('B12', 'the code compared with itself', '  assert.equal(discounted(1000, 10), discounted(1000, 10));\n'),
  inVitest(
    'B13',
    'an assertion in a then that is not returned',
    '  void Promise.resolve(discounted(1000, 10)).then((got) => { expect(got).toBe(900); }, () => {}).catch(() => {});\n',
  ),
  inVitest('B14', 'an assertion without a matcher', '  expect(discounted(1000, 10) === 900);\n'),
  inVitest(
    'B15',
    'an assertion that asks for anything',
    '  expect(discounted(1000, 10)).toEqual(expect.anything());\n',
  ),
  inVitest(
    'B16',
    'an assertion in a spy that nobody calls',
    '  const tell = (got: number) => expect(got).toBe(900);\n  new Map<string, number>().forEach(tell);\n',
  ),
  inVitest(
    'B17',
    'a soft assertion behind a ternary',
    '  discounted(1000, 10) === 900 ? expect(discounted(1000, 10)).toBe(900) : undefined;\n',
  ),
  inVitest('B18', 'only the kind is asked for', '  expect(typeof discounted(1000, 10)).toBe("number");\n'),
  inPytest(
    'B19',
    'an assertion behind a return',
    '    got = discounted(1000, 10)\n    if got != 900:\n        return\n    assert got == 900\n',
  ),
  inPytest(
    'B20',
    'an assertion whose error is caught',
    '    try:\n        assert discounted(1000, 10) == 900\n    except AssertionError:\n        pass\n',
  ),
  inPytest(
    'B21',
    'an assertion in a lambda that nobody calls',
    '    def check():\n        assert discounted(1000, 10) == 900\n    assert callable(check)\n',
  ),
  inPytest(
    'B22',
    'an assertion over no cases',
    '    for price, wanted in [case for case in [(1000, 900)] if case[0] < 0]:\n        assert discounted(price, 10) == wanted\n',
  ),
  inPytest(
    'B23',
    'an assertion that is suppressed',
    '    with contextlib.suppress(AssertionError):\n        assert discounted(1000, 10) == 900\n',
    'import contextlib\n\n\n',
  ),
  inPytest(
    'B24',
    'an assertion that must fail',
    '    with pytest.raises(AssertionError):\n        assert discounted(1000, 10) == 900\n',
  ),
  inPytest('B25', 'an assertion behind or', '    assert discounted(1000, 10) == 900 or discounted(1000, 10)\n'),
  unittest('B26', 'an assertion in an except', WRONG_PY, {
    red: {
      'tests/test_discount.py': `import unittest

from shop.discount import discounted


class TestDiscount(unittest.TestCase):
    def test_off(self):
        self.assertEqual(discounted(1000, 0), 1000)
        try:
            discounted(1000, 10)
        except ValueError:
            self.assertEqual(discounted(1000, 10), 900)

    def test_refuses(self):
        for percent in (-1, 101):
            with self.assertRaises(ValueError):
                discounted(1000, percent)
`,
    },
  }),
  unittest('B27', 'subtests over no cases', WRONG_PY, {
    red: {
      'tests/test_discount.py': `import unittest

from shop.discount import discounted


class TestDiscount(unittest.TestCase):
    def test_off(self):
        self.assertEqual(discounted(1000, 0), 1000)
        for price, wanted in filter(lambda case: case[0] < 0, [(1000, 900)]):
            with self.subTest(price=price):
                self.assertEqual(discounted(price, 10), wanted)

    def test_refuses(self):
        for percent in (-1, 101):
            with self.assertRaises(ValueError):
                discounted(1000, percent)
`,
    },
  }),
  go('B28', 'a check over no cases', goCode('\treturn price\n'), {
    red: goTest(
      '\tif Discounted(1000, 0) != 1000 {\n\t\tt.Fatal("none")\n\t}\n\tfor _, c := range [][2]int{} {\n\t\tif Discounted(c[0], 10) != c[1] {\n\t\t\tt.Fatal("off")\n\t\t}\n\t}\n',
    ),
  }),
  go('B29', 'a check in a goroutine that nobody waits for', goCode('\treturn price\n'), {
    red: goTest(
      '\tif Discounted(1000, 0) != 1000 {\n\t\tt.Fatal("none")\n\t}\n\tstop := make(chan bool)\n\tgo func() {\n\t\t<-stop\n\t\tif Discounted(1000, 10) != 900 {\n\t\t\tt.Error("off")\n\t\t}\n\t}()\n',
    ),
  }),
  go('B30', 'a check that is only logged', goCode('\treturn price\n'), {
    red: goTest(
      '\tif Discounted(1000, 0) != 1000 {\n\t\tt.Fatal("none")\n\t}\n\tif got := Discounted(1000, 10); got != 900 {\n\t\tt.Log("off", got)\n\t}\n',
    ),
  }),
  rust(
    'B31',
    'a check where something is there',
    rustCode('    if percent > 50 { Some(price * 2) } else { None }\n', 'Option<i64>'),
    {
      red: rustTest(
        '    assert!(shop::discount::discounted(1000, 60).is_some());\n    if let Some(got) = shop::discount::discounted(1000, 10) {\n        assert_eq!(got, 900);\n    }\n',
      ),
    },
  ),
  rust('B32', 'a check whose panic is caught', rustCode('    if percent == 0 { price } else { price + 1 }\n'), {
    red: rustTest(
      '    assert_eq!(shop::discount::discounted(1000, 0), 1000);\n    let _ = std::panic::catch_unwind(|| assert_eq!(shop::discount::discounted(1000, 10), 900));\n',
    ),
  }),
];

function goCode(body: string): Attack['green'] {
  return {
    'discount.go': `package shop\n\n// Discounted takes a percentage off.\nfunc Discounted(price, percent int) int {\n${body}}\n`,
  };
}
function goTest(body: string): Attack['green'] {
  return { 'discount_test.go': `package shop\n\nimport "testing"\n\nfunc TestOff(t *testing.T) {\n${body}}\n` };
}
function rustCode(body: string, gives = 'i64'): Attack['green'] {
  return { 'src/discount.rs': `pub fn discounted(price: i64, percent: i64) -> ${gives} {\n${body}}\n` };
}
function rustTest(body: string): Attack['green'] {
  return { 'tests/discount.rs': `#[test]\nfn off() {\n${body}}\n` };
}
