import type { Finding } from '#contracts/gate.ts';
import type { ChangedCode, ChangedSource } from '../changed-code.ts';
import { isLeftAside } from '../lies-aside.ts';
import { UNMEASURED } from '../part.ts';
import type { CodeLook, KnownVariables } from './look.ts';
import { looksByWords } from './looks-by-words.ts';
import { looksJavascript } from './looks-javascript.ts';

/** A function by its place. */
interface At {
  readonly path: string;
  readonly line: number;
}

export interface RanAndUnasked {
  /** Changed functions that ran in their tests. */
  readonly entered: readonly At[];
  /**
   * Those that tests called and for which not all calls could be repeated outside; functions they call ran only there.
   */
  readonly unasked: readonly At[];
  readonly variables: KnownVariables;
}

/**
 * Changed functions that use something besides their arguments (the process, its callers, the machine, a file of a
 * fixed name) and could not be called outside of their tests: what was observed of them may hold only there. No list of
 * all signs of a test is possible; that a function uses its surroundings at all shows in its text.
 */
export async function surroundings(
  { sources }: Pick<ChangedCode, 'sources'>,
  { entered, unasked, variables }: RanAndUnasked,
): Promise<Finding[]> {
  if (unasked.length === 0) return [];
  const findings: Finding[] = [];
  for (const source of sources.filter((each) => !isLeftAside(each))) {
    const ran = new Set(entered.flatMap(({ path, line }) => (path === source.path ? [line] : [])));
    const looks = (await looksOf(source, variables)).filter((look) => isChangedLook(source, look));
    const [first] = looks.filter(
      ({ within, clock, decides }) =>
        (!clock || decides) && (within.length === 0 ? ran.size > 0 : within.some((line) => ran.has(line))),
    );
    if (first) findings.push(findingOf(source.path, first));
  }
  return findings;
}

export const looksOf = (
  { path, text, language }: ChangedSource,
  variables: KnownVariables,
): Promise<CodeLook[]> | CodeLook[] =>
  /^(javascript|typescript|tsx|jsx)$/.test(language)
    ? looksJavascript(path, text, variables)
    : looksByWords(text, language, variables);

export const isChangedLook = ({ lines }: ChangedSource, { line }: CodeLook): boolean =>
  lines === undefined || lines.some(({ first, last }) => first <= line && last >= line);

const findingOf = (file: string, { line, what }: CodeLook): Finding => ({
  ...{ file, line, severity: 'major', code: UNMEASURED },
  message: `this code depends on the environment (${what}) and could not be called outside its tests, so what it does elsewhere is unknown. Pass in what it needs, or make it a function that takes plain data; a person can waive this`,
});
