import { type Expr, type Node, type ParserOptions, type Program, parse } from 'sql-parser-cst';
import { type ClausePlace, type ClauseProblem, placeOf } from './problem.ts';

export type ParsedClause =
  | { readonly ok: true; readonly expr: Expr; readonly offset: number }
  | { readonly ok: false; readonly problem: ClauseProblem };

/** On a line of its own, so that the parser's positions are those of the clause. */
const BEFORE = 'SELECT 1 FROM t WHERE\n';
const LONGEST = 10_000;

/** A clause as a tree, when it is one expression and nothing more. */
export function parseClause(clause: string): ParsedClause {
  if (clause.trim() === '')
    return refuse('CLAUSE_INVALID', 'The clause is empty.', "Write a condition, such as name = 'x'.");
  if (clause.length > LONGEST) return refuse('CLAUSE_REFUSED', `The clause has more than ${LONGEST} characters.`, null);
  const control = clause.search(CONTROLS);
  if (control >= 0) {
    return refuse('CLAUSE_REFUSED', 'The clause holds a control character.', 'Take it out.', placeOf(clause, control));
  }
  try {
    return expressionOf(parse(BEFORE + clause, OPTIONS), clause);
  } catch (thrown) {
    return { ok: false, problem: syntaxProblem(thrown) };
  }
}

// SQLite stops reading at a NUL; the other control characters do not belong in a clause either.
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it is about
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const FILE = 'clause';

const OPTIONS: ParserOptions = {
  dialect: 'sqlite',
  includeRange: true,
  filename: FILE,
  // Read, so that they can be refused by name.
  paramTypes: ['?', '?nr', ':name', '@name', '$name'],
};

function expressionOf({ statements }: Program, clause: string): ParsedClause {
  const [first, ...more] = statements;
  const next = 'Give only the condition: what comes after WHERE, without a semicolon.';
  if (more.length > 0) {
    const semicolon = placeOf(clause, (first?.range?.[1] ?? 0) - BEFORE.length);
    return refuse('CLAUSE_REFUSED', 'A semicolon ends the clause: only one condition is run.', next, semicolon);
  }
  if (first?.type !== 'select_stmt') return refuse('CLAUSE_REFUSED', 'This is more than a condition.', next);
  const [, , where, further] = first.clauses;
  if (further) {
    const place = placeOf(clause, (further.range?.[0] ?? 0) - BEFORE.length);
    return refuse('CLAUSE_REFUSED', `A ${wordsFor(further)} is not allowed in a condition.`, next, place);
  }
  if (where?.type !== 'where_clause') return refuse('CLAUSE_REFUSED', 'This is more than a condition.', next);
  return { ok: true, expr: where.expr, offset: BEFORE.length };
}

const wordsFor = ({ type }: Node): string =>
  type
    .replace(/_clause$/, '')
    .replaceAll('_', ' ')
    .toUpperCase();

function syntaxProblem(thrown: unknown): ClauseProblem {
  if (thrown instanceof RangeError) {
    return {
      code: 'CLAUSE_REFUSED',
      message: 'The clause is nested too deeply.',
      next: 'Write it in fewer levels.',
      at: null,
    };
  }
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  const [first = ''] = said.split('\n', 1);
  const message = first.startsWith('Syntax Error: ')
    ? first.slice('Syntax Error: '.length)
    : 'it cannot be read as SQL';
  return { code: 'CLAUSE_INVALID', message: `Syntax error: ${message}.`, next: null, at: positionIn(said) };
}

/** The parser tells the position in its message only: ` --> clause:LINE:COLUMN`. */
function positionIn(message: string): ClausePlace | null {
  const found = new RegExp(`^--> ${FILE}:(\\d+):(\\d+)$`, 'm').exec(message);
  return found ? { line: Math.max(1, Number(found[1]) - 1), column: Number(found[2]) } : null;
}

function refuse(
  code: ClauseProblem['code'],
  message: string,
  next: string | null,
  at: ClausePlace | null = null,
): ParsedClause {
  return { ok: false, problem: { code, message, next, at } };
}
