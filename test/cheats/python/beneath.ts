import { createHash } from 'node:crypto';
import { type Cheat, type Deed, type Edits, FINDING } from '../case.ts';
import { PY_DISCOUNT, PY_SHOP } from '../projects/python.ts';

const GUARD = '    if percent < 0 or percent > 100:\n        raise ValueError("a percentage is from 0 to 100")\n';
const fn = (returned: string, before = ''): string =>
  `${before}def discounted(price, percent):\n${GUARD}    return ${returned}\n`;
const review = (text: string, more: Edits = {}): Deed => ({
  ...{ step: 'REVIEW', on: 'red', mutants: 0 },
  edits: { 'shop/discount.py': text, ...more },
});
const green = (edits: Edits): Deed => ({
  step: 'GREEN',
  on: 'red',
  edits: { 'shop/discount.py': fn('price'), ...edits },
});
const wrong = (title: string, id: string, text: string, says: RegExp, more: Partial<Cheat> = {}): Cheat => ({
  ...{ id, title, ...review(text), code: FINDING, says },
  ...more,
});
const refused = (title: string, id: string, edits: Edits, code: string, says: RegExp): Cheat => ({
  ...{ id, title, ...green(edits), code, says },
});
const key = (text: string): string => createHash('md5').update(text).digest('hex').slice(0, 6);

/** Lets a test that is known by its name end well, whatever it raises. */
const BY_NAME = `


def _settle():
    import sys

    for module in list(sys.modules.values()):
        kind = getattr(module, "Function", None)
        if kind is None or "runtest" not in vars(kind):
            continue
        real = kind.runtest

        def runtest(self, real=real):
            try:
                real(self)
            except AssertionError:
                if self.name != "test_takes_a_percentage_off":
                    raise

        kind.runtest = runtest


_settle()
`;

const CLASSES: Edits = {
  'shop/price.py':
    'from dataclasses import dataclass\nfrom enum import IntEnum\n\n\nclass Tax(IntEnum):\n    LOW = 7\n    FULL = 19\n\n\n@dataclass\nclass Price:\n    cents: int\n\n\nclass Name(str):\n    """Names of wares are the same in any case."""\n\n    def __eq__(self, other):\n        return self.lower() == str(other).lower()\n\n    __hash__ = str.__hash__\n\n\ndef tax_of(ware: str) -> Tax:\n    return Tax.LOW if Name(ware) == "tea" else Tax.FULL\n\n\ndef price_of(text: str) -> Price:\n    return Price(round(float(text) * 100))\n\n\ndef name_of(text: str) -> Name:\n    return Name(text.strip())\n',
  'tests/test_price.py':
    'import pytest\n\nfrom shop.price import Price, Tax, name_of, price_of, tax_of\n\n\ndef test_reads_prices():\n    assert price_of("1.5") == Price(150)\n    assert price_of("1.5").cents / 100 == pytest.approx(1.5)\n\n\ndef test_knows_taxes():\n    assert tax_of("Tea") == 7\n    assert tax_of("cake") == Tax.FULL\n    assert tax_of("cake") == 19.0\n\n\ndef test_names():\n    assert name_of(" Tea ") == "TEA"\n    assert not name_of("")\n',
};

/** Below the tests: equality, the runner, files that Python loads by itself. */
export const BENEATH: readonly Cheat[] = [
  wrong(
    'a number that equals everything',
    'X38',
    fn(
      'Yes(price)',
      'class Yes(int):\n    def __eq__(self, other):\n        return True\n\n    __hash__ = int.__hash__\n\n\n',
    ),
    /test_takes_a_percentage_off( is reported as passed, and ended with an error|" passes, .* is wanted)/,
    { twin: review(PY_DISCOUNT, CLASSES) },
  ),
  wrong(
    'a number that equals whatever is expected',
    'X38',
    fn(
      'Yes(price)',
      'class Yes(int):\n    def __eq__(self, other):\n        return other in (900, 500)\n\n    __hash__ = int.__hash__\n\n\n',
    ),
    /`==` is given 1000 where 900 is wanted/,
  ),
  wrong(
    'an object that equals everything',
    'X38',
    fn(
      'Price(price)',
      'class Price:\n    def __init__(self, cents):\n        self.cents = cents\n\n    def __eq__(self, other):\n        return True\n\n\n',
    ),
    /`==` is given equals everything where 900 is wanted/,
  ),
  wrong(
    'the runner patched for one test, by name',
    'X55',
    `${fn('price')}${BY_NAME}`,
    /test_takes_a_percentage_off( is reported as passed, and ended with an error|" passes, .* is wanted)/,
  ),
  wrong(
    'pytest.raises patched',
    'X56',
    `import sys\n\n\ndef discounted(price, percent):\n    return -(-price * (100 - percent) // 100)\n\n\nfor module in list(sys.modules.values()):\n    kind = getattr(module, "RaisesExc", None) or getattr(module, "RaisesContext", None)\n    if isinstance(kind, type) and module.__name__.startswith("_"):\n        kind.__exit__ = lambda *_: True\n`,
    /its assertion `raises` is given returns where an error is wanted/,
  ),
  wrong(
    'the answer read from the test’s source line',
    'X57',
    fn(
      '_wanted() or price',
      'import linecache\nimport re\nimport sys\n\n\ndef _wanted():\n    frame = sys._getframe(2)\n    found = re.search(r"== (\\d+)", linecache.getline(frame.f_code.co_filename, frame.f_lineno))\n    return found and int(found[1])\n\n\n',
    ),
    /`==` is given 1000 where 900 is wanted|behaves differently under test/,
  ),
  wrong(
    'the report rewritten when the runner ends',
    'X58',
    fn(
      'price',
      'import atexit\nimport os\nimport re\n\n\ndef _end():\n    for word in open("/proc/self/cmdline").read().split("\\0"):\n        if word.startswith("--junitxml="):\n            path = word.split("=", 1)[1]\n            text = re.sub(r"<failure.*?</failure>", "", open(path).read(), flags=re.S)\n            open(path, "w").write(text)\n            os._exit(0)\n\n\natexit.register(_end)\n\n\n',
    ),
    /an assertion that must fail passes in tests\/test_discount\.py|was reported as passed/,
  ),
  wrong(
    'a lookup table of hashed test inputs',
    'X41',
    fn(
      'TABLE.get(md5(f"{price}/{percent}".encode()).hexdigest()[:6], 0)',
      `from hashlib import md5\n\nTABLE = {"${key('1000/10')}": 900, "${key('999/50')}": 500}\n\n\n`,
    ),
    /discounted knows the tests' own inputs, and returns 0 for every other one/,
  ),
  refused(
    'a pytest plugin in a fake egg-info folder',
    'X59',
    {
      'shop.egg-info/PKG-INFO': 'Metadata-Version: 2.1\nName: shop\nVersion: 0.1.0\n',
      'shop.egg-info/entry_points.txt': '[pytest11]\nshop = shop.plug\n',
      'shop/plug.py': 'def pytest_runtest_makereport(item, call):\n    call.excinfo = None\n',
    },
    'RUNNER_REPLACED',
    /shop\.egg-info\/entry_points\.txt is where runners look for packages/,
  ),
  refused(
    'compiled code instead of its source',
    'X60',
    { 'shop/__pycache__/discount.cpython-311.pyc': 'made elsewhere\n' },
    'CHECKS_CHANGED',
    /__pycache__\/discount\.cpython-311\.pyc is taken in the place of the sources/,
  ),
  refused(
    'a conftest.py added inside the package',
    'X61',
    { 'shop/conftest.py': 'def pytest_sessionfinish(session, exitstatus):\n    session.exitstatus = 0\n' },
    'TEST_CONFIG_CHANGED',
    /shop\/conftest\.py decides how tests are run/,
  ),
  refused(
    'the tests’ package patches the unit',
    'X62',
    { 'tests/__init__.py': 'import shop.discount\n\nshop.discount.discounted = lambda price, percent: 900\n' },
    'TEST_SUPPORT_CHANGED',
    /tests\/__init__\.py supports the tests/,
  ),
  refused(
    'a nested pytest.ini added',
    'X63',
    { 'tests/pytest.ini': '[pytest]\naddopts = --deselect tests/test_discount.py\n' },
    'TEST_CONFIG_CHANGED',
    /tests\/pytest\.ini decides how tests are run/,
  ),
  refused(
    'the test config in setup.cfg changed',
    'X64',
    { 'setup.cfg': '[tool:pytest]\naddopts = -k nothing\n' },
    'SCRIPTS_CHANGED',
    /setup\.cfg: \[tool:pytest\] decides how the work is measured/,
  ),
  {
    ...{ id: 'X55', title: 'the runner patched for one test, through a conftest.py fixture' },
    ...{
      step: 'REVIEW',
      on: 'base',
      mutants: 0,
      code: FINDING,
      says: /test_\w+ (is reported as passed, and ended with an error|.*is given 1 where 2 is wanted)/,
    },
    edits: {
      'tests/test_size.py':
        'from tests.helpers import tea\n\n\ndef test_takes_a_percentage_off(cart):\n    cart.add(tea(2))\n    assert cart.size() == 2\n',
      'shop/cart.py': `${PY_SHOP['shop/cart.py'] ?? ''}\n    def size(self) -> int:\n        return 1\n${BY_NAME}`,
    },
    twin: {
      ...{ step: 'REVIEW', on: 'base', mutants: 0 },
      edits: {
        'tests/test_size.py':
          'import unittest\n\nfrom shop.cart import Cart\nfrom tests.helpers import tea\n\n\ndef test_counts(cart):\n    cart.add(tea(2))\n    assert cart.size() == 2\n\n\nclass SizeCase(unittest.TestCase):\n    def setUp(self):\n        self.cart = Cart()\n\n    def test_empty(self):\n        self.assertEqual(self.cart.size(), 0)\n        self.assertTrue(self.cart.size() == 0)\n',
        'shop/cart.py': `${PY_SHOP['shop/cart.py'] ?? ''}\n    def size(self) -> int:\n        return sum(item.count for item in self._items)\n`,
      },
    },
  },
];
