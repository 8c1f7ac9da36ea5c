import { describe, expect, it } from 'vitest';
import type { TestFact } from './fact-types.ts';
import { facts } from './testing/read.ts';

const flat = (tests: readonly TestFact[]): TestFact[] => tests.flatMap((test) => [test, ...flat(test.children)]);
const read = async (text: string, language = 'typescript') => flat((await facts(text, language)).tests().tests);
const tell = (test: TestFact) =>
  [test.kind, test.path.join(' > '), test.modifiers.join(' '), test.guarded ? 'guarded' : '']
    .filter(Boolean)
    .join(' | ');

describe('test cases of JavaScript', () => {
  it('does not take a helper that is given constants for an assertion of constants', async () => {
    const text =
      "var utils = require('./utils');\nit('has none', (done) => { request(app).get('/').expect(utils.shouldNotHaveHeader('ETag')).expect(200, done); });\n";
    const [test] = await read(text, 'javascript');
    expect([test?.assertions, test?.constantAssertions]).toEqual([1, 0]);
  });

  it('finds tests by a name that is taken from a module as it is loaded', async () => {
    const text = "const test = require('tap').test;\ntest('adds', (t) => { t.end(); });\n";
    expect((await read(text, 'javascript')).map(tell)).toEqual(['test | adds']);
  });

  it('finds tests of a suite that is made before them, as uvu has it', async () => {
    const text = `
      import { suite, test } from 'uvu';
      const cart = suite('cart');
      cart.before.each(() => {});
      cart('adds', () => {});
      cart.skip('is skipped', () => {});
      cart.run();
      const plain = suite();
      plain('has no suite', () => {});
      test('stands alone', () => {});
      test.run();
      const mine = other('cart');
      mine('is none', () => {});
    `;
    const common = "const { suite } = require('uvu');\nconst cart = suite('cart');\ncart('adds', () => {});\n";
    expect((await read(text)).map(tell)).toEqual([
      ...['test | cart > adds', 'test | cart > is skipped | skip', 'test | has no suite', 'test | stands alone'],
    ]);
    expect((await read(common, 'javascript')).map(tell)).toEqual(['test | cart > adds']);
  });

  it('finds suites and tests with their marks', async () => {
    const text = `
      import { describe, it, test as spec, expect } from 'vitest';
      describe('Stack', () => {
        beforeEach(() => { setup(); });
        it('pushes', () => { expect(1).toBe(1); });
        it.skip('skipped', () => {});
        it.todo('later');
        describe.only('inner', () => { spec('deep', async () => {}); });
        it.each([[1, 2]])('adds %i', (a, b) => {});
        it.each\`a | b\${1}\`('tagged', () => {});
        it.skipIf(process.env.CI)('sometimes', () => {});
        it.concurrent.fails('both', () => {});
        it('options', { skip: true, retry: 2, only: false }, () => {});
        it(\`a \${1} template\`, () => {}, 1000);
        it(name, () => {});
        for (const x of [1]) it('looped', () => {});
        if (x) { it('perhaps', () => {}); }
        helper(() => { it('hidden', () => {}); });
      });
      const maybe = process.env.CI ? it : it.skip;
      maybe('aliased', () => {});
      xit('x', () => {}); fdescribe('f', () => {});
      it.each([1]);
      it();
      notATest('x', () => {});
    `;
    expect((await read(text)).map(tell)).toEqual([
      'suite | Stack',
      'test | Stack > pushes',
      'test | Stack > skipped | skip',
      'test | Stack > later | todo',
      'suite | Stack > inner | only',
      'test | Stack > inner > deep',
      'test | Stack > adds %i | each',
      'test | Stack > tagged | each',
      'test | Stack > sometimes | skipIf',
      'test | Stack > both | concurrent fails',
      'test | Stack > options | skip retry',
      `test | Stack > a \${1} template`,
      'test | Stack > name',
      'test | Stack > looped | guarded',
      'test | Stack > perhaps | guarded',
      'test | Stack > hidden | guarded',
      'test | aliased | skip conditional',
      'test | x | skip',
      'suite | f | only',
    ]);
    expect((await facts(text)).tests().hooks.map(({ name, path }) => [name, path])).toEqual([
      ['beforeEach', ['Stack']],
    ]);
  });

  it('knows node:test, Playwright and names of one’s own for the runner', async () => {
    const text = `
      import test from 'node:test';
      import { test as pw } from '@playwright/test';
      import * as v from 'vitest';
      test('outer', async (t) => { await t.test('inner', () => {}); t.skip(); });
      pw.describe('page', () => { pw('opens', async () => { await pw.step('not a test', () => {}); }); });
      v.describe.skip('by namespace', () => { v.it('one', () => {}); });
      const it = (x) => x; it('shadowed', () => {});
    `;
    const found = await read(text);
    expect(found.map(tell)).toEqual([
      'test | outer | skip-inside',
      'test | outer > inner',
      'suite | page',
      'test | page > opens',
      'suite | by namespace | skip',
      'test | by namespace > one',
    ]);
    expect(found.at(-1)?.inherited).toEqual(['skip']);
  });

  it.each([
    ['expect(x).toBe(1); expect(y).not.toEqual(2); await expect(z()).rejects.toThrow();', 3, 0],
    ['expect(x); expect.assertions(1);', 0, 0],
    ['expect(true).toBe(true); expect(1 + 1).toBe(2); expect([undefined]).toEqual([undefined]);', 3, 3],
    ['assert(x); assert.equal(a, b); assert.ok(true); fc.assert(p);', 4, 1],
    ['expect(x).to.be.true; x.should.equal(1); chai.expect(x);', 2, 0],
    ['expect.unreachable(); assert.fail("no");', 2, 0],
    ['t.is(a, b); tt.notOk(a); t.plan(1);', 2, 0],
    ['st.equal(a, b); s2t.deepEqual(a, b); st.end();', 2, 0],
    ['expect(a).toEqual(expect.objectContaining({ a }));', 1, 0],
    ['console.log("expect(x).toBe(1)"); // expect(x).toBe(1)', 0, 0],
  ])('counts the assertions of %s', async (body, total, constant) => {
    const [test] = await read(`test('a', async (t) => { ${body}\n });`);
    expect([test?.assertions, test?.constantAssertions]).toEqual([total, constant]);
  });

  it('hashes the body, and all of it', async () => {
    const hashes = async (text: string) => {
      const [test] = await read(text);
      return { body: test?.bodyHash, whole: test?.hash };
    };
    const plain = await hashes("it.each([[1]])('a', () => { expect(f(1)).toBe(2); });");
    expect(await hashes("it.each([[1]])('a', () => {\n  // why\n  expect(f(1)).toBe(2);\n});")).toEqual(plain);
    const title = await hashes("it.each([[1]])('b', () => { expect(f(1)).toBe(2); });");
    expect(title.body).toBe(plain.body);
    expect(title.whole).not.toBe(plain.whole);
    const rows = await hashes("it.each([[2]])('a', () => { expect(f(1)).toBe(2); });");
    expect(rows.body).toBe(plain.body);
    expect(rows.whole).not.toBe(plain.whole);
    const weaker = await hashes("it.each([[1]])('a', () => { expect(f(1)).toBeDefined(); });");
    expect(weaker.body).not.toBe(plain.body);
  });

  it('reports what a test calls, through helpers and set-up values', async () => {
    const [, test] = await read(`
      import { Stack } from './stack.ts';
      let s: Stack;
      beforeEach(() => { s = new Stack(2); });
      const fill = () => s.push(1);
      describe('x', () => { it('fills', () => { fill(); expect(s.size()).toBe(1); }); });
    `);
    const reached = test?.calls.flatMap(({ binding }) => (binding.to === 'import' ? [binding.symbol] : []));
    expect(reached).toEqual(['Stack.size', 'Stack.push']);
  });

  it('takes a function that is passed by its name, and no other value', async () => {
    const [test] = await read("const LIMIT = 5; function body() { expect(x).toBe(1); } it('a', body, LIMIT);");
    expect(test?.assertions).toBe(1);
  });

  it('looks into helpers of the same file, once each', async () => {
    const [test] = await read(`
      import { expectClean } from './helpers.ts';
      function expectRight(x) { if (x) expectRight(x - 1); expect(x).toBe(1); }
      it('a', () => { expectRight(1); expectRight(2); expectClean(); });
    `);
    expect([test?.assertions, test?.helperAssertions]).toEqual([1, 1]);
  });
});

describe('test cases of Python', () => {
  const text = `
import pytest, unittest
from hypothesis import given
from stack import Stack, push

pytestmark = [pytest.mark.slow, pytest.mark.skipif(True, reason="x")]

@pytest.fixture
def stack():
    return Stack(3)

def helper(): push(1)

def test_push(stack):
    stack.push(1)
    helper()
    assert stack.size() == 1
    assert True

@pytest.mark.parametrize("a,b", [(1, 2)])
@pytest.mark.xfail
async def test_table(a, b):
    with pytest.raises(ValueError):
        push(a)

@given(st.integers())
def test_prop(n): assert push(n)

class TestStack:
    def setup_method(self): pass
    def test_in_class(self):
        pytest.skip("later")
        def test_nested(): pass
    def not_a_test(self): pass
    class TestInner:
        def test_deep(self): pass

@unittest.skip("no")
class Old(unittest.TestCase):
    def setUp(self): pass
    def test_old(self):
        self.assertEqual(1, 1)
        self.assertTrue(self.x)

class Helper:
    def test_not_collected(self): pass

if sys.version_info > (3, 9):
    def test_guarded(): pass
`;

  it('finds them by the rules of pytest and unittest', async () => {
    expect((await read(text, 'python')).map(tell)).toEqual([
      'test | test_push',
      'test | test_table | parametrize xfail',
      'test | test_prop | given',
      'suite | TestStack',
      'test | TestStack > test_in_class | skip-inside',
      'suite | TestStack > TestInner',
      'test | TestStack > TestInner > test_deep',
      'suite | Old | skip',
      'test | Old > test_old',
      'test | test_guarded | guarded',
    ]);
    const { hooks } = (await facts(text, 'python')).tests();
    expect(hooks.map(({ name, path }) => [name, path])).toEqual([
      ['stack', []],
      ['setup_method', ['TestStack']],
      ['setUp', ['Old']],
    ]);
  });

  it('counts assertions, marks and calls', async () => {
    const found = new Map((await read(text, 'python')).map((test) => [test.title, test]));
    const counts = ['test_push', 'test_table', 'test_old'].map((name) => {
      const test = found.get(name);
      return [test?.assertions, test?.constantAssertions];
    });
    expect(counts).toEqual([
      [2, 1],
      [1, 0],
      [2, 1],
    ]);
    expect(found.get('test_old')?.inherited).toEqual(['slow', 'skipif', 'skip']);
    const reached = found
      .get('test_push')
      ?.calls.flatMap(({ binding }) => (binding.to === 'import' ? [binding.symbol] : []));
    expect(reached).toEqual(['Stack.push', 'Stack.size', 'push']);
  });

  it.each([
    ['self.assertEqual(1, 1); self.assertTrue("a"); self.assertIsNotNone(1); self.assertNotIn(1, [2])', 4, 4],
    ['self.assertEquals(1, 1); self.assertRegex("a", "a"); self.assertLessEqual(1, 2); self.assert_(True)', 4, 4],
    ['with self.assertParseError("Malformed header"): parse(b"x")', 1, 0],
    ['self.assertRenders("*a*", "<em>a</em>")', 1, 0],
    ['assert False, "not raised"', 1, 0],
    ['assert True; assert 1', 2, 2],
    ['with self.assertLogs("pack", level="INFO"): load()', 1, 0],
  ])('takes only comparisons of constants for assertions of constants: %s', async (body, total, constant) => {
    const all = await read(`class A(TestCase):\n    def test_it(self):\n        ${body}\n`, 'python');
    const found = all.find(({ title }) => title === 'test_it');
    expect([found?.assertions, found?.constantAssertions]).toEqual([total, constant]);
  });
});
