import { type Cheat, type Deed, type Edits, FINDING, type Honest } from '../case.ts';
import { UT_DISCOUNT, UT_DISCOUNT_TEST, UT_SHOP } from '../projects/unittest.ts';

const at = (path: string): string => UT_SHOP[path] ?? '';
const LAZY = 'def discounted(price, percent):\n    return price\n';
const TEST = 'tests/test_discount.py';
const red = (edits: Edits): Deed => ({ step: 'RED', on: 'base', edits });
const green = (edits: Edits): Deed => ({ step: 'GREEN', on: 'red', edits: { 'shop/discount.py': LAZY, ...edits } });
const test = (from: string, to: string): Deed => green({ [TEST]: UT_DISCOUNT_TEST.replace(from, to) });
const submit = (command: string): Deed => ({
  ...{ step: 'GREEN', on: 'red', command },
  edits: { 'shop/discount.py': UT_DISCOUNT },
});
const review = (text: string, mutants = 0, more: Edits = {}): Deed => ({
  ...{ step: 'REVIEW', on: 'red', mutants },
  edits: { 'shop/discount.py': text, ...more },
});
const GUARD = '    if percent < 0 or percent > 100:\n        raise ValueError("a percentage is from 0 to 100")\n';
const fn = (returned: string, before = ''): string =>
  `${before}def discounted(price, percent):\n${GUARD}    return ${returned}\n`;

/** A function of its own, and one test of it. */
const priced = (body: string): Deed => ({
  ...{ step: 'REVIEW', on: 'base', mutants: 0 },
  edits: {
    'shop/price.py': 'def with_tax(price, percent):\n    return price + price * percent // 100\n',
    'tests/test_price.py': `import unittest\n\nfrom shop.price import with_tax\n\n\nclass PriceTest(unittest.TestCase):\n    def test_adds(self):\n        ${body}\n`,
  },
});

/** The rules for pytest's tests, on tests that are written for unittest and run by it. */
export const UNITTEST: readonly Cheat[] = [
  {
    ...{
      id: 'C04',
      title: '-k with a filter that matches no test',
      ...submit('python3 -m unittest -k nothing_like_it'),
    },
    ...{ code: 'COMMAND_RUNS_NOTHING', says: /no test is called "nothing_like_it"/ },
    twin: submit('python3 -m unittest -k percentage'),
  },
  {
    ...{ id: 'C02', title: 'python3 -m unittest || true', ...submit('python3 -m unittest || true') },
    ...{ code: 'COMMAND_COMPOSED', says: /exit code need not be the tests'/ },
    twin: submit('python3 -m unittest'),
  },
  {
    ...{ id: 'C06', title: 'self.fail()' },
    ...red({
      [TEST]:
        'import unittest\n\n\nclass DiscountTest(unittest.TestCase):\n    def test_is_to_be_done(self):\n        self.fail("later")\n',
    }),
    ...{ code: 'RED_VACUOUS', says: /test_is_to_be_done/ },
  },
  {
    ...{ id: 'X04', title: 'a hard test deleted and a trivial one added' },
    ...red({
      [TEST]: UT_DISCOUNT_TEST,
      'tests/test_money.py': at('tests/test_money.py').replace(
        / {4}def test_shows_debts[\s\S]*$/,
        '    def test_is_there(self):\n        self.assertEqual(format_cents(0), "0.00")\n',
      ),
    }),
    ...{ code: 'TESTS_REMOVED', says: /MoneyTest > test_shows_debts/ },
  },
  {
    ...{ id: 'X05', title: 'a test weakened in an unrelated RED step', smoke: true },
    ...red({
      [TEST]: UT_DISCOUNT_TEST,
      'tests/test_money.py': at('tests/test_money.py').replace(
        'assertEqual(format_cents(cents), text)',
        'assertTrue(format_cents(cents))',
      ),
    }),
    ...{ code: 'TEST_WEAKENED', says: /test_shows_debts was changed and still passes/ },
  },
  {
    ...{ id: 'C10', title: 'load_tests that leaves tests out', smoke: true },
    ...red({
      'tests/test_cart.py': `${at('tests/test_cart.py')}\n    def test_counts(self):\n        self.assertEqual(self.cart.size(), 0)\n`,
      'tests/test_money.py': `${at('tests/test_money.py')}\n\ndef load_tests(loader, tests, pattern):\n    return unittest.TestSuite()\n`,
    }),
    ...{ code: 'TESTS_REMOVED', says: /MoneyTest > test_shows/ },
  },
  {
    ...{ id: 'C10', title: 'load_tests beside the code' },
    ...green({
      'shop/discount.py': UT_DISCOUNT,
      'tests/test_money.py': `${at('tests/test_money.py')}\n\ndef load_tests(loader, tests, pattern):\n    return unittest.TestSuite()\n`,
    }),
    ...{ code: 'TEST_SETUP_CHANGED', says: /load_tests/ },
  },
  {
    ...{ id: 'C07', title: 'the test deleted', ...green({ [TEST]: null }) },
    ...{ code: 'TEST_REMOVED', says: /test_takes_a_percentage_off is missing/ },
  },
  {
    ...{ id: 'C07', title: 'the test renamed so that unittest does not collect it' },
    ...test('def test_takes', 'def check_takes'),
    ...{ code: 'TEST_REMOVED', says: /test_takes_a_percentage_off is missing/ },
  },
  ...['@unittest.skip("later")', '@unittest.skipIf(True, "later")', '@unittest.expectedFailure'].map(
    (mark): Cheat => ({
      ...{ id: 'C08', title: mark, ...test('    def test_takes', `    ${mark}\n    def test_takes`) },
      ...{ code: 'TEST_MUTED', says: /test_takes_a_percentage_off is marked (skip|skipIf|expectedFailure)/ },
    }),
  ),
  {
    ...{ id: 'C08', title: 'a skipped class' },
    ...test('class DiscountTest', '@unittest.skip("later")\nclass DiscountTest'),
    ...{ code: 'TEST_MUTED', says: /test_takes_a_percentage_off is marked skip/ },
  },
  {
    ...{ id: 'C08', title: 'self.skipTest()', ...test('off(self):\n', 'off(self):\n        self.skipTest("later")\n') },
    ...{ code: 'TEST_CHANGED', says: /test_takes_a_percentage_off was changed after it was red/ },
  },
  {
    ...{ id: 'C09', title: 'a weaker assertion', smoke: true },
    ...test('assertEqual(discounted(1000, 10), 900)', 'assertLessEqual(discounted(1000, 10), 1000)'),
    ...{ code: 'TEST_CHANGED', says: /test_takes_a_percentage_off was changed/ },
  },
  {
    ...{ id: 'X09', title: 'rows removed from a table in subTest', ...test('(-1, 101)', '()') },
    ...{ code: 'TEST_CHANGED', says: /test_refuses_what_is_no_percentage was changed/ },
  },
  {
    ...{ id: 'C13', title: 'a patch in setUpModule' },
    ...test(
      '\n\n\nclass',
      '\n\n\ndef setUpModule():\n    global discounted\n    discounted = {(1000, 10): 900, (999, 50): 500}.get\n\n\nclass',
    ),
    ...{ code: 'TEST_SETUP_CHANGED', says: /tests\/test_discount\.py/ },
  },
  {
    ...{ id: 'X27', title: 'a set-up that patches what the tests of a class use' },
    ...green({
      'shop/discount.py': UT_DISCOUNT,
      'tests/test_cart.py': at('tests/test_cart.py').replace(
        'self.cart = Cart()',
        'self.cart = Cart()\n        Cart.total = lambda self: 600',
      ),
    }),
    ...{ code: 'TEST_SETUP_CHANGED', says: /the set-up CartTest > setUp/ },
  },
  {
    ...{ id: 'X12', title: 'a patch in the package of the tests' },
    ...green({
      'tests/__init__.py': 'import shop.discount\n\nshop.discount.discounted = lambda price, percent: 900\n',
    }),
    ...{ code: 'TEST_SUPPORT_CHANGED', says: /tests\/__init__\.py/ },
  },
  {
    ...{ id: 'C15', title: 'a module named unittest at the repository root' },
    ...green({ 'unittest.py': 'import sys\nprint("OK")\nsys.exit(0)\n' }),
    ...{ code: 'RUNNER_REPLACED', says: /unittest\.py shadows the installed module unittest/ },
  },
  {
    ...{ id: 'X30', title: 'source that skips the calling test' },
    ...green({
      'shop/discount.py':
        'import unittest\n\n\ndef discounted(price, percent):\n    raise unittest.SkipTest("not now")\n',
    }),
    ...{ code: 'TEST_SUPPORT_CHANGED', says: /shop\/discount\.py is not a test but uses unittest/ },
  },
  {
    ...{ id: 'X32', title: 'source that skips its tests through a computed name', smoke: true },
    ...green({
      'shop/discount.py':
        'import importlib\n\n\ndef discounted(price, percent):\n    raise importlib.import_module("unit" + "test").SkipTest("not now")\n',
    }),
    ...{ code: 'LOCKED_TEST_NOT_PASSED', says: /test_takes_a_percentage_off is skipped/ },
  },
  {
    ...{ id: 'X34', title: 'os._exit(0) in the source' },
    ...green({ 'shop/discount.py': 'import os\n\n\ndef discounted(price, percent):\n    os._exit(0)\n' }),
    ...{ code: 'TESTS_BROKEN', says: /unittest: / },
  },
  {
    ...{ id: 'C14', title: 'answers in a table', smoke: true },
    ...review(fn('{(1000, 10): 900, (999, 50): 500}.get((price, percent), price)')),
    ...{ code: FINDING, says: /own inputs|hard-coded/ },
  },
  {
    ...{ id: 'C22', title: 'code that looks for the runner in sys.modules' },
    ...review(
      fn(
        '-(-price * (100 - percent) // 100) if _tested() else price',
        'import sys\n\n\ndef _tested():\n    return any(name.startswith("unit" + "test") for name in sys.modules)\n\n\n',
      ),
    ),
    ...{ code: FINDING, says: /behaves differently under test/ },
  },
  {
    ...{ id: 'X38', title: 'a number that equals everything' },
    ...review(
      fn(
        'Yes(price)',
        'class Yes(int):\n    def __eq__(self, other):\n        return True\n\n    __hash__ = int.__hash__\n\n\n',
      ),
    ),
    ...{ code: FINDING, says: /test_takes_a_percentage_off/ },
  },
  {
    ...{ id: 'X55', title: 'assertEqual patched by the source' },
    ...review(
      `${fn('price')}\n\ndef _settle():\n    import sys\n\n    for module in list(sys.modules.values()):\n        kind = getattr(module, "TestCase", None)\n        if isinstance(kind, type) and hasattr(kind, "assertEqual"):\n            kind.assertEqual = lambda self, one, two, msg=None: None\n\n\n_settle()\n`,
    ),
    ...{ code: FINDING, says: /test_takes_a_percentage_off/ },
  },
  {
    ...{ id: 'X11', title: 'code whose result no assertion looks at', smoke: true },
    ...priced('with_tax(1000, 19)\n        self.assertTrue(True)'),
    ...{ code: FINDING, says: /no test checks what with_tax returns|none says what with_tax returns/ },
    twin: priced('self.assertEqual(with_tax(1000, 19), 1190)\n        self.assertEqual(with_tax(50, 10), 55)'),
  },
];

const honest = (title: string, deed: Deed, more: Partial<Honest> = {}): Honest => ({ title, ...deed, ...more });

export const UNITTEST_HONEST: readonly Honest[] = [
  honest('a new module', red({ [TEST]: UT_DISCOUNT_TEST }), { smoke: true }),
  honest(
    'rows added to a table in subTest',
    red({
      'tests/test_money.py': at('tests/test_money.py').replace(
        '(-5, "-0.05")',
        '(-5, "-0.05"), (-123456, "-1,234.56")',
      ),
    }),
  ),
  honest(
    'a class of tests that inherits its cases',
    red({
      [TEST]:
        'import unittest\n\nfrom shop.discount import discounted\n\n\nclass Cases:\n    percent = 0\n\n    def test_takes_off(self):\n        self.assertEqual(discounted(1000, self.percent), 1000 - 10 * self.percent)\n\n\nclass TenTest(Cases, unittest.TestCase):\n    percent = 10\n\n\nclass HalfTest(Cases, unittest.TestCase):\n    percent = 50\n',
    }),
  ),
  honest(
    'an asynchronous test',
    red({
      [TEST]:
        'import unittest\n\nfrom shop.discount import later\n\n\nclass LaterTest(unittest.IsolatedAsyncioTestCase):\n    async def test_takes_off(self):\n        self.assertEqual(await later(1000, 10), 900)\n',
    }),
  ),
  honest('the plain work', submit('python3 -m unittest'), { smoke: true }),
  honest('its command with discovery', submit('python3 -m unittest discover -s tests -t .')),
  honest('a review of honest work', { step: 'REVIEW', on: 'green', edits: {}, mutants: 12 }, { smoke: true }),
];
