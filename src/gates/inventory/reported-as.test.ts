import { describe, expect, it } from 'vitest';
import { isReportedAs } from './reported-as.ts';
import { testRegion } from './test-regions.ts';

describe('G3.1 where a reported test may be written', () => {
  it.each([
    ['vitest', 'test/a.test.ts', 'test/a.test.ts', true],
    ['vitest', 'test/a.test.ts', 'other/a.test.ts', false],
    ['node:test', 'dist-node/test/v1.test.js', 'src/test/v1.test.ts', true],
    ['go test', '.', 'mux_test.go', true],
    ['go test', 'a', 'mux_test.go', false],
    ['go test', 'a/b', 'a/b/c_test.go', true],
    ['cargo test', 'tests/a.rs', 'tests/a/rows.rs', true],
    ['cargo test', 'tests/all/main.rs', 'tests/all/rows.rs', true],
    ['cargo test', 'tests/a.rs', 'tests/b.rs', false],
    ['cargo test', 'src/lib.rs', 'src/parse/token.rs', true],
    ['cargo test', 'doc-tests of x', 'src/lib.rs', true],
  ])('%s: %s in %s: %s', (runner, told, path, is) => {
    expect(isReportedAs({ runner }, told, path)).toBe(is);
  });
});

describe('G3.1 tests in source files', () => {
  const code = "pub fn a() -> char { '{' }\n";
  const tests = "#[cfg(test)]\nmod tests {\n    // }\n    #[test]\n    fn a() { assert_eq!(super::a(), '}'); }\n}\n";
  it('are distinguished from the code', () => {
    expect(testRegion('src/lib.rs', code)).toBe(null);
    expect(testRegion('src/lib.rs', code + tests)).toBe(tests.trimEnd());
    expect(testRegion('src/lib.rs', `${code}${tests}pub fn b() {}\n`)).toBe(tests.trimEnd());
    expect(testRegion('src/lib.rs', code + tests.replace('    #[test]', '    #[ignore]\n    #[test]'))).not.toBe(
      testRegion('src/lib.rs', code + tests),
    );
    expect(testRegion('a.py', '#[cfg(test)]')).toBe(null);
  });
});
