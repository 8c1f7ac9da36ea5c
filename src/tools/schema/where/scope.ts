import type { Node } from 'sql-parser-cst';
import type { ShapeField } from '../shape.ts';
import type { ExprType } from './expr-type.ts';
import type { ClauseProblem } from './problem.ts';

export type Range = readonly [number, number] | undefined;

/** What a clause is checked against, and where the findings go. */
export interface ClauseScope {
  /** The type of an expression; parts that a clause may not contain are reported. */
  check(expr: Node, as?: 'value' | 'condition'): ExprType;
  /** The field of that name; reported when there is none. */
  field(parts: readonly string[], range: Range, quoted: boolean): ShapeField | null;
  report(code: ClauseProblem['code'], message: string, next: string | null, range?: Range): void;
  textOf(range: Range): string;
}

/** The field an expression names, or null: it names none, or there is none of that name. */
export function scopeField(expr: Node, scope: ClauseScope): ShapeField | null {
  const parts = partsOf(expr);
  if (parts) return scope.field(parts, expr.range, scope.textOf(expr.range).startsWith('"'));
  scope.report('CLAUSE_REFUSED', `${scope.textOf(expr.range)} names no field.`, null, expr.range);
  return null;
}

export const isName = (expr: Node): boolean => expr.type === 'identifier' || expr.type === 'member_expr';

function partsOf(expr: Node): string[] | null {
  if (expr.type === 'identifier') return [expr.name];
  if (expr.type !== 'member_expr' || expr.property.type !== 'identifier') return null;
  const before = partsOf(expr.object);
  return before ? [...before, expr.property.name] : null;
}
