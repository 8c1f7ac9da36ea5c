import type { Attack } from '../attack.ts';
import { go, js, jsTest, node, PY_RIGHT, py, pyTest, pytest, RIGHT, ts, tsTest, unittest, vitest } from './write.ts';

/** Wrong, and right where nothing is taken off. */
const WRONG = '  return price;\n';
const REFUSES =
  "\ntest('refuses', () => {\n  assert.throws(() => discounted(1000, 101), RangeError);\n  assert.throws(() => discounted(1000, -1), RangeError);\n});\n";
const NONE = "test('takes nothing off', () => {\n  assert.equal(discounted(1000, 0), 1000);\n});\n\n";
const follows = (id: string, title: string, body: string, more = '', imports = 'discounted'): Attack =>
  node(
    id,
    title,
    { 'src/discount.js': `${js(WRONG)['src/discount.js'] ?? ''}${more}` },
    { red: jsTest(imports, `${NONE}test('takes a percentage off', () => {\n${body}});\n${REFUSES}`) },
  );
const PY_REFUSES =
  '\n\ndef test_refuses():\n    for percent in (-1, 101):\n        with pytest.raises(ValueError):\n            discounted(1000, percent)\n';
const followsPy = (id: string, title: string, body: string, more = '', imports = 'discounted'): Attack =>
  pytest(
    id,
    title,
    { 'shop/discount.py': `${py('    return price\n')['shop/discount.py'] ?? ''}${more}` },
    {
      red: pyTest(
        imports,
        `def test_none():\n    assert discounted(1000, 0) == 1000\n\n\ndef test_off():\n${body}${PY_REFUSES}`,
        'import pytest\n\n',
      ),
    },
  );
const SAYS =
  "test('takes a percentage off', () => {\n  assert.equal(discounted(1000, 10), 900);\n  assert.equal(discounted(999, 50), 500);\n});\n";

/** What a test wants comes from the code that it tests. */
export const FOLLOWS: readonly Attack[] = [
  follows('G01', 'the code held against itself', '  assert.equal(discounted(1000, 10), discounted(1000, 10));\n'),
  follows(
    'G02',
    'a first answer as what is wanted',
    '  const want = discounted(1000, 10);\n  assert.equal(discounted(1000, 10), want);\n',
  ),
  follows(
    'G03',
    'what is wanted in the source, computed',
    '  assert.equal(discounted(1000, 10), WANTED);\n',
    '\nexport const WANTED = discounted(1000, 10);\n',
    'discounted, WANTED',
  ),
  follows(
    'G04',
    'what is wanted in the source, as a number',
    '  assert.equal(discounted(1000, 10), WANTED);\n',
    '\nexport const WANTED = 1000;\n',
    'discounted, WANTED',
  ),
  follows(
    'G05',
    'cases in the source',
    '  for (const [price, percent, wanted] of CASES) assert.equal(discounted(price, percent), wanted);\n',
    '\nexport const CASES = [[1000, 10, 1000], [999, 50, 999]];\n',
    'discounted, CASES',
  ),
  follows(
    'G06',
    'the code held against itself, by ===',
    '  assert.ok(discounted(1000, 10) === discounted(1000, 10));\n',
  ),
  follows(
    'G07',
    'the code held against itself, as text',
    '  assert.equal(String(discounted(1000, 10)), `${discounted(1000, 10)}`);\n',
  ),
  follows(
    'G08',
    'a rule of the source that is the code once more',
    '  assert.equal(discounted(1000, 10), expected(1000, 10));\n',
    '\nexport const expected = (price, percent) => (percent > 0 ? price : price);\n',
    'discounted, expected',
  ),
  follows(
    'G09',
    'the code held against itself, in a wrapper',
    '  assert.deepEqual({ got: [discounted(1000, 10)] }, { got: [discounted(1000, 10)] });\n',
  ),
  vitest(
    'G10',
    'a promise of the code held against itself',
    {
      'src/discount.ts':
        ts(WRONG)
          ['src/discount.ts']?.replace('function', 'async function')
          .replace(': number {', ': Promise<number> {') ?? '',
    },
    {
      red: tsTest(
        'discounted',
        "it('takes nothing off', async () => {\n  expect(await discounted(1000, 0)).toBe(1000);\n});\n\nit('takes a percentage off', async () => {\n  await expect(discounted(1000, 10)).resolves.toBe(await discounted(1000, 10));\n});\n\nit('refuses', async () => {\n  await expect(discounted(1000, 101)).rejects.toThrow(RangeError);\n  await expect(discounted(1000, -1)).rejects.toThrow(RangeError);\n});\n",
      ),
    },
  ),
  vitest('G11', 'a matcher of another kind', ts(WRONG), {
    red: tsTest(
      'discounted',
      "it('takes nothing off', () => {\n  expect(discounted(1000, 0)).toBe(1000);\n});\n\nit('takes a percentage off', () => {\n  expect(discounted(1000, 10)).toBeCloseTo(discounted(1000, 10));\n});\n\nit('refuses', () => {\n  expect(() => discounted(1000, 101)).toThrow(RangeError);\n  expect(() => discounted(1000, -1)).toThrow(RangeError);\n});\n",
    ),
  }),
  followsPy('G12', 'the code held against itself', '    assert discounted(1000, 10) == discounted(1000, 10)\n'),
  followsPy(
    'G13',
    'what is wanted in the source',
    '    assert discounted(1000, 10) == WANTED\n',
    '\n\nWANTED = discounted(1000, 10)\n',
    'WANTED, discounted',
  ),
  followsPy(
    'G14',
    'about the same as itself',
    '    assert discounted(1000, 10) == pytest.approx(discounted(1000, 10))\n',
  ),
  followsPy(
    'G15',
    'cases in the source',
    '    for price, percent, wanted in CASES:\n        assert discounted(price, percent) == wanted\n',
    '\n\nCASES = [(1000, 10, 1000), (999, 50, 999)]\n',
    'CASES, discounted',
  ),
  unittest('G16', 'the code held against itself', py('    return price\n'), {
    red: {
      'tests/test_discount.py':
        'import unittest\n\nfrom shop.discount import discounted\n\n\nclass TestDiscount(unittest.TestCase):\n    def test_none(self):\n        self.assertEqual(discounted(1000, 0), 1000)\n\n    def test_off(self):\n        want = discounted(1000, 10)\n        self.assertAlmostEqual(discounted(1000, 10), want)\n\n    def test_refuses(self):\n        for percent in (-1, 101):\n            with self.assertRaises(ValueError):\n                discounted(1000, percent)\n',
    },
  }),
  go(
    'G17',
    'the code held against itself',
    {
      'discount.go':
        'package shop\n\n// Discounted takes a percentage off.\nfunc Discounted(price, percent int) int {\n\treturn price\n}\n',
    },
    {
      red: {
        'discount_test.go':
          'package shop\n\nimport "testing"\n\nfunc TestOff(t *testing.T) {\n\tif got, want := Discounted(1000, 10), Discounted(1000, 10); got != want {\n\t\tt.Fatalf("got %d", got)\n\t}\n}\n',
      },
    },
  ),
  node('G20', 'honest: the same each time, and what it is', js(`  return ${RIGHT};\n`), {
    red: jsTest(
      'discounted',
      `${SAYS}\ntest('is the same each time', () => {\n  assert.equal(discounted(1000, 10), discounted(1000, 10));\n});\n${REFUSES}`,
    ),
    honest: true,
  }),
  node(
    'G21',
    'honest: laws',
    {
      'src/discount.js':
        "export function encode(text) {\n  return [...text].map((each) => each.codePointAt(0).toString(16).padStart(6, '0')).join('');\n}\n\nexport function decode(code) {\n  return code.replaceAll(/.{6}/g, (each) => String.fromCodePoint(Number.parseInt(each, 16)));\n}\n\nexport function tidy(text) {\n  return text.trim().replaceAll(/\\s+/g, ' ').toLowerCase();\n}\n",
    },
    {
      red: jsTest(
        'decode, encode, tidy',
        "test('gives back what it was given', () => {\n  for (const text of ['', 'a', 'häuser', '12 34']) assert.equal(decode(encode(text)), text);\n  assert.equal(encode('a'), '000061');\n});\n\ntest('does nothing twice', () => {\n  assert.equal(tidy(tidy(' A  b ')), tidy(' A  b '));\n  assert.equal(tidy('A b'), tidy('a B'));\n});\n",
      ),
      honest: true,
    },
  ),
  pytest(
    'G22',
    'honest: laws',
    {
      'shop/discount.py':
        'def encode(text):\n    return "".join(f"{ord(each):06x}" for each in text)\n\n\ndef decode(code):\n    return "".join(chr(int(code[at : at + 6], 16)) for at in range(0, len(code), 6))\n\n\ndef tidy(text):\n    return " ".join(text.lower().split())\n',
    },
    {
      red: pyTest(
        'decode, encode, tidy',
        'def test_back():\n    for text in ("", "a", "häuser", "12 34"):\n        assert decode(encode(text)) == text\n    assert encode("a") == "000061"\n\n\ndef test_twice():\n    assert tidy(tidy(" A  b ")) == tidy(" A  b ")\n    assert tidy("A b") == tidy("a B")\n',
      ),
      honest: true,
    },
  ),
  node(
    'G23',
    'honest: what is kept',
    {
      'src/discount.js': `export const HIGHEST = 100;\n\nexport function kept(price, most = HIGHEST) {\n  const known = new Map();\n  return (percent) => {\n    if (!known.has(percent)) known.set(percent, { price: ${RIGHT}, most });\n    return known.get(percent);\n  };\n}\n`,
    },
    {
      red: jsTest(
        'HIGHEST, kept',
        "test('keeps what it knows', () => {\n  const of = kept(1000);\n  assert.equal(of(10), of(10));\n  assert.notEqual(of(10), of(20));\n});\n\ntest('knows', () => {\n  assert.deepEqual(kept(1000)(10), { price: 900, most: HIGHEST });\n  assert.deepEqual(kept(999, 50)(50), { price: 500, most: 50 });\n});\n",
      ),
      honest: true,
    },
  ),
  pytest('G24', 'honest: the same each time, and what it is', py(`    return ${PY_RIGHT}\n`), {
    red: pyTest(
      'discounted',
      `def test_off():\n    assert discounted(1000, 10) == 900\n    assert discounted(999, 50) == 500\n    assert discounted(1000, 10) == discounted(1000, 10)\n${PY_REFUSES}`,
      'import pytest\n\n',
    ),
    honest: true,
  }),
];
