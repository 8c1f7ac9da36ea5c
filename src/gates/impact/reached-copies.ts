import type { MutantCopies } from '../mutation/mutant-copies.ts';

/** Copies in which only these test files run: a mutant meets the tests that reach it, and no others. */
export const reachedCopies = (copies: MutantCopies, files: readonly string[]): MutantCopies => ({
  ...copies,
  open: async (count, signal) =>
    (await copies.open(count, signal)).map((copy) => ({
      ...copy,
      run: (options) => copy.run({ ...options, files: options.files ?? files }),
    })),
});
