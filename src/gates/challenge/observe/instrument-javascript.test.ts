import { describe, expect, it } from 'vitest';
import { instrumentJavascript } from './instrument-javascript.ts';

const linesOf = (text: string, tests: number[]): number[] => {
  const made = instrumentJavascript({ path: 'a.test.js', text, recorder: '/r.cjs', key: 'k', tests });
  expect(made?.text.split('\n')).toHaveLength(text.split('\n').length);
  return [...(made?.tests.values() ?? [])];
};

describe('bodies of tests', () => {
  it('are told of once, not with what stands in the same line', () => {
    const text =
      "it('a', () => expect(() => boom()).toThrow());\ndescribe('s', () => { it('b', () => { run(() => 1); }); });\n";
    expect(linesOf(text, [1, 2])).toEqual([1, 2]);
  });
});
