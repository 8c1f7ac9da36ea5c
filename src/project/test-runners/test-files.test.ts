import { describe, expect, it } from 'vitest';
import { goTest } from './go-test.ts';
import { nodeTest } from './node-test.ts';
import { pytest } from './pytest.ts';
import { testFiles, touchedTests } from './test-files.ts';
import { vitest } from './vitest.ts';

const files = [
  'src/cart.ts',
  'src/cart.test.ts',
  'src/pay/cart.ts',
  'src/pay/cart.test.ts',
  'test/total.spec.ts',
  'src/total.tsx',
];

describe('test files', () => {
  it('are known by the runner’s convention', () => {
    expect(testFiles(vitest, files)).toEqual(['src/cart.test.ts', 'src/pay/cart.test.ts', 'test/total.spec.ts']);
    expect(testFiles(nodeTest, ['test/a.js', 'b-test.mjs', 'b.js', 'latest.js', 'types.d.ts'])).toEqual([
      'test/a.js',
      'b-test.mjs',
    ]);
    expect(testFiles(pytest, ['test_a.py', 'b_test.py', 'c.py', 'latest.py'])).toEqual(['test_a.py', 'b_test.py']);
  });

  it('or by the project’s own patterns', () => {
    expect(testFiles(vitest, [...files, 'checks/a.ts'], { include: ['checks/**/*.ts'] })).toEqual(['checks/a.ts']);
    expect(testFiles(vitest, files, { exclude: ['src/pay/**'] })).not.toContain('src/pay/cart.test.ts');
  });
});

describe('a change touches', () => {
  it.each([
    [['src/cart.ts'], ['src/cart.test.ts']],
    [['src/pay/cart.ts'], ['src/pay/cart.test.ts']],
    [['src/total.tsx'], ['test/total.spec.ts']],
    [['src/cart.test.ts', 'src/cart.ts'], ['src/cart.test.ts']],
    [['README.md'], []],
  ])('%j → %j', (changed, expected) => {
    expect(touchedTests(vitest, changed, files)).toEqual({ type: 'files', files: expected });
  });

  it('every test of the package, in Go', () => {
    const go = ['a/x.go', 'a/x_test.go', 'a/y_test.go', 'b/x_test.go'];
    expect(touchedTests(goTest, ['a/x.go'], go)).toEqual({ type: 'files', files: ['a/x_test.go', 'a/y_test.go'] });
  });

  it('are all of them if the change affects something they all depend on', () => {
    for (const path of [
      'package.json',
      'package-lock.json',
      'vitest.config.ts',
      'tests/conftest.py',
      'pnpm-lock.yaml',
    ]) {
      expect(touchedTests(vitest, ['src/cart.ts', path], files)).toEqual({ type: 'all', because: path });
    }
  });
});
