import { inTypeScript } from '../claims.ts';
import type { TddExample } from '../example.ts';
import { typescriptProject } from '../projects.ts';
import { design, impl, tests, trivialFirst } from './claims.ts';

export const TYPES = `/** A stack that holds at most as many items as its capacity says. */
export class BoundedStack {
  constructor(capacity: number) {}
  push(item: number): void {}
  pop(): number | undefined {
    return undefined;
  }
  get size(): number {
    return 0;
  }
}
`;

export const TESTS = `import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedStack } from '../src/stack.ts';

const filled = (items: number[]): BoundedStack => {
  const stack = new BoundedStack(items.length + 1);
  for (const item of items) stack.push(item);
  return stack;
};

describe('BoundedStack', () => {
  it('refuses a capacity below one', () => {
    expect(() => new BoundedStack(0)).toThrow(RangeError);
    expect(new BoundedStack(1).size).toBe(0);
  });
  it('throws when it is full', () => {
    const push = () => {
      const stack = new BoundedStack(1);
      stack.push(1);
      stack.push(2);
    };
    expect(push).toThrow();
  });
  it('starts empty', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 99 }), (capacity) => new BoundedStack(capacity).size === 0));
  });
  it('grows by one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (items, item) => {
        const stack = filled(items);
        stack.push(item);
        expect(stack.size).toBe(items.length + 1);
        expect(() => stack.push(item)).toThrow(RangeError);
        expect(stack.size).toBe(items.length + 1);
      }),
    );
  });
  it('gives back what was pushed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (items) => {
        const stack = filled(items);
        const back = items.map(() => stack.pop());
        expect(back).toEqual(items.toReversed());
        expect(stack.pop()).toBeUndefined();
      }),
    );
  });
  it('counts', () => {
    fc.assert(fc.property(fc.array(fc.integer()), (items) => filled(items).size === items.length));
  });
});
`;

export const IMPL = `/** A stack that holds at most as many items as its capacity says. */
export class BoundedStack {
  readonly #items: number[] = [];
  readonly #capacity: number;

  constructor(capacity: number) {
    if (capacity < 1) throw new RangeError('the capacity is at least 1');
    this.#capacity = capacity;
  }
  push(item: number): void {
    if (this.#items.length >= this.#capacity) throw new RangeError('the stack is full');
    this.#items.push(item);
  }
  pop(): number | undefined {
    return this.#items.pop();
  }
  get size(): number {
    return this.#items.length;
  }
}
`;

const written = { files: { 'test/stack.test.ts': TESTS }, claim: tests(inTypeScript) };

/** Passes on the skeleton, where no function does anything: it would pass whatever anybody wrote. */
const TRIVIAL = `  it('fails with an error if it fails', () => {
    try {
      new BoundedStack(1).push(1);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
  });
});
`;

export const TYPESCRIPT_STACK: TddExample = {
  title: 'a bounded stack in TypeScript',
  files: typescriptProject('stack'),
  types: { files: { 'src/stack.ts': TYPES }, claim: design },
  tests: written,
  impl: { files: { 'src/stack.ts': IMPL }, claim: impl },
  story: trivialFirst(written, { 'test/stack.test.ts': TESTS.replace(/}\);\n$/, TRIVIAL) }),
};
