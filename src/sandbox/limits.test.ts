import { describe, expect, it } from 'vitest';
import { DEFAULT_SANDBOX_LIMITS, overLimit } from './limits.ts';

const limits = { ...DEFAULT_SANDBOX_LIMITS, processes: 10, memoryBytes: 1000 };
const never = (): number => {
  throw new Error('not to be asked');
};

describe('overLimit', () => {
  it('nothing is over before it is seen, or at the limit', () => {
    expect(overLimit(limits, null, never)).toBeNull();
    expect(overLimit(limits, { tasks: 10, memoryBytes: 1000 }, never)).toBeNull();
  });
  it('counts processes first', () => {
    expect(overLimit(limits, { tasks: 11, memoryBytes: 0 }, never)).toBe('processes');
  });
  it('asks the exact number before it ends a tree for its memory', () => {
    expect(overLimit(limits, { tasks: 1, memoryBytes: 4000 }, () => 900)).toBeNull();
    expect(overLimit(limits, { tasks: 1, memoryBytes: 4000 }, () => 1001)).toBe('memory');
  });
});
