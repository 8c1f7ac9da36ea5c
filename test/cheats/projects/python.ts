import type { Files } from '../gate-rig.ts';

/** The same shop in Python: a package, its tests, fixtures, a configuration in pyproject.toml, a preflight. */
export const PY_SHOP: Files = {
  'pyproject.toml': `[project]
name = "shop"
version = "0.1.0"
dependencies = []

[dependency-groups]
dev = ["pytest>=8"]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["."]
`,
  'scripts/check.py': `"""No debug prints in the package."""
import pathlib
import sys

loud = [path.name for path in pathlib.Path("shop").rglob("*.py") if "print(" in path.read_text()]
if loud:
    print("print in", ", ".join(loud))
    sys.exit(1)
`,
  'shop/__init__.py': '',
  'shop/money.py': `def format_cents(cents: int) -> str:
    """Cents, so that sums are exact."""
    sign = "-" if cents < 0 else ""
    whole = abs(cents)
    return f"{sign}{whole // 100}.{whole % 100:02d}"
`,
  'shop/cart.py': `from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    name: str
    price: int
    count: int


class Cart:
    def __init__(self) -> None:
        self._items: list[Item] = []

    def add(self, item: Item) -> None:
        if item.count <= 0:
            raise ValueError("count must be positive")
        self._items.append(item)

    def total(self) -> int:
        return sum(item.price * item.count for item in self._items)
`,
  'tests/conftest.py': `import pytest

from shop.cart import Cart


@pytest.fixture
def cart() -> Cart:
    return Cart()
`,
  'tests/helpers.py': `from shop.cart import Item


def tea(count: int) -> Item:
    return Item("tea", 300, count)
`,
  'tests/test_money.py': `import pytest

from shop.money import format_cents


def test_shows_cents():
    assert format_cents(1234) == "12.34"
    assert format_cents(5) == "0.05"


@pytest.mark.parametrize("cents, text", [(-250, "-2.50"), (-5, "-0.05")])
def test_shows_debts(cents, text):
    assert format_cents(cents) == text
`,
  'tests/test_cart.py': `import pytest

from shop.cart import Item
from tests.helpers import tea


class TestCart:
    def test_sums_prices(self, cart):
        cart.add(tea(2))
        assert cart.total() == 600

    def test_refuses_empty_lines(self, cart):
        with pytest.raises(ValueError):
            cart.add(Item("tea", 1, 0))
`,
  'tests/__init__.py': '',
};

export const PY_DISCOUNT_TEST = `import pytest

from shop.discount import discounted


def test_takes_a_percentage_off():
    assert discounted(1000, 10) == 900
    assert discounted(999, 50) == 500


@pytest.mark.parametrize("percent", [-1, 101])
def test_refuses_what_is_no_percentage(percent):
    with pytest.raises(ValueError):
        discounted(1000, percent)
`;

export const PY_DISCOUNT = `def discounted(price: int, percent: int) -> int:
    """Rounded to the shop's advantage: a half cent stays."""
    if percent < 0 or percent > 100:
        raise ValueError("a percentage is from 0 to 100")
    return -(-price * (100 - percent) // 100)
`;
