import { implClaim, type SampleProject, STACK_SPEC, stackDesign, testClaim } from './project.ts';

const NAMES = {
  class: 'BoundedStack',
  push: 'BoundedStack.push',
  pop: 'BoundedStack.pop',
  size: 'BoundedStack.size',
};

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

const { class: made, push, pop, size } = NAMES;

export const TYPESCRIPT_STACK: SampleProject = {
  files: {
    'package.json': `${JSON.stringify({ name: 'sample', type: 'module', devDependencies: { vitest: '*', 'fast-check': '*' } })}\n`,
    'tsconfig.json': `${JSON.stringify({
      compilerOptions: {
        ...{ strict: true, noEmit: true, target: 'es2023', module: 'nodenext', skipLibCheck: true, types: [] },
        allowImportingTsExtensions: true,
      },
      include: ['src'],
    })}\n`,
    'src/version.ts': "export const VERSION = '1';\n",
    'test/version.test.ts':
      "import { expect, it } from 'vitest';\nimport { VERSION } from '../src/version.ts';\n\nit('has a version', () => expect(VERSION).toBe('1'));\n",
    '.gitignore': 'node_modules\n',
  },
  spec: { ...STACK_SPEC, implPath: 'src/stack.ts', testPath: 'test/stack.test.ts' },
  types: { files: { 'src/stack.ts': TYPES }, claim: stackDesign(NAMES) },
  tests: {
    files: { 'test/stack.test.ts': TESTS },
    claim: {
      tests: [
        testClaim('refuses a capacity below one', 'example', [made], { examples: [{ function: made, example: 0 }] }),
        testClaim('throws when it is full', 'example', [push], { examples: [{ function: push, example: 0 }] }),
        testClaim('starts empty', 'property', [made, size], { sketches: ['starts-empty'] }),
        testClaim('grows by one', 'property', [push, size], { sketches: ['push-grows'] }),
        testClaim('gives back what was pushed', 'property', [push, pop], {
          sketches: ['push-pop-inverse'],
          examples: [{ function: pop, example: 0 }],
        }),
        testClaim('counts', 'property', [size, push], {
          sketches: ['size-counts'],
          examples: [{ function: size, example: 0 }],
        }),
      ],
      strategy: 'each sketch as a property, each edge as an example',
      brief: 'properties of the bounded stack',
    },
  },
  impl: { files: { 'src/stack.ts': IMPL }, claim: implClaim([made, push, pop, size], 'the bounded stack') },
};
