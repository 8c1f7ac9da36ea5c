import type { MutantCopies } from '../mutation/mutant-copies.ts';

/** Copies in which only these test files run: a mutant meets only the tests that reach it. */
export const reachedCopies = (copies: MutantCopies, files: readonly string[]): MutantCopies => ({
  ...copies,
  open: async (count, signal) =>
    (await copies.open(count, signal)).map((copy) => ({
      ...copy,
      run: (options) => copy.run({ ...options, files: options.files ?? files }),
    })),
});
