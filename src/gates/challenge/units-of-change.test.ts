import { describe, expect, it } from 'vitest';
import { byUnit } from './units-of-change.ts';

type Code = Parameters<typeof byUnit>[0][number];

/** The change as one runner sees it: every changed source, and the runner's own tests that it touches. */
const code = (root: string, tests: number, paths: readonly string[]): Code => ({
  runner: { runner: 'jest', root, isTestFile: () => false },
  sources: paths.map((path) => ({ path, language: 'typescript', text: '', functions: [] })),
  tests: Array.from({ length: tests }, () => ({}) as Code['tests'][number]),
});

const shares = (codes: readonly Code[]): Record<string, string[]> =>
  Object.fromEntries(byUnit(codes).map(({ runner, sources }) => [runner.root, sources.map(({ path }) => path)]));

describe('G10.3 a changed source is checked', () => {
  const own = ['src/v6.ts'];

  it('by the runners of its unit, not by those of an example below', () => {
    expect(shares([code('.', 1, own), code('examples/jest', 0, own), code('examples/ts', 0, own)])).toEqual({
      '.': own,
      'examples/jest': [],
      'examples/ts': [],
    });
  });

  it('by the innermost unit that has tests, and by no other', () => {
    const both = ['packages/a/index.ts', 'packages/b/index.ts'];
    expect(shares([code('packages/a', 1, both), code('packages/b', 1, both), code('.', 0, both)])).toEqual({
      'packages/a': ['packages/a/index.ts'],
      'packages/b': ['packages/b/index.ts'],
      '.': [],
    });
  });

  it('by the unit whose tests the change touches, if it does not touch those of its own unit', () => {
    const a = ['packages/a/index.ts'];
    expect(shares([code('packages/a', 0, a), code('packages/b', 1, a)])).toEqual({ 'packages/a': a, 'packages/b': a });
  });

  it('by all runners, if it is in no unit', () => {
    expect(shares([code('web', 0, own), code('api', 0, own)])).toEqual({ web: own, api: own });
  });
});
