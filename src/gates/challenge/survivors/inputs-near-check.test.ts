import { describe, expect, it } from 'vitest';
import { inputsNearCheck } from './inputs-near-check.ts';

describe('inputs on both sides of a check', () => {
  it('have the check’s numbers in place of the tested ones, a little above and below', () => {
    const inputs = inputsNearCheck([[1000, 10]], 'if (price > 1_000_000) throw new RangeError();');
    expect(inputs).toContainEqual([1_000_001, 10]);
    expect(inputs).toContainEqual([1_000_000, 10]);
    expect(inputs).not.toContainEqual([1000, 10]);
  });

  it('have texts with and without the literal of the check', () => {
    const inputs = inputsNearCheck([['/path?a=1']], 'if (!input.includes("?")) return input;');
    expect(inputs).toContainEqual(['/patha=1']);
    expect(inputs).toContainEqual(['?']);
  });

  it('reach into objects and lists', () => {
    const inputs = inputsNearCheck([[{ size: 3, tags: ['a'] }]], "if (size === 99 || tags[0] === 'x') return");
    expect(inputs).toContainEqual([{ size: 99, tags: ['a'] }]);
    expect(inputs).toContainEqual([{ size: 3, tags: [] }]);
  });
});
