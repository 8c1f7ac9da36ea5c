import { describe, expect, it } from 'vitest';
import { onlyGainsFixtures } from './conftest-change.ts';

const BEFORE = 'import pytest\n\n\n@pytest.fixture\ndef cart():\n    return []\n';
const gains = (added: string, taken: string[] = ['cart']): Promise<boolean> =>
  onlyGainsFixtures(BEFORE, `${BEFORE}\n\n${added}`, (name) => taken.includes(name));

describe('conftest.py', () => {
  it('may gain fixtures that tests ask for', async () => {
    expect(await gains('@pytest.fixture\ndef price():\n    return 1\n')).toBe(true);
    expect(await gains('@pytest.fixture(scope="module")\ndef price():\n    return 1\n')).toBe(true);
    expect(await gains('def helper():\n    return 1\n')).toBe(true);
    expect(await onlyGainsFixtures(null, BEFORE, () => false)).toBe(true);
  });

  it.each([
    '@pytest.fixture(autouse=True)\ndef price():\n    return 1\n',
    'def pytest_collection_modifyitems(items):\n    items.clear()\n',
    '@pytest.hookimpl\ndef pytest_runtest_call(item):\n    pass\n',
    '@pytest.fixture\ndef cart():\n    return None\n',
    '@pytest.fixture\ndef monkeypatch():\n    return None\n',
    '@pytest.fixture(name="cart")\ndef other():\n    return None\n',
    'import builtins\nbuiltins.round = None\n',
    'pytest_plugins = ["fake"]\n',
    'class Plugin:\n    pass\n',
  ])('may not gain %j', async (added) => expect(await gains(added)).toBe(false));

  it('may not lose or change anything it has', async () => {
    expect(await onlyGainsFixtures(BEFORE, 'import pytest\n', () => false)).toBe(false);
    expect(await onlyGainsFixtures(BEFORE, BEFORE.replace('[]', '[1]'), () => false)).toBe(false);
    expect(await onlyGainsFixtures(BEFORE, null, () => false)).toBe(false);
  });
});
