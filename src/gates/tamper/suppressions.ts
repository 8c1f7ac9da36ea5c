import { posix } from 'node:path';
import type { DiffFile } from '#contracts/workspace.ts';

/**
 * Comments on added lines that switch a check off. Not counted: one that was on a removed line already; one for style
 * rules only, which cannot hide a defect, if it covers one line or is in a test file; and one that takes a line out of
 * coverage that cannot be tested.
 */
export function suppressionsIn(file: DiffFile, isTest = false): { line: number; text: string }[] {
  if (/^\.(md|mdx|rst|txt|adoc|snap)$/.test(posix.extname(file.path))) return [];
  const had = file.hunks.flatMap(({ lines }) => lines.flatMap((line) => (line.startsWith('-') ? markIn(line) : [])));
  const isNew = (line: string): boolean =>
    markIn(line).some((mark) => {
      const at = had.indexOf(mark);
      if (at >= 0) had.splice(at, 1);
      return at < 0;
    });
  return file.hunks.flatMap(({ newStart, lines }) => {
    let at = newStart - 1;
    return lines.flatMap((line) => {
      if (!line.startsWith('-') && !line.startsWith('\\')) at++;
      const counts = line.startsWith('+') && SUPPRESSION.test(line) && !(isTest && EXPECTS.test(line));
      const silences = counts && !isStyle(line, isTest) && !UNTESTABLE.test(line) && isNew(line);
      return silences ? [{ line: at, text: line.slice(1).trim() }] : [];
    });
  });
}

const markIn = (line: string): string[] => {
  const found = SUPPRESSION.exec(line);
  return found ? [line.slice(line.indexOf(found[2] ?? '', found.index)).trim()] : [];
};

/** `eslint-disable-next-line prefer-const`, `noqa: E501`: it names its rules, and they are about style only. */
function isStyle(line: string, isTest: boolean): boolean {
  const [, range, eslint] = /eslint-disable((?:-next)?-line)?\s+([^*\n]+?)\s*(?:--.*)?(?:\*\/.*)?$/.exec(line) ?? [];
  if (eslint !== undefined && (range !== undefined || isTest))
    return eslint.split(/\s*,\s*/).every((rule) => ESLINT_STYLE.test(rule) || TYPESCRIPT_STYLE.test(rule));
  const [, named] =
    /(?:#\s*pylint:\s*disable\s*=|\/\/\s*nolint:)\s*([\w-]+(?:\s*,\s*[\w-]+)*)\s*(?:(?:#|\/\/).*)?$/.exec(line) ?? [];
  if (named !== undefined)
    return (isTest && line.includes('pylint')) || named.split(/\s*,\s*/).every((rule) => LINTER_STYLE.test(rule));
  const [, python] = /#\s*noqa:\s*([A-Z]+\d*(?:[,\s]+[A-Z]+\d+)*)\s*$/.exec(line) ?? [];
  return python?.split(/[,\s]+/).every((rule) => PYTHON_STYLE.test(rule)) === true;
}

const ESLINT_STYLE =
  /^(prefer-(const|template|rest-params|spread|destructuring|arrow-callback|object-spread|exponentiation-operator|named-capture-group|numeric-literals|regex-literals)|max-(len|lines|params|depth|statements|nested-callbacks|lines-per-function|classes-per-file)|complexity|camelcase|curly|quotes|semi|indent|no-(var|plusplus|continue|await-in-loop|bitwise|ternary|nested-ternary|underscore-dangle|magic-numbers|multi-spaces|mixed-operators|else-return|console|lonely-if|multi-assign|inline-comments|warning-comments|use-before-define|param-reassign)|one-var|func-(names|style)|object-shorthand|arrow-body-style|sort-(imports|keys|vars)|id-length|new-cap|vars-on-top|unicorn\/[\w-]+|@stylistic\/[\w-]+|prettier\/prettier|import\/(order|first|newline-after-import|prefer-default-export))$/;

/** Of pylint and golangci-lint: size, names, comments, layout; how a module is set up. */
const LINTER_STYLE =
  /^(too-(many|few)-[\w-]+|invalid-name|missing-[\w-]*docstring|line-too-long|fixme|import-outside-toplevel|(wrong|ungrouped)-import[\w-]*|no-else-[\w-]+|protected-access|global-(statement|variable-not-assigned)|consider-using-[\w-]+|duplicate-code|lll|fun?len|gocyclo|gocognit|cyclop|dupl|goconst|mnd|gomnd|nestif|stylecheck|godot|wsl|nlreturn|varnamelen|maintidx|gochecknoglobals|gochecknoinits)$/;

const TYPESCRIPT_STYLE =
  /^@typescript-eslint\/(no-(namespace|use-before-define)|naming-convention|member-ordering|array-type|consistent-type-(imports|exports|definitions)|prefer-(function-type|for-of|readonly))$/;

/**
 * Layout, names, docstrings, complexity, quotes and order of imports; not the checks of pyflakes, bandit and bugbear.
 */
const PYTHON_STYLE = /^(E[1-5]\d*|W[1-6]\d*|N\d+|D\d+|C90\d|I\d+|Q\d+|COM\d+|ISC\d+|PLR09\d+|SIM\d+|B950)$/;

/**
 * Abstract methods, code for type checkers, and code for another version, system or package than the machine has: the
 * manual of coverage.py itself leaves these out.
 */
const UNTESTABLE =
  /^\+\s*(except \(?((ModuleNotFound|Import)Error(, )?)+\)?( as \w+)?:|if (not )?sys\.(version_info|platform|implementation\.name)( *(<|>|==|!=|>=|<=) *(\([\d, ]+\)|["']\w+["']))?:|if __name__ == ["']__main__["']:|(\w+\.)?assert_never\(\w+\)|raise NotImplementedError(\([^()]*\))?|if (\w+\.)?TYPE_CHECKING:|@(\w+\.)?(overload|abstract(method|property))|\.\.\.)\s*#\s*pragma:\s*no\s*cover\s*$/;

/**
 * A test may pass values that the types forbid: on one line, that hides nothing in delivered code. A coverage exclusion
 * in a test does not either, such as one for a function that is inspected and never called.
 */
const EXPECTS =
  /pragma:\s*no\s*(cover|branch)|(istanbul|c8|v8) ignore|@ts-expect-error\b|@ts-ignore\b|eslint-disable(-next)?-line\b|#\s*type:\s*ignore\b|pyright:\s*ignore\b|#\s*noqa\b(?!.*flake8)/;

const SUPPRESSION =
  /(\/\/|\/\*|#|<!--|\{\/\*).*(?<![\w-])(eslint-disable|@ts-ignore|@ts-nocheck|@ts-expect-error|biome-ignore|oxlint-disable|prettier-ignore|istanbul ignore|c8 ignore|v8 ignore|node:coverage|stryker disable|noqa|type:\s*ignore|pyright:\s*(ignore|basic)|mypy:\s*ignore-errors|ruff:\s*noqa|pylint:\s*disable|pragma:\s*no\s*(cover|mutate|branch)|fmt:\s*(off|skip)|nosec|nolint|NOSONAR|NOPMD|noinspection|rubocop:\s*disable|@phpstan-ignore|@psalm-suppress|phpcs:\s*(ignore|disable)|@codeCoverageIgnore|@infection-ignore|CHECKSTYLE:\s*OFF)/i;
