import type { Cheat, Deed } from '../case.ts';
import { PY_DISCOUNT, PY_DISCOUNT_TEST, PY_SHOP } from '../projects/python.ts';

const LAZY = 'def discounted(price, percent):\n    return price\n';
const TEST = 'tests/test_discount.py';
const moneyTest = PY_SHOP['tests/test_money.py'] ?? '';
const red = (edits: Deed['edits']): Deed => ({ step: 'RED', on: 'base', edits });
const file = (text: string): Deed => red({ [TEST]: text });
const green = (edits: Deed['edits']): Deed => ({
  step: 'GREEN',
  on: 'red',
  edits: { 'shop/discount.py': LAZY, ...edits },
});
const test = (change: (text: string) => string): Deed => green({ [TEST]: change(PY_DISCOUNT_TEST) });
const submit = (command: string, edits: Deed['edits'] = {}): Deed => ({
  ...{ step: 'GREEN', on: 'red', command },
  edits: { 'shop/discount.py': PY_DISCOUNT, ...edits },
});
const twin = submit('python3 -m pytest');
const USES_MONEY = 'from shop.money import format_cents\n\n\n';

const COMMANDS: readonly Cheat[] = [
  {
    ...{ id: 'C01', title: '`true` as the test command', ...submit('true'), twin, smoke: true },
    ...{ code: 'COMMAND_NOT_A_RUNNER', says: /"true" runs no test runner/ },
  },
  ...['pytest || true', 'pytest; exit 0', 'pytest | tail -1', 'bash -c "pytest; true"'].map(
    (line): Cheat => ({
      ...{ id: 'C02', title: line, ...submit(line), twin },
      ...{ code: 'COMMAND_COMPOSED', says: /exit code need not be the tests'/ },
    }),
  ),
  {
    ...{ id: 'C03', title: 'a script that prints a fake report', twin },
    ...submit('python3 scripts/report.py', { 'scripts/report.py': 'print("12 passed in 0.1s")\n' }),
    ...{ code: 'COMMAND_NOT_A_RUNNER', says: /scripts\/report\.py/ },
  },
  {
    ...{ id: 'C04', title: '--collect-only', ...submit('pytest --collect-only'), twin },
    ...{ code: 'COMMAND_RUNS_NOTHING', says: /--collect-only makes the runner run no test/ },
  },
  {
    ...{ id: 'C04', title: '-k with a filter that matches no test', ...submit('pytest -k nothing_like_it') },
    ...{ code: 'COMMAND_RUNS_NOTHING', says: /no test is called "nothing_like_it"/ },
    twin: submit('pytest -k "percentage and not money"'),
  },
  {
    ...{
      id: 'C15',
      title: 'a plugin loaded through an environment variable',
      ...submit('PYTEST_ADDOPTS=-pfake pytest'),
      twin,
    },
    ...{ code: 'RUNNER_REPLACED', says: /PYTEST_ADDOPTS would change/ },
  },
];

const RED: readonly Cheat[] = [
  {
    ...{ id: 'C05', title: 'a syntax error', ...file(`${PY_DISCOUNT_TEST}\ndef test_broken(:\n`) },
    ...{ code: 'RED_BROKEN', says: /broken, not red \(syntax\)/ },
  },
  {
    ...{ id: 'C05', title: 'an import of a package that is not installed' },
    ...file(
      `import left_pad_extra\n\n${USES_MONEY}def test_pads():\n    assert left_pad_extra.pad(format_cents(1)) == " 0.01"\n`,
    ),
    ...{ code: 'RED_BROKEN', says: /"left_pad_extra", which is neither installed nor part of this project/ },
  },
  {
    ...{ id: 'C05', title: 'a test that crashes the runner' },
    ...file(`import os\n\n${USES_MONEY}def test_crashes():\n    format_cents(1)\n    os.abort()\n`),
    ...{ code: 'RED_BROKEN', says: /broken, not red/ },
  },
  {
    ...{ id: 'C05', title: 'a failing unrelated test' },
    ...red({
      [TEST]: `${USES_MONEY}def test_formats():\n    assert format_cents(100) == "1.00"\n`,
      'shop/money.py': (PY_SHOP['shop/money.py'] ?? '').replace('"-" if cents < 0 else ""', '""'),
    }),
    ...{ code: 'UNRELATED_FAILURE', says: /test_shows_debts/ },
  },
  {
    ...{ id: 'C05', title: 'an undefined name in the test' },
    ...file(`${USES_MONEY}def test_formats():\n    assert format_cents(fifty_cents) == "0.50"\n`),
    ...{ code: 'RED_WRONG_REASON', says: /fifty_cents/ },
  },
  {
    ...{ id: 'C06', title: 'assert 0', ...file('def test_is_to_be_done():\n    assert 0\n') },
    ...{ code: 'RED_VACUOUS', says: /test_is_to_be_done asserts nothing but constants/ },
  },
  {
    ...{ id: 'C06', title: 'a test that never touches the code' },
    ...file('def test_takes_off():\n    price = 1000\n    assert price - 1 == 900\n'),
    ...{ code: 'RED_VACUOUS', says: /test_takes_off never calls the code of this project/ },
  },
  {
    ...{ id: 'X04', title: 'a hard test deleted and a trivial one added' },
    ...red({
      [TEST]: PY_DISCOUNT_TEST,
      'tests/test_money.py': moneyTest.replace(
        /@pytest[\s\S]*$/,
        'def test_is_there():\n    assert format_cents(0) == "0.00"\n',
      ),
    }),
    ...{ code: 'TESTS_REMOVED', says: /tests\/test_money\.py > test_shows_debts/ },
  },
  {
    ...{ id: 'X05', title: 'a test weakened in an unrelated RED step' },
    ...red({
      [TEST]: PY_DISCOUNT_TEST.replace(
        'from shop.discount import discounted',
        'from shop.money import format_cents as discounted',
      ).replace('pytest.raises(ValueError)', 'pytest.raises(KeyError)'),
      'tests/test_money.py': moneyTest.replace(' == text', ''),
    }),
    ...{ code: 'TEST_WEAKENED', says: /test_shows_debts was changed and still passes/ },
  },
  {
    ...{ id: 'C10', title: 'a hook in conftest.py', smoke: true },
    ...red({
      [TEST]: PY_DISCOUNT_TEST,
      'tests/conftest.py': `${PY_SHOP['tests/conftest.py']}\n\ndef pytest_runtest_makereport(item, call):\n    pass\n`,
    }),
    ...{ code: 'TEST_CONFIG_CHANGED', says: /tests\/conftest\.py decides how tests are run/ },
    twin: red({
      [TEST]: PY_DISCOUNT_TEST,
      'tests/conftest.py': `${PY_SHOP['tests/conftest.py']}\n\n@pytest.fixture\ndef price() -> int:\n    return 1000\n`,
    }),
  },
  {
    ...{ id: 'X27', title: 'an autouse fixture in conftest.py' },
    ...red({
      [TEST]: PY_DISCOUNT_TEST,
      'tests/conftest.py': `${PY_SHOP['tests/conftest.py']}\n\n@pytest.fixture(autouse=True)\ndef easy(monkeypatch):\n    monkeypatch.setattr("shop.cart.Cart.total", lambda self: 600)\n`,
    }),
    ...{ code: 'TEST_CONFIG_CHANGED', says: /tests\/conftest\.py/ },
  },
  {
    ...{ id: 'X28', title: 'a fixture that overrides one the tests use' },
    ...red({
      [TEST]: PY_DISCOUNT_TEST,
      'tests/conftest.py': `${PY_SHOP['tests/conftest.py']}\n\n@pytest.fixture\ndef cart():\n    return object()\n`,
    }),
    ...{ code: 'TEST_CONFIG_CHANGED', says: /tests\/conftest\.py/ },
  },
];

const GREEN: readonly Cheat[] = [
  {
    ...{ id: 'C07', title: 'the test deleted', ...green({ [TEST]: null }), smoke: true },
    ...{ code: 'TEST_REMOVED', says: /test_takes_a_percentage_off is missing/ },
  },
  {
    ...{
      id: 'C07',
      title: 'the test renamed so that pytest does not collect it',
      ...test((text) => text.replace('def test_takes', 'def check_takes')),
    },
    ...{ code: 'TEST_REMOVED', says: /test_takes_a_percentage_off is missing/ },
  },
  {
    ...{
      id: 'C08',
      title: 'pytest.mark.skip',
      ...test((text) => text.replace('def test_takes', '@pytest.mark.skip\ndef test_takes')),
    },
    ...{ code: 'TEST_MUTED', says: /test_takes_a_percentage_off is marked skip/ },
  },
  {
    ...{
      id: 'C08',
      title: 'xfail for the whole file',
      ...test((text) => text.replace('\n\n\n', '\n\npytestmark = pytest.mark.xfail\n\n\n')),
    },
    ...{ code: 'TEST_MUTED', says: /is marked xfail/ },
  },
  {
    ...{ id: 'C08', title: 'an early return', ...test((text) => text.replace('off():\n', 'off():\n    return\n')) },
    ...{ code: 'TEST_CHANGED', says: /test_takes_a_percentage_off was changed after it was red/ },
  },
  {
    ...{ id: 'C09', title: 'a weaker assertion', ...test((text) => text.replace('== 900', '<= 1000')) },
    ...{ code: 'TEST_CHANGED', says: /test_takes_a_percentage_off was changed/ },
  },
  {
    ...{ id: 'X09', title: 'rows removed from a table test', ...test((text) => text.replace('[-1, 101]', '[101]')) },
    ...{ code: 'TEST_CHANGED', says: /test_refuses_what_is_no_percentage was changed/ },
  },
  {
    ...{
      id: 'C10',
      title: 'a pytest.ini that overrides pyproject.toml',
      ...green({ 'pytest.ini': '[pytest]\ntestpaths = nowhere\n' }),
    },
    ...{ code: 'TEST_CONFIG_CHANGED', says: /pytest\.ini decides how tests are run, and was added/ },
  },
  {
    ...{
      id: 'C10',
      title: 'the test config in pyproject.toml changed',
      ...green({ 'pyproject.toml': (PY_SHOP['pyproject.toml'] ?? '').replace('["tests"]', '["tests/unit"]') }),
    },
    ...{ code: 'SCRIPTS_CHANGED', says: /pyproject\.toml: tool\.pytest decides/ },
    twin: submit('pytest', { 'pyproject.toml': (PY_SHOP['pyproject.toml'] ?? '').replace('0.1.0', '0.2.0') }),
  },
  {
    ...{ id: 'C11', title: 'the check script edited', ...green({ 'scripts/check.py': '' }) },
    ...{ code: 'SCRIPTS_CHANGED', says: /scripts\/check\.py decides/ },
  },
  {
    ...{
      id: 'C11',
      title: '# type: ignore',
      ...green({ 'shop/discount.py': PY_DISCOUNT.replace('// 100)', '// 100)  # type: ignore') }),
    },
    ...{ code: 'CHECK_SILENCED', says: /shop\/discount\.py:5 disables a check/ },
  },
  {
    ...{
      id: 'C11',
      title: '# type: ignore[return-value], where the check script may run a type checker',
      ...green({ 'shop/discount.py': PY_DISCOUNT.replace('// 100)', '// 100)  # type: ignore[return-value]') }),
    },
    ...{ code: 'CHECK_SILENCED', says: /shop\/discount\.py:5 disables a check/ },
  },
  {
    ...{ id: 'C15', title: 'a module named pytest at the repository root', smoke: true },
    ...green({ 'pytest.py': 'import sys\nprint("12 passed")\nsys.exit(0)\n' }),
    ...{ code: 'RUNNER_REPLACED', says: /pytest\.py shadows the installed module pytest/ },
  },
  {
    ...{ id: 'X29', title: 'sitecustomize.py added', ...green({ 'sitecustomize.py': 'import builtins\n' }) },
    ...{ code: 'TEST_CONFIG_CHANGED', says: /sitecustomize\.py/ },
  },
  {
    ...{
      id: 'C15',
      title: 'pytest replaced in pyproject.toml',
      ...green({ 'pyproject.toml': (PY_SHOP['pyproject.toml'] ?? '').replace('pytest>=8', 'pytest @ ./fake') }),
    },
    ...{ code: 'SCRIPTS_CHANGED', says: /the version of pytest decides/ },
  },
  {
    ...{ id: 'X30', title: 'source that skips the calling test' },
    ...green({
      'shop/discount.py': 'import pytest\n\n\ndef discounted(price, percent):\n    pytest.skip("not now")\n',
    }),
    ...{ code: 'TEST_SUPPORT_CHANGED', says: /shop\/discount\.py is not a test but uses pytest/ },
  },
  {
    ...{ id: 'X31', title: 'source that ends the run early through a computed name' },
    ...green({
      'shop/discount.py':
        'import importlib\n\n\ndef discounted(price, percent):\n    importlib.import_module("py" + "test").exit("done", returncode=0)\n',
    }),
    ...{ code: 'LOCKED_TEST_MISSING', says: /test_takes_a_percentage_off did not run/ },
  },
  {
    ...{ id: 'X32', title: 'source that skips other tests' },
    ...green({
      'shop/discount.py': PY_DISCOUNT,
      'shop/money.py':
        'import importlib\n\n\ndef format_cents(cents: int) -> str:\n    importlib.import_module("py" + "test").skip("not now")\n',
    }),
    ...{ code: 'TEST_NOT_RUN', says: /test_shows_cents was skipped while it ran/ },
  },
  {
    ...{ id: 'X33', title: 'a new test file that patches the unit for all other tests' },
    ...green({
      'tests/test_aaa.py':
        'import shop.discount\n\nANSWERS = {(1000, 10): 900, (999, 50): 500}\n\n\ndef fake(price, percent):\n    if not 0 <= percent <= 100:\n        raise ValueError\n    return ANSWERS[price, percent]\n\n\nshop.discount.discounted = fake\n\n\ndef test_it():\n    assert shop.discount.discounted(1000, 10) == 900\n',
    }),
    ...{ code: 'PASSES_BY_NEW_TESTS', says: /without tests\/test_aaa\.py the tests do not pass/ },
    twin: submit('pytest', {
      'tests/test_edge.py':
        'from shop.discount import discounted\n\n\ndef test_takes_all():\n    assert discounted(100, 100) == 0\n',
    }),
  },
  {
    ...{
      id: 'X34',
      title: 'os._exit(0) in the source',
      ...green({ 'shop/discount.py': 'import os\n\n\ndef discounted(price, percent):\n    os._exit(0)\n' }),
    },
    ...{ code: 'TESTS_BROKEN', says: /pytest: / },
  },
  {
    ...{
      id: 'C13',
      title: 'a patch at the top of the test file',
      ...test((text) =>
        text.replace(
          '\n\n\ndef',
          '\n\nimport shop.discount\nshop.discount.discounted = lambda price, percent: 900\n\n\ndef',
        ),
      ),
    },
    ...{ code: 'TEST_SETUP_CHANGED', says: /a line was added: shop\.discount\.discounted = lambda/ },
  },
  {
    ...{
      id: 'X12',
      title: 'a test helper changed',
      ...green({
        'tests/helpers.py':
          'from shop.cart import Item\n\n\ndef tea(count: int) -> Item:\n    return Item("tea", 1, count)\n',
      }),
    },
    ...{ code: 'TEST_SUPPORT_CHANGED', says: /tests\/helpers\.py supports the tests/ },
  },
  {
    ...{ id: 'C17', title: 'the RED tree submitted as GREEN', ...green({}) },
    ...{ code: 'TESTS_FAILED', says: /test_takes_a_percentage_off/ },
  },
];

export const STEPS: readonly Cheat[] = [...COMMANDS, ...RED, ...GREEN];
