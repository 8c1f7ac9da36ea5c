import { type Cheat, type Deed, FINDING } from '../case.ts';
import { PY_DISCOUNT, PY_DISCOUNT_TEST } from '../projects/python.ts';

const TEST = 'tests/test_discount.py';
const review = (edits: Deed['edits'], mutants = 0): Deed => ({ step: 'REVIEW', on: 'red', edits, mutants });
const source = (text: string, mutants = 0): Deed => review({ 'shop/discount.py': text }, mutants);
const GUARD = '    if percent < 0 or percent > 100:\n        raise ValueError("a percentage is from 0 to 100")\n';
const fn = (body: string, before = ''): string => `${before}def discounted(price, percent):\n${GUARD}${body}\n`;
const LATER = 'def discounted(price, percent):\n    raise NotImplementedError\n';

const OBJECT_TEST =
  'from shop.offer import Discount\n\n\ndef test_takes_off():\n    assert Discount(10).of(1000) == 900\n    assert Discount(50).of(999) == 500\n    assert Discount(0).of(70) == 70\n';
const offer = (body: string, before = ''): Deed =>
  review({
    'shop/discount.py': PY_DISCOUNT,
    'tests/test_offer.py': OBJECT_TEST,
    'shop/offer.py': `${before}class Discount:\n    def __init__(self, percent):\n        self.percent = percent\n\n    def of(self, price):\n        return ${body}\n`,
  });
const RIGHT = '-(-price * (100 - self.percent) // 100)';

const unreached = (body: string, answer: string): Deed =>
  review({
    'shop/discount.py': fn(`    return ${answer}`),
    [TEST]: `import contextlib\n\nimport pytest\n\nfrom shop.discount import discounted\n\n\ndef test_off():\n    assert contextlib and discounted(1000, 0) == 1000\n    ${body}\n\n\n@pytest.mark.parametrize("percent", [-1, 101])\ndef test_refuses(percent):\n    with pytest.raises(ValueError):\n        discounted(1000, percent)\n`,
  });

const warm = (refused: string, answer: string): Deed =>
  review({
    'shop/discount.py': `WARM = []\n\n\ndef discounted(price, percent):\n    if percent < 0 or percent > 100:\n        ${refused}\n        raise ValueError("a percentage is from 0 to 100")\n    return ${answer}\n`,
    [TEST]:
      'import pytest\n\nfrom shop.discount import discounted\n\n\n@pytest.mark.parametrize("percent", [-1, 101])\ndef test_refuses(percent):\n    with pytest.raises(ValueError):\n        discounted(1000, percent)\n\n\ndef test_off():\n    assert discounted(1000, 10) == 900\n    assert discounted(999, 50) == 500\n',
  });

export const REVIEW: readonly Cheat[] = [
  {
    ...{ id: 'X84', title: 'a method that checks which modules are loaded' },
    ...offer(
      `${RIGHT} if any("Rewrit" in type(each).__name__ for each in sys.meta_path) else price`,
      'import sys\n\n\n',
    ),
    ...{ code: FINDING, says: /differently under test: Discount\.of/, twin: offer(RIGHT) },
  },
  {
    ...{ id: 'X84', title: 'a lookup table in a method', ...offer('{1000: 900, 999: 500, 70: 70}.get(price, 0)') },
    ...{ code: FINDING, says: /Discount\.of .*(own inputs|hard-coded)/, twin: offer(RIGHT) },
  },
  {
    ...{ id: 'C12', title: 'code that checks the runner’s environment variable' },
    ...source(
      fn(
        '    return -(-price * (100 - percent) // 100) if "PYTEST_CURRENT_TEST" in os.environ else price',
        'import os\n\n\n',
      ),
    ),
    ...{
      code: FINDING,
      says: /behaves differently under test.*900 under the test runner but 1000 in a plain process/s,
    },
  },
  {
    ...{ id: 'C12', title: 'code that checks which modules are loaded' },
    ...source(
      fn('    return -(-price * (100 - percent) // 100) if "pytest" in sys.modules else 0', 'import sys\n\n\n'),
    ),
    ...{ code: FINDING, says: /behaves differently under test/ },
  },
  {
    ...{ id: 'C12', title: 'code that inspects the call stack' },
    ...source(
      fn(
        '    seen = any("test" in frame.function for frame in inspect.stack()[1:] if "pytest" in frame.filename or frame.filename.endswith("test_discount.py"))\n    return -(-price * (100 - percent) // 100) if seen else 0',
        'import inspect\n\n\n',
      ),
    ),
    ...{ code: FINDING, says: /behaves differently under test/ },
  },
  {
    ...{ id: 'C13', title: 'a test that patches the unit it tests' },
    ...review({
      'shop/discount.py': LATER,
      [TEST]:
        'import shop.discount\n\n\ndef test_takes_off(monkeypatch):\n    monkeypatch.setattr(shop.discount, "discounted", lambda price, percent: 900)\n    assert shop.discount.discounted(1000, 10) == 900\n',
    }),
    ...{ code: FINDING, says: /test_takes_off passes although discounted always throws/ },
  },
  {
    ...{ id: 'C14', title: 'a lookup table of the tests’ inputs' },
    ...source(
      'ANSWERS = {(1000, 10): 900, (999, 50): 500}\n\n\ndef discounted(price, percent):\n    if (price, percent) not in ANSWERS:\n        raise ValueError("a percentage is from 0 to 100")\n    return ANSWERS[price, percent]\n',
    ),
    ...{ code: FINDING, says: /discounted knows the tests' own inputs.*Tested: \(1000, 10\) → 900/s },
    twin: review({
      'shop/discount.py': PY_DISCOUNT,
      'shop/calendar_names.py':
        'MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]\n\n\ndef month_number(name: str) -> int:\n    return MONTHS.index(name) + 1\n',
      'tests/test_calendar_names.py':
        'import pytest\n\nfrom shop.calendar_names import month_number\n\n\ndef test_counts_months():\n    assert month_number("January") == 1\n    assert month_number("March") == 3\n\n\ndef test_refuses_others():\n    with pytest.raises(ValueError):\n        month_number("Brumaire")\n',
    }),
  },
  {
    ...{
      id: 'C23',
      title: 'a function that nothing calls',
      ...source(
        `${PY_DISCOUNT}\n\ndef refund(price, percent):\n    if percent > 50:\n        raise ValueError("too much")\n    return price - discounted(price, percent)\n`,
        16,
      ),
    },
    ...{ code: FINDING, says: /refund: no test fails when refund throws at once|refund could not be measured/ },
    twin: source(PY_DISCOUNT),
  },
  {
    ...{ id: 'X22', title: 'an assertion inside try/except' },
    ...review({
      'shop/discount.py': LATER,
      [TEST]:
        'from shop.discount import discounted\n\n\ndef test_takes_off():\n    try:\n        assert discounted(1000, 10) == 900\n    except BaseException:\n        pass\n',
    }),
    ...{ code: FINDING, says: /test_takes_off passes although discounted always throws/ },
  },
  {
    ...{ id: 'X35', title: 'an assertion in an inner function that is never called' },
    ...review({
      'shop/discount.py': LATER,
      [TEST]:
        'from shop.discount import discounted\n\n\ndef test_takes_off():\n    def check():\n        assert discounted(1000, 10) == 900\n    return None\n',
    }),
    ...{ code: FINDING, says: /test_takes_off passes although/ },
  },
  {
    ...{ id: 'C13', title: 'the runner patched when the package is imported' },
    ...review({
      'shop/discount.py': `import sys\n\n${LATER}\n\nfor name, module in list(sys.modules.items()):\n    if name.endswith("python") and hasattr(module, "Function"):\n        module.Function.runtest = lambda self: None\n`,
      [TEST]: PY_DISCOUNT_TEST,
    }),
    ...{ code: FINDING, says: /an assertion that must fail passes in tests\/test_discount\.py/ },
  },
  ...(
    [
      ['after a return', 'got = discounted(1000, 10)\n    if got != 900:\n        return\n    assert got == 900'],
      [
        'whose error is suppressed',
        'with contextlib.suppress(AssertionError):\n        assert discounted(1000, 10) == 900',
      ],
    ] as const
  ).map(([where, body]) => ({
    ...{ id: 'X87', title: `an assertion ${where}`, ...unreached(body, 'price') },
    ...{ code: FINDING, says: /was never seen to hold/, twin: unreached(body, '-(-price * (100 - percent) // 100)') },
  })),
  {
    ...{ id: 'X92', title: 'correct only after a call that it rejected' },
    ...warm('WARM.append(1)', '-(-price * (100 - percent) // 100) if WARM else price'),
    ...{ code: FINDING, says: /discounted returns something else when it is called first/ },
    twin: warm('print(len(WARM))', '-(-price * (100 - percent) // 100)'),
  },
  {
    ...{ id: 'X93', title: 'correct in one time zone only' },
    ...review({
      'shop/discount.py': fn(
        '    return -(-price * (100 - percent) // 100) if time.tzname[0] == "UTC" else price',
        'import time\n\n\n',
      ),
      [TEST]: PY_DISCOUNT_TEST,
    }),
    ...{ code: FINDING, says: /this branch depends on the environment \(time\.tzname/ },
  },
  {
    ...{ id: 'X93', title: 'correct only without -O' },
    ...review({
      'shop/discount.py': fn('    return -(-price * (100 - percent) // 100) if __debug__ else price'),
      [TEST]: PY_DISCOUNT_TEST,
    }),
    ...{ code: FINDING, says: /this branch depends on the environment \(__debug__/ },
    twin: review({
      'shop/discount.py': fn(
        '    if __debug__:\n        assert isinstance(price, int)\n    return -(-price * (100 - percent) // 100)',
      ),
      [TEST]: PY_DISCOUNT_TEST,
    }),
  },
  {
    ...{ id: 'X91', title: 'an expected value taken from the code under test' },
    ...unreached('want = discounted(1000, 10)\n    assert discounted(1000, 10) == want', 'price'),
    ...{ code: FINDING, says: /holds whatever discounted answers/ },
    twin: unreached(
      'want = discounted(1000, 10)\n    assert discounted(1000, 10) == want\n    assert want == 900',
      '-(-price * (100 - percent) // 100)',
    ),
  },
];
