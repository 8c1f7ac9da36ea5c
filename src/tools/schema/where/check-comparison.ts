import type { Node } from 'sql-parser-cst';
import { showValue, writeName } from '../literal.ts';
import { fits, operatorsFor } from '../operators.ts';
import type { ShapeField } from '../shape.ts';
import { comparable, type ExprType } from './expr-type.ts';
import { type ClauseScope, isName, scopeField } from './scope.ts';

const ARTICLES: Readonly<Record<ExprType, string>> = {
  integer: 'an integer',
  real: 'a number',
  text: 'text',
  boolean: 'true or false',
  blob: 'binary',
  json: 'JSON',
  any: 'anything',
  null: 'null',
};
export const describeType = (type: ExprType): string => ARTICLES[type];

interface Side {
  readonly expr: Node;
  readonly type: ExprType;
  readonly field: ShapeField | null;
}

/** Whether an operator fits its fields, and the compared values fit them. */
export function checkComparison(symbol: string, left: Node, others: readonly Node[], scope: ClauseScope): void {
  const side = sideOf(left, scope);
  const sides = others.map((other) => sideOf(other, scope));
  for (const each of [side, ...sides]) checkOperator(symbol, each, scope);
  for (const other of sides) checkPair(symbol, side, other, scope);
}

function sideOf(expr: Node, scope: ClauseScope): Side {
  const inner = unwrapped(expr);
  if (isName(inner)) {
    const field = scopeField(inner, scope);
    return { expr, type: field?.type ?? 'any', field };
  }
  return { expr, type: scope.check(expr), field: null };
}

function unwrapped(expr: Node): Node {
  return expr.type === 'paren_expr' ? unwrapped(expr.expr) : expr;
}

function checkOperator(symbol: string, { field, expr, type }: Side, scope: ClauseScope): void {
  if (type === 'null' && symbol !== 'IS' && symbol !== 'IS NOT') {
    scope.report('OPERATOR_UNFIT', `Nothing is ever ${symbol} NULL.`, 'Use IS NULL or IS NOT NULL.', expr.range);
    return;
  }
  if (type === 'null' || fits(symbol, type)) return;
  const what = field ? writeName(field.name) : scope.textOf(expr.range);
  const next = `For ${describeType(type)} there are ${operatorsFor(type).join(' ')}.`;
  scope.report('OPERATOR_UNFIT', `${symbol} does not fit ${what}, which is ${describeType(type)}.`, next, expr.range);
}

function checkPair(symbol: string, left: Side, right: Side, scope: ClauseScope): void {
  if (comparable(left.type, right.type)) return;
  const [known, other] = left.field || !right.field ? [left, right] : [right, left];
  const what = known.field ? writeName(known.field.name) : scope.textOf(known.expr.range);
  const message = `${what} is ${describeType(known.type)}, ${scope.textOf(other.expr.range)} is ${describeType(other.type)}.`;
  scope.report('TYPE_MISMATCH', message, suggestion(symbol, known, other), other.expr.range);
}

function suggestion(symbol: string, { field, type }: Side, other: Side): string {
  const literal = unwrapped(other.expr);
  if (literal.type === 'string_literal' && (type === 'integer' || type === 'real') && isNumeric(literal.value)) {
    return `Leave out the quotes: ${literal.value.trim()}.`;
  }
  if (literal.type === 'number_literal' && type === 'text') return `Put it in single quotes: '${literal.text}'.`;
  const [example] = field?.values ?? [];
  const such =
    example !== undefined && field ? `, such as ${writeName(field.name)} ${symbol} ${showValue(example)}` : '';
  return `Compare it with ${describeType(type)}${such}.`;
}

const isNumeric = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));
