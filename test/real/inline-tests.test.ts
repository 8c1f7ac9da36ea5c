import { expect, it } from 'vitest';
import { withTestsOf } from './inline-tests.ts';

const file = (code: string, tests: string): string =>
  `${code}\n#[cfg(test)]\n#[allow(unused)]\nmod tests {\n    use super::*;\n${tests}}\n`;

it('a file with its test module at its end is taken as it was, with the tests of the commit', () => {
  const before = file('pub fn one() -> i32 { 1 }\n', '    // old\n');
  const after = file('pub fn one() -> i32 { 2 }\n', '    // new\n');
  expect(withTestsOf(before, after)).toBe(file('pub fn one() -> i32 { 1 }\n', '    // new\n'));
});

it('a file that had no tests gets them', () => {
  const after = file('pub fn one() -> i32 { 2 }\n', '    // new\n');
  expect(withTestsOf('pub fn one() -> i32 { 1 }\n', after)).toBe(file('pub fn one() -> i32 { 1 }\n', '    // new\n'));
});

it('code behind the tests cannot be told apart from them', () => {
  expect(withTestsOf('', `${file('', '')}pub fn two() {}\n`)).toBeNull();
  expect(withTestsOf('', 'pub fn two() {}\n')).toBeNull();
});
