import { describe, expect, it } from 'vitest';
import { foreignModule, ownModules } from './own-modules.ts';

const script = ownModules(['package.json', 'src/a.ts'], '{"name": "@shop/cart"}');
const packaged = ownModules(['shop/__init__.py', 'tests/test_a.py', 'setup.py'], null);
const unit = ownModules(['backend/shop/__init__.py', 'backend/tests/test_a.py'], null);
const php = ownModules([], null, { composer: '{"autoload": {"psr-4": {"Shop\\\\": "src/"}}}' });
const flat = ownModules(['shop.py', 'test_shop.py'], null);

describe('a module that is missing', () => {
  it.each([
    ["Cannot find module '../src/b.ts' imported from x", script],
    ["Cannot find package '@shop/other' imported from x", script],
    ['Failed to resolve import "#b" from "x"', script],
    ['expected 1 to be 2', script],
    ["ModuleNotFoundError: No module named 'shop.discount'", packaged],
    ["ModuleNotFoundError: No module named 'shop.discount'", unit],
    ["ModuleNotFoundError: No module named 'discount'", flat],
    ['Error: Class "Shop\\Discount" not found', php],
    ['Error: Class "Discount" not found', php],
    ['Error: Class "Money\\Euro" not found', script],
  ])('%s may be what the change is to bring', (message, own) => expect(foreignModule(message, own)).toBe(null));

  it.each([
    ["Cannot find package 'left-pad' imported from x", script, 'left-pad'],
    ['Failed to resolve import "left-pad" from "x"', script, 'left-pad'],
    ["ModuleNotFoundError: No module named 'left_pad'", packaged, 'left_pad'],
    ['Error: Class "Money\\Euro" not found', php, 'Money\\Euro'],
  ])('%s is a broken import', (message, own, module) => expect(foreignModule(message, own)).toBe(module));
});
