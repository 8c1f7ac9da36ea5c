import type { Deed, Honest } from '../case.ts';
import { PY_DISCOUNT, PY_DISCOUNT_TEST, PY_SHOP } from '../projects/python.ts';

const at = (path: string): string => PY_SHOP[path] ?? '';
const TEST = 'tests/test_discount.py';
const red = (title: string, edits: Deed['edits'], more: Partial<Honest> = {}): Honest => ({
  title,
  step: 'RED',
  on: 'base',
  edits,
  ...more,
});
const green = (title: string, edits: Deed['edits'], more: Partial<Honest> = {}): Honest => ({
  ...{ title, step: 'GREEN', on: 'red', ...more },
  edits: { 'shop/discount.py': PY_DISCOUNT, ...edits },
});
const refactor = (title: string, edits: Deed['edits']): Honest => ({ title, step: 'REFACTOR', on: 'green', edits });

export const HONEST: readonly Honest[] = [
  red('a new module', { [TEST]: PY_DISCOUNT_TEST }, { smoke: true }),
  red('a function that an existing module lacks', {
    'tests/test_money.py': `${at('tests/test_money.py').replace('import format_cents', 'import format_cents, parse_cents')}\n\ndef test_reads():\n    assert parse_cents("12.34") == 1234\n`,
  }),
  red(
    'behaviour added to a function',
    {
      'tests/test_money.py': `${at('tests/test_money.py')}\n\ndef test_groups_thousands():\n    assert format_cents(123456789) == "1,234,567.89"\n`,
    },
    { smoke: true },
  ),
  red('behaviour changed, and its test with it', {
    'tests/test_cart.py': at('tests/test_cart.py').replace('raises(ValueError)', 'raises(TypeError)'),
  }),
  red('rows added to a table', {
    'tests/test_money.py': at('tests/test_money.py').replace('(-5, "-0.05")', '(-5, "-0.05"), (-123456, "-1,234.56")'),
  }),
  red('a test with a fixture only', { 'tests/test_size.py': 'def test_counts(cart):\n    assert cart.size() == 0\n' }),
  red('a fixture in conftest.py', {
    'tests/conftest.py': `${at('tests/conftest.py')}\n\n@pytest.fixture\ndef price() -> int:\n    return 1000\n`,
    [TEST]:
      'from shop.discount import discounted\n\n\ndef test_takes_off(price):\n    assert discounted(price, 10) == 900\n',
  }),
  red('a fixture in the test file', {
    [TEST]:
      'import pytest\n\nfrom shop.discount import discounted\n\n\n@pytest.fixture\ndef price():\n    return 1000\n\n\ndef test_takes_off(price):\n    assert discounted(price, 10) == 900\n',
  }),
  red('a helper for tests', { 'tests/prices.py': 'TEN = 1000\n', [TEST]: PY_DISCOUNT_TEST }),
  red('a helper of the tests extended', {
    'tests/helpers.py': `${at('tests/helpers.py')}\n\ndef cake() -> Item:\n    return Item("cake", 450, 1)\n`,
    [TEST]: PY_DISCOUNT_TEST,
  }),
  red('a data file', { 'tests/fixtures/prices.json': '{"tea": 300}\n', [TEST]: PY_DISCOUNT_TEST }),
  red('a class of tests', {
    [TEST]:
      'from shop.discount import discounted\n\n\nclass TestDiscount:\n    def test_takes_off(self):\n        assert discounted(1000, 10) == 900\n',
  }),
  red('an import inside the test', {
    [TEST]:
      'def test_takes_off():\n    from shop.discount import discounted\n\n    assert discounted(1000, 10) == 900\n',
  }),
  red('the missing module created empty', {
    'shop/discount.py': 'def discounted(price, percent):\n    raise NotImplementedError\n',
    [TEST]: PY_DISCOUNT_TEST,
  }),
  red('a test renamed on the way', {
    [TEST]: PY_DISCOUNT_TEST,
    'tests/test_cart.py': at('tests/test_cart.py').replace(
      'test_refuses_empty_lines',
      'test_refuses_lines_without_items',
    ),
  }),
  red('its command named', { [TEST]: PY_DISCOUNT_TEST }, { command: 'python3 -m pytest tests/test_discount.py -q' }),
  green('the plain work', {}, { smoke: true }),
  green('the code in two files', {
    'shop/percent.py':
      'def check_percent(percent: int) -> None:\n    if percent < 0 or percent > 100:\n        raise ValueError("a percentage is from 0 to 100")\n',
    'shop/discount.py':
      'from shop.percent import check_percent\n\n\ndef discounted(price: int, percent: int) -> int:\n    check_percent(percent)\n    return -(-price * (100 - percent) // 100)\n',
  }),
  green('documentation with it', { 'README.md': '# Shop\n\nNo `# type: ignore` here.\n' }),
  green('a version in pyproject.toml', {
    'pyproject.toml': at('pyproject.toml')
      .replace('0.1.0', '0.2.0')
      .replace('dependencies = []', 'dependencies = []\ndescription = "a shop"'),
  }),
  green('one more test in an existing file', {
    'tests/test_money.py': `${at('tests/test_money.py')}\n\ndef test_shows_nothing():\n    assert format_cents(0) == "0.00"\n`,
  }),
  green('other code tidied up', {
    'shop/cart.py': at('shop/cart.py').replace('item.price * item.count for item', 'each.price * each.count for each'),
  }),
  green('the package passes it on', {
    'shop/__init__.py': 'from shop.discount import discounted\n\n__all__ = ["discounted"]\n',
  }),
  refactor('a private helper renamed', { 'shop/money.py': at('shop/money.py').replaceAll('whole', 'absolute') }),
  refactor('a function moved to another file', {
    'shop/discount.py': 'from shop.prices import discounted\n\n__all__ = ["discounted"]\n',
    'shop/prices.py': PY_DISCOUNT,
  }),
  refactor('a function moved, and the import of its test', {
    'shop/discount.py': null,
    'shop/reduction.py': PY_DISCOUNT,
    [TEST]: PY_DISCOUNT_TEST.replace('shop.discount', 'shop.reduction'),
  }),
  refactor('a comment in a test', {
    [TEST]: PY_DISCOUNT_TEST.replace('    assert discounted(999', '    # Rounded up.\n    assert discounted(999'),
  }),
  { title: 'a review of honest work', step: 'REVIEW', on: 'green', edits: {}, mutants: 12 },
  {
    title: 'a review of a function that only moved',
    step: 'REVIEW',
    on: 'base',
    edits: {
      'shop/money.py': 'from shop.formats import format_cents\n\n__all__ = ["format_cents"]\n',
      'shop/formats.py': at('shop/money.py'),
    },
    mutants: 8,
  },
];
