import type { MutantCopies, MutantCopy } from './mutant-copies.ts';

/**
 * Copies in which some tests do not count, by their ids from the unit's folder: those that fail without any mutant, on
 * main too. They still run, so the runner may not stop at the first failure.
 */
export function withoutKnownRed(copies: MutantCopies, ids: ReadonlySet<string>): MutantCopies {
  const without = (copy: MutantCopy): MutantCopy => ({
    ...copy,
    run: async (options) => {
      const evidence = await copy.run({ ...options, bail: false });
      return { ...evidence, tests: evidence.tests.filter(({ id }) => !ids.has(id)) };
    },
  });
  return { ...copies, open: async (count, signal) => (await copies.open(count, signal)).map(without) };
}
