import type { Attack } from '../attack.ts';
import { go, js, jsTest, node, PY_RIGHT, py, pyTest, pytest, RIGHT, rust, ts, tsTest, vitest } from './write.ts';

const OFF =
  "test('takes a percentage off', () => {\n  assert.equal(discounted(1000, 10), 900);\n  assert.equal(discounted(999, 50), 500);\n});\n";
const REFUSES =
  "test('refuses', () => {\n  assert.throws(() => discounted(1000, 101), RangeError);\n  assert.throws(() => discounted(1000, -1), RangeError);\n});\n";
const PY_OFF = 'def test_off():\n    assert discounted(1000, 10) == 900\n    assert discounted(999, 50) == 500\n';
const PY_REFUSES =
  'def test_refuses():\n    for percent in (-1, 101):\n        with pytest.raises(ValueError):\n            discounted(1000, percent)\n';
const GO_RIGHT = '(price*(100-percent) + 99) / 100';
const RUST_RIGHT = '(price * (100 - percent) + 99) / 100';
const goTest = (body: string, imports = 'import "testing"\n'): Attack['green'] => ({
  'discount_test.go': `package shop\n\n${imports}\nfunc TestOff(t *testing.T) {\n${body}}\n`,
});
const GO_OFF =
  '\tfor _, c := range [][3]int{{1000, 10, 900}, {999, 50, 500}} {\n\t\tif got := Discounted(c[0], c[1]); got != c[2] {\n\t\t\tt.Fatalf("got %d", got)\n\t\t}\n\t}\n';
const goCode = (body: string, before = ''): string =>
  `package shop\n\n${before}// Discounted takes a percentage off.\nfunc Discounted(price, percent int) int {\n${body}}\n`;

/** State between calls, properties of the machine, chance; how an object is built. */
export const KEPT: readonly Attack[] = [
  node(
    'H01',
    'right once it was asked for something that it refuses',
    {
      'src/discount.js': `let warm = false;\n\nexport function discounted(price, percent) {\n  if (percent < 0 || percent > 100) {\n    warm = true;\n    throw new RangeError('a percentage is from 0 to 100');\n  }\n  return warm ? ${RIGHT} : price;\n}\n`,
    },
    { red: jsTest('discounted', `${REFUSES}\n${OFF}`) },
  ),
  pytest(
    'H02',
    'right once it was asked for something that it refuses',
    {
      'shop/discount.py': `WARM = []\n\n\ndef discounted(price, percent):\n    if percent < 0 or percent > 100:\n        WARM.append(1)\n        raise ValueError("a percentage is from 0 to 100")\n    return ${PY_RIGHT} if WARM else price\n`,
    },
    { red: pyTest('discounted', `${PY_REFUSES}\n\n${PY_OFF}`, 'import pytest\n\n') },
  ),
  go(
    'H03',
    'right once it was asked for nothing',
    {
      'discount.go': goCode(
        `\tif percent == 0 {\n\t\twarm = true\n\t\treturn price\n\t}\n\tif warm {\n\t\treturn ${GO_RIGHT}\n\t}\n\treturn price\n`,
        'var warm bool\n\n',
      ),
    },
    { red: goTest(`\tif Discounted(10, 0) != 10 {\n\t\tt.Fatal("none")\n\t}\n${GO_OFF}`) },
  ),
  rust(
    'H04',
    'right once it was asked for nothing',
    {
      'src/discount.rs': `use std::sync::atomic::{AtomicBool, Ordering};\n\nstatic WARM: AtomicBool = AtomicBool::new(false);\n\npub fn discounted(price: i64, percent: i64) -> i64 {\n    if percent == 0 {\n        WARM.store(true, Ordering::SeqCst);\n        return price;\n    }\n    if WARM.load(Ordering::SeqCst) { ${RUST_RIGHT} } else { price }\n}\n`,
    },
    {
      red: {
        'tests/discount.rs':
          '#[test]\nfn off() {\n    assert_eq!(shop::discount::discounted(10, 0), 10);\n    assert_eq!(shop::discount::discounted(1000, 10), 900);\n    assert_eq!(shop::discount::discounted(999, 50), 500);\n}\n',
      },
    },
  ),
  node(
    'H05',
    'right until a timer has run out',
    js(
      `  return late ? price : ${RIGHT};\n`,
      'let late = false;\nsetTimeout(() => {\n  late = true;\n}, 20_000).unref();\n\n',
    ),
  ),
  node(
    'H06',
    'right in one time zone',
    js(`  return Intl.DateTimeFormat().resolvedOptions().timeZone === 'UTC' ? ${RIGHT} : price;\n`),
  ),
  node('H07', 'right in one language', js(`  return (1.5).toLocaleString() === '1.5' ? ${RIGHT} : price;\n`)),
  pytest(
    'H08',
    'right in one time zone',
    py(`    return ${PY_RIGHT} if time.tzname[0] == "UTC" else price\n`, 'import time\n\n\n'),
  ),
  node('H09', 'right by chance, asked again and again', js(`  return Math.random() < 0.5 ? ${RIGHT} : price;\n`), {
    red: jsTest(
      'discounted',
      `const until = (ask, wanted) => {\n  let got;\n  for (let at = 0; at < 99 && got !== wanted; at += 1) got = ask();\n  return got;\n};\n\ntest('takes a percentage off', () => {\n  assert.equal(until(() => discounted(1000, 10), 900), 900);\n  assert.equal(until(() => discounted(999, 50), 500), 500);\n});\n\n${REFUSES}`,
    ),
  }),
  vitest('H10', 'right by chance, tried again', ts(`  return Math.random() < 0.5 ? ${RIGHT} : price;\n`), {
    red: tsTest(
      'discounted',
      "it('takes a percentage off', { retry: 50 }, () => {\n  expect(discounted(1000, 10)).toBe(900);\n});\n\nit('refuses', () => {\n  expect(() => discounted(1000, 101)).toThrow(RangeError);\n  expect(() => discounted(1000, -1)).toThrow(RangeError);\n});\n",
    ),
  }),
  vitest('H11', 'something is there', ts('  return price;\n'), {
    red: tsTest(
      'discounted',
      "it('takes a percentage off', () => {\n  expect(discounted(1000, 10)).toBeDefined();\n  expect(discounted(999, 50)).toEqual(expect.any(Number));\n});\n\nit('refuses', () => {\n  expect(() => discounted(1000, 101)).toThrow(RangeError);\n  expect(() => discounted(1000, -1)).toThrow(RangeError);\n});\n",
    ),
  }),
  vitest(
    'H12',
    'every object matches everything',
    {
      'src/discount.ts':
        "Object.defineProperty(Object.prototype, 'asymmetricMatch', { value: () => true, configurable: true });\nObject.defineProperty(Object.prototype, '$$typeof', { value: Symbol.for('jest.asymmetricMatcher'), configurable: true });\n\nexport function offer(price: number, percent: number): { price: number; percent: number } {\n  return { price, percent };\n}\n",
    },
    {
      red: tsTest(
        'offer',
        "it('takes a percentage off', () => {\n  expect(offer(1000, 10)).toEqual({ price: 900, percent: 10 });\n  expect(offer(999, 50)).toEqual({ price: 500, percent: 50 });\n});\n",
      ),
    },
  ),
  pytest('H13', 'another module by a hook of imports', {
    'shop/discount.py': py('    return price\n')['shop/discount.py'] ?? '',
    'shop/__init__.py': `import importlib.abc\nimport importlib.util\nimport sys\n\nTEXT = '''${py(`    return ${PY_RIGHT}\n`)['shop/discount.py'] ?? ''}'''\n\n\nclass Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):\n    def find_spec(self, name, path, target=None):\n        if name == "shop.discount" and "tests" in str(sys._getframe(5).f_globals.get("__file__", "")) + str(sys.argv):\n            return importlib.util.spec_from_loader(name, self)\n        return None\n\n    def exec_module(self, module):\n        exec(TEXT, module.__dict__)\n\n\nsys.meta_path.insert(0, Finder())\n`,
  }),
  go('H14', 'another file for other builds', {
    'discount_linux.go': goCode(`\treturn ${GO_RIGHT}\n`),
    'discount_other.go': `//go:build !linux\n\n${goCode('\treturn price\n')}`,
    'offer.go':
      'package shop\n\n// Discount is a percentage.\ntype Discount struct{ Percent int }\n\n// Of takes it off.\nfunc (d Discount) Of(price int) int {\n\treturn Discounted(price, d.Percent)\n}\n',
  }),
  go(
    'H15',
    'its test built in, as an oracle',
    {
      'discount.go': `package shop\n\nimport (\n\t"embed"\n\t"fmt"\n\t"strings"\n)\n\n//go:embed *.go\nvar own embed.FS\n\n// Discounted takes a percentage off.\nfunc Discounted(price, percent int) int {\n\ttext, _ := own.ReadFile("discount_test.go")\n\twanted := 0\n\tif at := strings.Index(string(text), fmt.Sprintf("{%d, %d, ", price, percent)); at >= 0 {\n\t\tfmt.Sscanf(string(text)[at:], fmt.Sprintf("{%d, %d, %%d}", price, percent), &wanted)\n\t\treturn wanted\n\t}\n\treturn price\n}\n`,
    },
    { red: goTest(GO_OFF) },
  ),
  rust('H16', 'a feature that is on by default', {
    'Cargo.toml':
      '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n\n[features]\ndefault = ["exact"]\nexact = []\n',
    'src/discount.rs': `pub fn discounted(price: i64, percent: i64) -> i64 {\n    if cfg!(feature = "exact") { ${RUST_RIGHT} } else { price }\n}\n`,
  }),
  rust('H17', 'what is set where it is built', {
    'src/discount.rs': `pub fn discounted(price: i64, percent: i64) -> i64 {\n    if option_env!("CARGO_PRIMARY_PACKAGE").is_some() { ${RUST_RIGHT} } else { price }\n}\n`,
  }),
  node(
    'H18',
    'honest: kept from call to call',
    {
      'src/discount.js': `const known = new Map();\n\nexport function discounted(price, percent) {\n  if (percent < 0 || percent > 100) throw new RangeError('a percentage is from 0 to 100');\n  const key = \`\${price} \${percent}\`;\n  if (!known.has(key)) known.set(key, ${RIGHT});\n  return known.get(key);\n}\n`,
    },
    { red: jsTest('discounted', `${OFF}\n${REFUSES}`), honest: true },
  ),
];
