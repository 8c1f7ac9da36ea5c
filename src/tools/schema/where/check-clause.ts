import type { Node } from 'sql-parser-cst';
import { nearestNames } from '#host/nearest-names.ts';
import { quoteName, writeName } from '../literal.ts';
import type { ShapeField, Table } from '../shape.ts';
import { foldCase } from '../sources/records.ts';
import { checkExpr } from './check-expr.ts';
import type { ExprType } from './expr-type.ts';
import { parseClause } from './parse-clause.ts';
import { type ClauseProblem, placeOf } from './problem.ts';
import type { ClauseScope, Range } from './scope.ts';

export type CheckedClause =
  /** `where` is the clause with the names of nested fields quoted, as SQLite needs them. */
  | { readonly ok: true; readonly where: string; readonly fields: readonly string[] }
  | { readonly ok: false; readonly problems: readonly ClauseProblem[] };

const MOST_PROBLEMS = 10;

/** Whether a clause can be run on a table, told without running it. */
export function checkClause(clause: string, table: Table): CheckedClause {
  try {
    const parsed = parseClause(clause);
    if (!parsed.ok) return { ok: false, problems: [withQuoteHint(parsed.problem, clause, table)] };
    const scope = new TableScope(clause, table, parsed.offset);
    scope.check(parsed.expr, 'condition');
    if (scope.problems.length > 0) return { ok: false, problems: scope.problems.slice(0, MOST_PROBLEMS) };
    return { ok: true, where: scope.rewritten(), fields: [...scope.used] };
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    const problem = { message: 'The clause is nested too deeply.', next: 'Write it in fewer levels.', at: null };
    return { ok: false, problems: [{ code: 'CLAUSE_REFUSED', ...problem }] };
  }
}

/** A field that is called like a keyword is the likeliest reason for a syntax error at its name. */
function withQuoteHint(problem: ClauseProblem, clause: string, table: Table): ClauseProblem {
  if (problem.code !== 'CLAUSE_INVALID' || problem.at === null) return problem;
  const words = new Set(clause.match(/[A-Za-z_]\w*/g)?.map(foldCase));
  const named = table.fields.filter(({ name }) => words.has(foldCase(name)) && writeName(name) !== name);
  if (named.length === 0) return problem;
  return { ...problem, next: `Write ${named.map(({ name }) => quoteName(name)).join(', ')} with the quotes.` };
}

interface Rewrite {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

class TableScope implements ClauseScope {
  readonly problems: ClauseProblem[] = [];
  readonly used = new Set<string>();
  readonly #clause: string;
  readonly #table: Table;
  readonly #offset: number;
  readonly #fields: ReadonlyMap<string, ShapeField>;
  readonly #rewrites: Rewrite[] = [];

  constructor(clause: string, table: Table, offset: number) {
    this.#clause = clause;
    this.#table = table;
    this.#offset = offset;
    // The first of two that differ in case only is the one that has a column.
    const inReverse = table.fields.toReversed().sort((left, right) => Number(left.queryable) - Number(right.queryable));
    this.#fields = new Map(inReverse.map((field) => [foldCase(field.name), field]));
  }

  check(expr: Node, as: 'value' | 'condition' = 'value'): ExprType {
    return checkExpr(expr, this, as);
  }

  field(parts: readonly string[], range: Range, quoted: boolean): ShapeField | null {
    const found = this.#find(parts);
    const [from, to] = this.#place(range);
    if (!found) return this.#unknown(parts, from, quoted);
    if (!found.queryable) {
      this.report('CLAUSE_REFUSED', `${found.name} cannot be asked for: ${found.note}.`, null, range);
      return null;
    }
    this.used.add(found.name);
    if (this.#table.kind === 'records') this.#rewrites.push({ from, to, text: writeName(found.name) });
    return found;
  }

  report(code: ClauseProblem['code'], message: string, next: string | null, range?: Range): void {
    const at = range ? placeOf(this.#clause, range[0] - this.#offset) : null;
    this.problems.push({ code, message, next, at });
  }

  textOf(range: Range): string {
    const [from, to] = this.#place(range);
    return this.#clause.slice(from, to);
  }

  rewritten(): string {
    let [text, done] = ['', 0];
    for (const rewrite of this.#rewrites.toSorted((left, right) => left.from - right.from)) {
      text += this.#clause.slice(done, rewrite.from) + rewrite.text;
      done = rewrite.to;
    }
    return text + this.#clause.slice(done);
  }

  #find(parts: readonly string[]): ShapeField | null {
    const whole = this.#fields.get(foldCase(parts.join('.')));
    if (whole && (parts.length === 1 || this.#table.kind === 'records')) return whole;
    const [first = '', ...rest] = parts;
    if (rest.length === 0 || foldCase(first) !== foldCase(this.#table.name)) return null;
    return this.#fields.get(foldCase(rest.join('.'))) ?? null;
  }

  #unknown(parts: readonly string[], from: number, quoted: boolean): null {
    const name = parts.join('.');
    const names = this.#table.fields.filter(({ queryable }) => queryable).map((field) => field.name);
    const near = nearestNames(parts.at(-1) ?? name, names);
    const shown = near.length > 0 ? near : nearestNames(name, names);
    const all = names.slice(0, 30).map(writeName).join(', ') + (names.length > 30 ? ', …' : '');
    const meant =
      shown.length > 0 ? `Did you mean ${shown.map(writeName).join(', ')}?` : `Its fields are: ${all || 'none'}.`;
    const asText = quoted ? ` Put a text in single quotes: '${name.replaceAll("'", "''")}'.` : '';
    const at = placeOf(this.#clause, from);
    this.problems.push({
      code: 'FIELD_UNKNOWN',
      message: `${this.#table.name} has no field ${name}.`,
      next: meant + asText,
      at,
    });
    return null;
  }

  #place(range: Range): [number, number] {
    return range ? [range[0] - this.#offset, range[1] - this.#offset] : [0, 0];
  }
}
