import { expect, it } from 'vitest';
import { withTestsOf } from './with-tests-of.ts';

const PATH = 'src/lib.rs';
const CODE = 'pub fn one() -> i32 {\n    1\n}\n';
const NEW_CODE = 'pub fn one() -> i32 {\n    2\n}\n\npub fn two() {}\n';
const tests = (...bodies: string[]): string =>
  `\n#[cfg(test)]\nmod tests {\n    use super::*;\n${bodies.map((body) => `\n    #[test]\n    fn ${body}() {}\n`).join('')}}\n`;

it('a file keeps its code and takes the tests of the other version', () => {
  expect(withTestsOf(PATH, CODE + tests('a'), NEW_CODE + tests('a', 'b'))).toBe(CODE + tests('a', 'b'));
});

it('a file without tests gets them at its end', () => {
  expect(withTestsOf(PATH, CODE, NEW_CODE + tests('a'))).toBe(CODE + tests('a'));
});

it('code behind the tests stays behind them', () => {
  const behind = '\npub fn last() {}\n';
  expect(withTestsOf(PATH, CODE + tests('a') + behind, NEW_CODE + tests('b') + behind)).toBe(
    CODE + tests('b') + behind,
  );
});

it('each region replaces its earlier version', () => {
  const inside = (test: string, result: number): string =>
    `mod inner {\n    pub fn one() -> i32 { ${result} }\n${test}}\n`;
  const first = '    #[test]\n    fn first() { assert!(true) }\n';
  const second = '    #[test]\n    fn second() { assert!(true) }\n';
  const before = inside(first, 1) + CODE + tests('a');
  const after = inside(`${first}\n${second}`, 2) + NEW_CODE + tests('a', 'b');
  expect(withTestsOf(PATH, before, after)).toBe(inside(`${first}\n${second}`, 1) + CODE + tests('a', 'b'));
});

it('a new region before the first existing one is put before it', () => {
  const use = '#[cfg(test)]\nuse std::fmt;';
  expect(withTestsOf(PATH, CODE + tests('a'), `${use}\n${NEW_CODE}${tests('a')}`)).toBe(
    `${CODE}\n${use}\n${tests('a')}`,
  );
});

it('a version without tests, or another language, gives none', () => {
  expect(withTestsOf(PATH, CODE + tests('a'), NEW_CODE)).toBeNull();
  expect(withTestsOf('src/lib.go', CODE, NEW_CODE + tests('a'))).toBeNull();
});
