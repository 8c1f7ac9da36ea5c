import { readFacts } from '#code/facts/facts.ts';
import { grammarOf } from '#code/symbols/languages.ts';
import { isRunnerModule, KNOWN_RUNNERS } from '#project/test-runners/known-runners.ts';

/**
 * The test library that a file imports, if any. Code outside the tests needs one only to help tests or to reach into the
 * runner. Either way it counts as test support.
 */
export async function testLibraryIn(path: string, text: string | null): Promise<string | null> {
  const grammar = grammarOf(path);
  if (text === null || grammar === undefined || !LIBRARY_NAMES.test(text)) return null;
  const read = await readFacts(text, grammar);
  if (!read.ok) return null;
  const found = read.facts.imports.find(
    ({ module, typeOnly }) => !typeOnly && (isRunnerModule(module) || LIBRARY.test(module)),
  );
  return found?.module ?? null;
}

/** In addition to the modules of the runners themselves. */
const LIBRARY = /^(chai|sinon|expect|fast-check|@fast-check\/.+|hypothesis)([./].*)?$/;
/** Without one of these words parsing is unnecessary. */
const LIBRARY_NAMES = new RegExp(
  `(?<![A-Za-z])(${KNOWN_RUNNERS.flatMap(({ modules, runner }) => (modules ? [runner.replace(/ .*/, '')] : [])).join('|')}|tinyspy|chai|sinon|expect|fast-check|hypothesis)`,
);
