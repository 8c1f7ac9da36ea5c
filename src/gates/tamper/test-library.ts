import { readFacts } from '#code/facts/facts.ts';
import { grammarOf } from '#code/symbols/languages.ts';

/**
 * The test library that a file takes something from, if it does. Code that is no test has no use for one, unless to
 * help tests or to reach into the runner: either way it counts as what tests stand on.
 */
export async function testLibraryIn(path: string, text: string | null): Promise<string | null> {
  const grammar = grammarOf(path);
  if (text === null || grammar === undefined || !LIBRARY_NAMES.test(text)) return null;
  const read = await readFacts(text, grammar);
  if (!read.ok) return null;
  const found = read.facts.imports.find(({ module, typeOnly }) => !typeOnly && LIBRARY.test(module));
  return found?.module ?? null;
}

const LIBRARY_NAMES =
  /vitest|jest|mocha|chai|sinon|node:test|pytest|unittest|hypothesis|fast-check|nose|tinyspy|expect/;
const LIBRARY =
  /^(vitest|@vitest\/.+|jest|@jest\/.+|jest-.+|mocha|chai|sinon|node:test|expect|tinyspy|fast-check|@fast-check\/.+|_?pytest|unittest|hypothesis|nose2?)([./].*)?$/;
