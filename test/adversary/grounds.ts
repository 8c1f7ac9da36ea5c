import { spawnSync } from 'node:child_process';
import { JS_DISCOUNT, JS_DISCOUNT_TEST, JS_SHOP } from '../cheats/projects/javascript.ts';
import { PY_DISCOUNT, PY_DISCOUNT_TEST, PY_SHOP } from '../cheats/projects/python.ts';
import type { Files, Ground } from './attack.ts';
import { otherGrounds } from './other-grounds.ts';

const isTest = (path: string): boolean => /(^|\/)tests?\//.test(path);

type Rewrite = (path: string, text: string) => string;
const same: Rewrite = (_, text) => text;
const inTests =
  (change: (text: string) => string): Rewrite =>
  (path, text) =>
    isTest(path) ? change(text) : text;

/** How tests of `node:test` are written in the wild. */
const JAVASCRIPT: readonly (readonly [string, Rewrite])[] = [
  ['named imports', same],
  [
    'default import',
    inTests((text) => text.replace("import { test } from 'node:test'", "import test from 'node:test'")),
  ],
  [
    'namespace imports',
    inTests((text) =>
      text
        .replace("import { test } from 'node:test'", "import * as runner from 'node:test'")
        .replace(/import \{ (\w+) \} from '(\.\.\/src\/\w+\.js)'/, "import * as unit from '$2'")
        .replaceAll(/^test\(/gm, 'runner.test(')
        .replaceAll(/\b(discounted|cents)\(/g, 'unit.$1('),
    ),
  ],
  [
    'dynamic import',
    inTests((text) =>
      text.replace(/import \{ (\w+) \} from '(\.\.\/src\/\w+\.js)'/, "const { $1 } = await import('$2')"),
    ),
  ],
  ['it in describe', inTests((text) => describing(text))],
  ['CommonJS', (path, text) => commonJs(path, text)],
];

/** Everything after the imports inside of one suite. */
function describing(text: string): string {
  const at = text.search(/^test\(/m);
  if (at < 0) return text;
  const head = text
    .slice(0, at)
    .replace("import { test } from 'node:test'", "import { describe, it } from 'node:test'");
  const body = text
    .slice(at)
    .replaceAll(/^test\(/gm, 'it(')
    .trimEnd();
  return `${head}describe('the shop', () => {\n${body.replaceAll(/^(?=.)/gm, '  ')}\n});\n`;
}

function commonJs(path: string, text: string): string {
  if (path === 'package.json') return text.replace('  "type": "module",\n', '');
  if (!path.endsWith('.js')) return text;
  const exported = [...text.matchAll(/^export (?:const|function|async function) (\w+)/gm)].map(([, name]) => name);
  const plain = text
    .replaceAll(/^import \* as (\w+) from ('[^']+');?$/gm, 'const $1 = require($2);')
    .replaceAll(/^import (\w+) from ('[^']+');?$/gm, 'const $1 = require($2);')
    .replaceAll(
      /^import (\{[^}]+\}) from ('[^']+');?$/gm,
      (_, names: string, from: string) => `const ${names.replaceAll(' as ', ': ')} = require(${from});`,
    )
    .replaceAll(/^export (?=const|function|async function)/gm, '');
  return exported.length === 0 ? plain : `${plain}\nmodule.exports = { ${exported.join(', ')} };\n`;
}

const PYTHON: readonly (readonly [string, Rewrite])[] = [
  ['names from a module', same],
  [
    'a module under a name',
    inTests((text) =>
      text
        .replace('from shop.discount import discounted', 'import shop.discount as unit')
        .replaceAll(/(?<![.\w])discounted\(/g, 'unit.discounted('),
    ),
  ],
  [
    'tests in a class',
    inTests((text) => (text.includes('from shop.discount import discounted') ? inClass(text) : text)),
  ],
];

function inClass(text: string): string {
  const at = text.search(/^(@pytest|def test)/m);
  if (at < 0 || /^class /m.test(text)) return text;
  const body = text
    .slice(at)
    .replaceAll(/^def (test\w*)\(\)/gm, 'def $1(self)')
    .replaceAll(/^def (test\w*)\((?!self)/gm, 'def $1(self, ');
  return `${text.slice(0, at)}class TestShop:\n${body.replaceAll(/^(?=.)/gm, '    ')}`;
}

const UNITTEST: Files = {
  'shop/__init__.py': '',
  'shop/money.py': PY_SHOP['shop/money.py'] ?? '',
  'tests/__init__.py': '',
  'tests/test_money.py':
    'import unittest\n\nfrom shop.money import format_cents\n\n\nclass TestMoney(unittest.TestCase):\n    def test_shows_cents(self):\n        self.assertEqual(format_cents(1234), "12.34")\n',
};
const UNITTEST_RED = `import unittest

from shop.discount import discounted


class TestDiscount(unittest.TestCase):
    def test_takes_a_percentage_off(self):
        self.assertEqual(discounted(1000, 10), 900)
        self.assertEqual(discounted(999, 50), 500)

    def test_refuses_what_is_no_percentage(self):
        for percent in (-1, 101):
            with self.assertRaises(ValueError):
                discounted(1000, percent)
`;

const lacksPytest = (): string | null =>
  spawnSync('python3', ['-c', 'import pytest'], { timeout: 20_000 }).status === 0 ? null : 'python3 has no pytest';

const written = (files: Files, rewrite: Rewrite): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, rewrite(path, text)]));

/** Every way of writing tests that an attack is tried in. */
export function allGrounds(): Ground[] {
  const ground = (
    of: Omit<Ground, 'red' | 'green' | 'project'> & Pick<Ground, 'red' | 'green' | 'project'>,
  ): Ground => ({
    ...of,
    project: written(of.project, of.rewrite),
    red: written(of.red, of.rewrite),
    green: written(of.green, of.rewrite),
  });
  const lacks = lacksPytest();
  return [
    ...JAVASCRIPT.map(([style, rewrite]) =>
      ground({
        ...{
          name: `node:test, ${style}`,
          language: 'javascript',
          project: JS_SHOP,
          preflight: 'npm run check',
          lacks: null,
        },
        ...{ red: { 'test/discount.test.js': JS_DISCOUNT_TEST }, green: { 'src/discount.js': JS_DISCOUNT }, rewrite },
      }),
    ),
    ...PYTHON.map(([style, rewrite]) =>
      ground({
        ...{
          name: `pytest, ${style}`,
          language: 'python',
          project: PY_SHOP,
          preflight: 'python3 scripts/check.py',
          lacks,
        },
        ...{ red: { 'tests/test_discount.py': PY_DISCOUNT_TEST }, green: { 'shop/discount.py': PY_DISCOUNT }, rewrite },
      }),
    ),
    ground({
      ...{ name: 'unittest', language: 'python', project: UNITTEST, test: 'unittest', lacks: null, rewrite: same },
      ...{ preflight: 'python3 -m compileall -q shop', green: { 'shop/discount.py': PY_DISCOUNT } },
      red: { 'tests/test_discount.py': UNITTEST_RED },
    }),
    ...otherGrounds(),
  ];
}
