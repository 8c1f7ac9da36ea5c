import type { Files } from '../gate-rig.ts';
import { PY_DISCOUNT, PY_SHOP } from './python.ts';

const at = (path: string): string => PY_SHOP[path] ?? '';

/** The shop once more, its tests written for unittest: cases, set-up, tables in `subTest`; no other runner is named. */
export const UT_SHOP: Files = {
  'pyproject.toml': '[project]\nname = "shop"\nversion = "0.1.0"\ndependencies = []\n',
  'scripts/check.py': at('scripts/check.py'),
  'shop/__init__.py': '',
  'shop/money.py': at('shop/money.py'),
  'shop/cart.py': at('shop/cart.py'),
  'tests/__init__.py': '',
  'tests/helpers.py': at('tests/helpers.py'),
  'tests/test_money.py': `import unittest

from shop.money import format_cents


class MoneyTest(unittest.TestCase):
    def test_shows_cents(self):
        self.assertEqual(format_cents(1234), "12.34")
        self.assertEqual(format_cents(5), "0.05")

    def test_shows_debts(self):
        for cents, text in [(-250, "-2.50"), (-5, "-0.05")]:
            with self.subTest(cents=cents):
                self.assertEqual(format_cents(cents), text)
`,
  'tests/test_cart.py': `import unittest

from shop.cart import Cart, Item
from tests.helpers import tea


class CartTest(unittest.TestCase):
    def setUp(self):
        self.cart = Cart()

    def test_sums_prices(self):
        self.cart.add(tea(2))
        self.assertEqual(self.cart.total(), 600)

    def test_refuses_empty_lines(self):
        with self.assertRaises(ValueError):
            self.cart.add(Item("tea", 1, 0))
`,
};

export const UT_DISCOUNT_TEST = `import unittest

from shop.discount import discounted


class DiscountTest(unittest.TestCase):
    def test_takes_a_percentage_off(self):
        self.assertEqual(discounted(1000, 10), 900)
        self.assertEqual(discounted(999, 50), 500)

    def test_refuses_what_is_no_percentage(self):
        for percent in (-1, 101):
            with self.subTest(percent=percent):
                with self.assertRaises(ValueError):
                    discounted(1000, percent)
`;

export const UT_DISCOUNT = PY_DISCOUNT;
