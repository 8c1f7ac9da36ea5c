import type { BinaryExpr, Node } from 'sql-parser-cst';
import { fits, operatorsFor } from '../operators.ts';
import { checkComparison, describeType } from './check-comparison.ts';
import type { ExprType } from './expr-type.ts';
import { isJsonStep } from './json-path.ts';
import { type ClauseScope, isName, scopeField } from './scope.ts';

/** `==` and `<>` are other spellings. */
const SAME: Readonly<Record<string, string>> = {
  '==': '=',
  '<>': '!=',
  'IS DISTINCT FROM': 'IS NOT',
  'IS NOT DISTINCT FROM': 'IS',
};
const COMPARISONS = new Set(['=', '!=', '<', '<=', '>', '>=', 'IS', 'IS NOT']);
const ARITHMETIC = new Set(['+', '-', '*', '/', '%', '&', '|', '<<', '>>']);
const COLLATIONS = new Set(['BINARY', 'NOCASE', 'RTRIM']);

interface Binary {
  readonly left: Node;
  readonly operator: BinaryExpr['operator'];
  readonly right: Node;
  readonly range?: [number, number];
}

/** Two sides and an operator between them. */
export function checkBinary(expr: Binary, scope: ClauseScope): ExprType {
  const symbol = symbolOf(expr.operator);
  if (symbol === 'AND' || symbol === 'OR') {
    scope.check(expr.left, 'condition');
    scope.check(expr.right, 'condition');
    return 'boolean';
  }
  if (COMPARISONS.has(symbol)) {
    checkComparison(symbol, expr.left, [expr.right], scope);
    return 'boolean';
  }
  const [name, negated] = symbol.startsWith('NOT ') ? [symbol.slice(4), true] : [symbol, false];
  if (name === 'IN') return among(expr, scope);
  if (name === 'LIKE' || name === 'GLOB') return pattern(name, expr, scope);
  if (!negated && symbol === 'COLLATE') return collated(expr, scope);
  if (symbol === '->' || symbol === '->>') return inside(symbol, expr, scope);
  if (symbol === '||' || ARITHMETIC.has(symbol)) return computed(symbol, expr, scope);
  scope.report('OPERATOR_UNFIT', `SQLite has no ${symbol} here.`, 'For patterns there are LIKE and GLOB.', expr.range);
  return 'any';
}

function symbolOf(operator: Binary['operator']): string {
  const symbol =
    typeof operator === 'string'
      ? operator
      : Array.isArray(operator)
        ? operator.map(({ name }) => name).join(' ')
        : operator.type === 'keyword'
          ? operator.name
          : operator.type;
  return SAME[symbol] ?? symbol;
}

function among({ left, right, range }: Binary, scope: ClauseScope): ExprType {
  if (right.type === 'paren_expr' && right.expr.type === 'list_expr') {
    checkComparison('IN', left, right.expr.items, scope);
  } else if (
    right.type === 'paren_expr' &&
    right.expr.type !== 'select_stmt' &&
    right.expr.type !== 'compound_select_stmt'
  ) {
    checkComparison('IN', left, [right], scope);
  } else {
    scope.check(left);
    scope.report('CLAUSE_REFUSED', 'IN looks beyond the rows of this table.', 'Give a list: IN (1, 2, 3).', range);
  }
  return 'boolean';
}

/** Patterns are written out: one that comes from a row can be too long for SQLite. */
function pattern(name: string, { left, right, range }: Binary, scope: ClauseScope): ExprType {
  checkOperand(name, left, scope);
  const [text, sign] =
    right.type === 'binary_expr' && symbolOf(right.operator) === 'ESCAPE' ? [right.left, right.right] : [right, null];
  if (text.type !== 'string_literal') {
    scope.report(
      'TYPE_MISMATCH',
      `${name} takes a pattern in single quotes.`,
      `Write it so: ${name} '${name === 'LIKE' ? '%part%' : '*part*'}'.`,
      text.range ?? range,
    );
  }
  const one = sign === null || (sign.type === 'string_literal' && [...sign.value].length === 1);
  if (!one || (sign !== null && name === 'GLOB')) {
    scope.report(
      'CLAUSE_INVALID',
      name === 'GLOB' ? 'GLOB has no ESCAPE.' : 'ESCAPE takes one character in single quotes.',
      null,
      sign?.range ?? range,
    );
  }
  return 'boolean';
}

function collated({ left, right }: Binary, scope: ClauseScope): ExprType {
  const type = scope.check(left);
  if (right.type === 'identifier' && COLLATIONS.has(right.name.toUpperCase())) return type;
  scope.report(
    'CLAUSE_REFUSED',
    `There is no collation ${scope.textOf(right.range)}.`,
    `There are ${[...COLLATIONS].join(', ')}.`,
    right.range,
  );
  return type;
}

/** Only into what is JSON in every row that was seen: on other text SQLite stops with an error. */
function inside(symbol: string, { left, right }: Binary, scope: ClauseScope): ExprType {
  checkOperand(symbol, left, scope);
  if (!isJsonStep(right)) {
    scope.report(
      'CLAUSE_INVALID',
      `${symbol} takes a key, a position or a path such as '$.a.b[0]'.`,
      null,
      right.range,
    );
  }
  return symbol === '->' ? 'json' : 'any';
}

function computed(symbol: string, { left, right }: Binary, scope: ClauseScope): ExprType {
  const types = [left, right].map((side) => checkOperand(symbol, side, scope));
  if (symbol === '||') return 'text';
  return types.every((type) => type === 'integer' || type === 'boolean')
    ? 'integer'
    : types.includes('real')
      ? 'real'
      : 'any';
}

/** The type of one side, reported when the operator does not fit it. */
function checkOperand(symbol: string, expr: Node, scope: ClauseScope): ExprType {
  const named = isName(expr);
  const field = named ? scopeField(expr, scope) : null;
  const type = named ? (field?.type ?? 'any') : scope.check(expr);
  const missed = named && field === null; // reported already
  const flag = type === 'boolean' && ARITHMETIC.has(symbol); // true is 1
  if (missed || flag || type === 'null' || fits(symbol, type)) return type;
  const next = `For ${describeType(type)} there are ${operatorsFor(type).join(' ')}.`;
  scope.report(
    'OPERATOR_UNFIT',
    `${symbol} does not fit ${scope.textOf(expr.range)}, which is ${describeType(type)}.`,
    next,
    expr.range,
  );
  return type;
}
