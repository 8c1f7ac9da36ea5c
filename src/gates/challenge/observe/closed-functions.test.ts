import { describe, expect, it } from 'vitest';
import { isClosed, remakable } from './closed-functions.ts';

describe('G3 a function that is handed to another can be recreated', () => {
  it.each([
    '(key) => key !== "bar"',
    'function (a, { b, c: d = 1 }, ...rest) { let sum = a + b + d; for (const each of rest) sum += each; return sum; }',
    'async (x) => { try { return JSON.parse(x).name; } catch (error) { return [error].map((e) => e.message); } }',
    '([first], second = first) => Math.max(first, second)',
  ])('where it needs nothing but what it is given: %s', (text) => {
    expect(isClosed(text)).toBe(true);
  });

  it.each([
    '(key) => key !== wanted',
    '() => { count += 1; }',
    'function () { return this.size; }',
    '() => import("./x.js")',
    '(a) => ({ b }).b + a',
    'class { }',
    'first(a) { return a; }',
    '(a = b) => a',
  ])('and not where a name leads out of it: %s', (text) => {
    expect(isClosed(text)).toBe(false);
  });

  it('and takes the whole call along', () => {
    const args = (text: string): string => JSON.stringify(['/foo', { by: { $: 'function', v: text } }]);
    expect(remakable(args('(a) => a'))).toBe(args('(a) => a'));
    expect(remakable(args('() => seen.push(1)'))).toBeNull();
    expect(remakable('["a"]')).toBe('["a"]');
  });
});
