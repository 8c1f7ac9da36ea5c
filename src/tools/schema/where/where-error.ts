import { AssayError } from '#contracts/errors.ts';
import type { ClauseProblem } from './problem.ts';

/** Everything that is wrong with a clause, under the code of the first problem. */
export function whereError(problems: readonly ClauseProblem[]): AssayError {
  const message = problems
    .map(({ message: said, at }) => (at ? `line ${at.line}, column ${at.column}: ${said}` : said))
    .join('\n');
  const next = [...new Set(problems.flatMap((problem) => problem.next ?? []))].join('\n');
  return new AssayError(problems[0]?.code ?? 'CLAUSE_INVALID', message, next === '' ? {} : { next });
}
