import { escapePattern } from '#contracts/text.ts';
/** Tests as they are written, for a command that names some of them. */
export interface KnownTests {
  readonly file: string;
  /** Suites and title of each; null where the file's language is not understood. */
  readonly tests: readonly (readonly string[])[] | null;
}

/** Why the words of a command make its runner run no test; null where some are left. */
export function selectsNothing(words: readonly string[], files: readonly KnownTests[]): string | null {
  const idle = words.find((word) => RUNS_NOTHING.test(word));
  if (idle !== undefined) return `${idle} makes the runner run no test, or pass without one`;
  const paths = words.filter((word, at) => LOOKS_LIKE_PATH.test(word) && !takesValue(words[at - 1]));
  const chosen =
    paths.length === 0
      ? files
      : files.filter(({ file }) => paths.some((path) => file.includes(plainPath(path)) || isWhole(path)));
  if (paths.length > 0 && chosen.length === 0) return `no test file matches ${paths.join(' ')}`;
  const full = chosen.filter(({ tests }) => tests === null || tests.length > 0);
  if (paths.length > 0 && full.length === 0) return `there is no test in ${chosen.map(({ file }) => file).join(', ')}`;
  const names = namesIn(words);
  const left = full.some(({ tests, file }) => tests === null || tests.some((path) => isNamed(names, file, path)));
  return names.length === 0 || left
    ? null
    : `no test is called ${names.map((name) => JSON.stringify(name)).join(', ')}`;
}

const RUNS_NOTHING =
  /^(--collect-only|--co|--passWithNoTests(=true)?|--pass-with-no-tests|--list|--listTests|--list-tests|list|--dry-run|--setup-plan|--fixtures|--markers|--no-run|--help|-h|--version|--showConfig|--setup-only)$/;

const LOOKS_LIKE_PATH = /^(?!-).*(\/|\.[cm]?[jt]sx?$|\.py(::.*)?$)/;
/** `.`, `./...`, and a package by its import path, which only its runner could find. */
const isWhole = (path: string): boolean => /^\.?$/.test(plainPath(path)) || /^[\w-]+\.[a-z]{2,}\//.test(path);
const plainPath = (path: string): string =>
  path
    .replace(/^\.\//, '')
    .replace(/::.*$/, '')
    .replace(/(^|\/)\.\.\.$/, '')
    .replace(/\/?(\*\*?.*)?$/, '');

const NAME_OPTION = /^(-t|-k|-g|--grep|--testNamePattern|--test-name-pattern)(?:=(.*))?$/s;
const takesValue = (word: string | undefined): boolean => word !== undefined && NAME_OPTION.test(word);

/** Values of the options that select tests by name. */
function namesIn(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const [, option, joined] = NAME_OPTION.exec(word) ?? [];
    const value = joined ?? words[at + 1];
    return option === undefined || value === undefined ? [] : [value];
  });
}

/** As a pattern, as plain text, or (pytest's `a and not b`) by any of its words. */
function isNamed(names: readonly string[], file: string, path: readonly string[]): boolean {
  const texts = [path.join(' '), path.join(' > '), [file, ...path].join(' ')];
  return names.some((name) => {
    const words = name.split(/\s+(?:and|or)\s+|[()]/).filter((word) => word.trim() !== '' && !/^\s*not\b/.test(word));
    const wanted = [pattern(name), ...words.map((word) => new RegExp(escapePattern(word.trim()), 'i'))];
    return words.length === 0 || wanted.some((each) => texts.some((text) => each.test(text)));
  });
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch {
    return new RegExp(escapePattern(text), 'i');
  }
}
