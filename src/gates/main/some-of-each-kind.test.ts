import { describe, expect, it } from 'vitest';
import { someOfEachKind } from './some-of-each-kind.ts';

const runner = (root: string, name = 'vitest', setup?: string) => ({
  ...{ root, runner: name, isTestFile: () => true },
  ...(setup === undefined ? {} : { setup }),
});
const rootsOf = (runners: readonly { root: string }[]) => runners.map(({ root }) => root);

describe('G10.28 what init tries of a monorepo', () => {
  it('is everything, where that is little', () => {
    const few = ['a', 'b', 'c'].map((root) => runner(root));
    expect(someOfEachKind(few)).toEqual({ first: few, rest: [] });
  });

  it('is one of each kind and at least three, packages first; the rest follow', () => {
    const many = [
      runner('examples/a', 'jest'),
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => runner(`packages/${name}`)),
      runner('packages/g', 'vitest', 'npm run build'),
    ];
    const { first, rest } = someOfEachKind(many);
    expect(rootsOf(first)).toEqual(['packages/a', 'packages/g', 'examples/a']);
    expect(rootsOf(rest)).toEqual(['b', 'c', 'd', 'e', 'f'].map((name) => `packages/${name}`));
    expect(rootsOf(someOfEachKind(many.slice(1, 7).concat(runner('packages/h'))).first)).toEqual(
      ['a', 'b', 'c'].map((name) => `packages/${name}`),
    );
  });
});
