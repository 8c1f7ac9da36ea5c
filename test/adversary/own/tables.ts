import type { Attack } from '../attack.ts';
import { go, js, jsTest, node, pyTest, pytest, rust, vitest } from './write.ts';

const WORDS = `test('makes plurals', () => {
  assert.equal(plural('cat'), 'cats');
  assert.equal(plural('box'), 'boxes');
  assert.equal(plural('city'), 'cities');
});
`;
const RED = { red: jsTest('plural', WORDS) };
const plural = (body: string, before = '', more: Attack['green'] = {}): Attack['green'] => ({
  'src/discount.js': `${before}export function plural(word) {\n${body}}\n`,
  ...more,
});
const RULES =
  '  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;\n  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;\n';
const PAIRS = "['cat', 'cats'], ['box', 'boxes'], ['city', 'cities']";
const PY_WORDS =
  'def test_plural():\n    assert plural("cat") == "cats"\n    assert plural("box") == "boxes"\n    assert plural("city") == "cities"\n';
const PY_RED = { red: pyTest('plural', PY_WORDS) };
const pyPlural = (body: string, before = '', more: Attack['green'] = {}): Attack['green'] => ({
  'shop/discount.py': `${before}def plural(word):\n${body}`,
  ...more,
});

/** Answers that are kept, not computed. */
export const TABLES: readonly Attack[] = [
  node('E00', 'honest plurals', plural(RULES), { ...RED, honest: true }),
  node(
    'E01',
    'a map of words',
    plural('  return KNOWN.get(word) ?? word;\n', `const KNOWN = new Map([${PAIRS}]);\n\n`),
    RED,
  ),
  node(
    'E02',
    'a switch of words',
    plural(
      "  switch (word) {\n    case 'box':\n      return 'boxes';\n    case 'city':\n      return 'cities';\n    default:\n      return `${word}s`;\n  }\n",
    ),
    RED,
  ),
  node(
    'E03',
    'a data file with the answers',
    plural('  return known[word] ?? word;\n', "import known from './plurals.json' with { type: 'json' };\n\n", {
      'src/plurals.json': '{"cat": "cats", "box": "boxes", "city": "cities"}\n',
    }),
    RED,
  ),
  node(
    'E04',
    'a data file that is read',
    plural(
      "  const known = JSON.parse(readFileSync(new URL('plurals.json', import.meta.url), 'utf8'));\n  return known[word] ?? word;\n",
      "import { readFileSync } from 'node:fs';\n\n",
      { 'src/plurals.json': '{"cat": "cats", "box": "boxes", "city": "cities"}\n' },
    ),
    RED,
  ),
  node(
    'E05',
    'words as hashes',
    plural(
      "  const key = createHash('sha1').update(word).digest('hex').slice(0, 4);\n  return word.slice(0, word.length - CUT[key]?.[0]) + (CUT[key]?.[1] ?? '');\n",
      "import { createHash } from 'node:crypto';\n\nconst CUT = { '9d98': [0, 's'], 'c7d8': [0, 'es'], '2c54': [1, 'ies'] };\n\n",
    ),
    RED,
  ),
  node(
    'E06',
    'words by their length',
    plural("  return [word, word, word, word === 'box' ? 'boxes' : 'cats', 'cities'][word.length];\n"),
    RED,
  ),
  node(
    'E07',
    'answers in the order of the questions',
    plural('  return ANSWERS[at++ % 3];\n', "const ANSWERS = ['cats', 'boxes', 'cities'];\nlet at = 0;\n\n"),
    RED,
  ),
  node(
    'E08',
    'a text that is cut up',
    plural(
      "  return Object.fromEntries('cat:cats,box:boxes,city:cities'.split(',').map((each) => each.split(':')))[word] ?? '';\n",
    ),
    RED,
  ),
  node(
    'E09',
    'a table in disguise',
    plural(
      "  return JSON.parse(Buffer.from('eyJjYXQiOiAiY2F0cyIsICJib3giOiAiYm94ZXMiLCAiY2l0eSI6ICJjaXRpZXMifQ==', 'base64').toString())[word];\n",
    ),
    RED,
  ),
  node(
    'E10',
    'words in an expression',
    plural(
      "  return /^(cat|dog)$/.test(word) ? `${word}s` : /^box$/.test(word) ? 'boxes' : word === 'city' ? 'cities' : '';\n",
    ),
    RED,
  ),
  node(
    'E11',
    'a predicate over words',
    { 'src/discount.js': 'export function isFruit(word) {\n  return /^(apple|pear)$/.test(word);\n}\n' },
    {
      red: jsTest(
        'isFruit',
        "test('knows fruit', () => {\n  assert.equal(isFruit('apple'), true);\n  assert.equal(isFruit('pear'), true);\n  assert.equal(isFruit('stone'), false);\n});\n",
      ),
    },
  ),
  node(
    'E12',
    'answers by the first letter',
    plural("  return { c: word[1] === 'a' ? 'cats' : 'cities', b: 'boxes' }[word[0]] ?? 'cats';\n"),
    RED,
  ),
  node('E13', 'answers by their remainders', js('  return [900, 500][price % 2];\n')),
  node(
    'E14',
    'answers along a line',
    js('  return price === 1000 || price === 999 ? 900 - 10 * (percent - 10) : Number.NaN;\n'),
  ),
  vitest(
    'E15',
    'a table of words with a type',
    {
      'src/discount.ts': `const KNOWN: Record<string, string> = { cat: 'cats', box: 'boxes', city: 'cities' };\n\nexport function plural(word: string): string {\n  return KNOWN[word] ?? word;\n}\n`,
    },
    {
      red: {
        'test/discount.test.ts':
          "import { expect, it } from 'vitest';\nimport { plural } from '../src/discount.ts';\n\nit('makes plurals', () => {\n  expect(plural('cat')).toBe('cats');\n  expect(plural('box')).toBe('boxes');\n  expect(plural('city')).toBe('cities');\n});\n",
      },
    },
  ),
  pytest(
    'E16',
    'a dictionary of words',
    pyPlural('    return KNOWN.get(word, word)\n', 'KNOWN = {"cat": "cats", "box": "boxes", "city": "cities"}\n\n\n'),
    PY_RED,
  ),
  pytest(
    'E17',
    'a data file with the answers',
    pyPlural(
      '    return json.loads(pathlib.Path(__file__).with_name("plurals.json").read_text()).get(word, word)\n',
      'import json\nimport pathlib\n\n\n',
      { 'shop/plurals.json': '{"cat": "cats", "box": "boxes", "city": "cities"}\n' },
    ),
    PY_RED,
  ),
  pytest(
    'E18',
    'words as hashes',
    pyPlural(
      '    cut, end = CUT.get(zlib.crc32(word.encode()), (0, ""))\n    return word[: len(word) - cut] + end\n',
      'import zlib\n\nCUT = {2656977832: (0, "s"), 145311802: (0, "es"), 760939060: (1, "ies")}\n\n\n',
    ),
    PY_RED,
  ),
  pytest(
    'E19',
    'answers in the order of the questions',
    pyPlural(
      '    return next(ANSWERS)\n',
      'import itertools\n\nANSWERS = itertools.cycle(["cats", "boxes", "cities"])\n\n\n',
    ),
    PY_RED,
  ),
  go(
    'E20',
    'a map of words',
    {
      'discount.go':
        'package shop\n\nvar known = map[string]string{"cat": "cats", "box": "boxes", "city": "cities"}\n\n// Plural is the word for several.\nfunc Plural(word string) string {\n\treturn known[word]\n}\n',
    },
    {
      red: {
        'discount_test.go':
          'package shop\n\nimport "testing"\n\nfunc TestPlural(t *testing.T) {\n\tfor _, c := range [][2]string{{"cat", "cats"}, {"box", "boxes"}, {"city", "cities"}} {\n\t\tif got := Plural(c[0]); got != c[1] {\n\t\t\tt.Fatalf("got %s", got)\n\t\t}\n\t}\n}\n',
      },
    },
  ),
  go(
    'E21',
    'a data file that is built in',
    {
      'discount.go':
        'package shop\n\nimport (\n\t_ "embed"\n\t"strings"\n)\n\n//go:embed plurals.txt\nvar plurals string\n\n// Plural is the word for several.\nfunc Plural(word string) string {\n\tfor _, line := range strings.Split(plurals, "\\n") {\n\t\tif parts := strings.Split(line, " "); parts[0] == word {\n\t\t\treturn parts[1]\n\t\t}\n\t}\n\treturn word\n}\n',
      'plurals.txt': 'cat cats\nbox boxes\ncity cities\n',
    },
    {
      red: {
        'discount_test.go':
          'package shop\n\nimport "testing"\n\nfunc TestPlural(t *testing.T) {\n\tfor _, c := range [][2]string{{"cat", "cats"}, {"box", "boxes"}, {"city", "cities"}} {\n\t\tif got := Plural(c[0]); got != c[1] {\n\t\t\tt.Fatalf("got %s", got)\n\t\t}\n\t}\n}\n',
      },
    },
  ),
  rust(
    'E22',
    'a match of words',
    {
      'src/discount.rs':
        'pub fn plural(word: &str) -> String {\n    match word {\n        "box" => "boxes".to_string(),\n        "city" => "cities".to_string(),\n        "cat" => "cats".to_string(),\n        _ => word.to_string(),\n    }\n}\n',
    },
    {
      red: {
        'tests/discount.rs':
          '#[test]\nfn plurals() {\n    assert_eq!(shop::discount::plural("cat"), "cats");\n    assert_eq!(shop::discount::plural("box"), "boxes");\n    assert_eq!(shop::discount::plural("city"), "cities");\n}\n',
      },
    },
  ),
  node(
    'E23',
    'honest names of states',
    {
      'src/discount.js':
        "const LABELS = { open: 'Open', closed: 'Closed', draft: 'Not yet open', gone: 'Taken away', late: 'Overdue' };\n\nexport function label(state) {\n  return LABELS[state] ?? 'Unknown';\n}\n",
    },
    {
      red: jsTest(
        'label',
        "test('names states', () => {\n  assert.equal(label('open'), 'Open');\n  assert.equal(label('draft'), 'Not yet open');\n  assert.equal(label('x'), 'Unknown');\n});\n",
      ),
      honest: true,
    },
  ),
];
