import type { Expr, Node } from 'sql-parser-cst';
import { checkBinary } from './check-binary.ts';
import { checkCall } from './check-call.ts';
import { checkComparison, describeType } from './check-comparison.ts';
import { type ExprType, isNumberType, unionOf } from './expr-type.ts';
import { type ClauseScope, scopeField } from './scope.ts';

/** The type of an expression. Parts that a clause may not contain are reported. */
export function checkExpr(expr: Node, scope: ClauseScope, as: 'value' | 'condition' = 'value'): ExprType {
  const type = typeOf(expr, scope);
  if (as === 'condition' && !isNumberType(type)) {
    const shown = scope.textOf(expr.range);
    scope.report(
      'TYPE_MISMATCH',
      `${shown} is ${describeType(type)}, which is neither true nor false.`,
      'Compare it with something.',
      expr.range,
    );
  }
  return type;
}

function typeOf(expr: Node, scope: ClauseScope): ExprType {
  switch (expr.type) {
    case 'identifier':
    case 'member_expr':
      return scopeField(expr, scope)?.type ?? 'any';
    case 'string_literal':
      return 'text';
    case 'number_literal':
      return Number.isInteger(expr.value) && !/[.e]/i.test(expr.text.replace(/^0x.*/i, '')) ? 'integer' : 'real';
    case 'blob_literal':
      return 'blob';
    case 'boolean_literal':
      return 'boolean';
    case 'null_literal':
      return 'null';
    case 'paren_expr':
      return checkExpr(expr.expr, scope);
    case 'binary_expr':
      return checkBinary(expr, scope);
    case 'prefix_op_expr':
      return prefixed(expr.operator, expr.expr, scope);
    case 'postfix_op_expr':
      checkExpr(expr.expr, scope);
      return 'boolean';
    case 'between_expr':
      return between(
        expr.left,
        expr.begin,
        expr.end,
        Array.isArray(expr.betweenKw) ? expr.betweenKw : [expr.betweenKw],
        scope,
      );
    case 'case_expr':
      return branches(expr, scope);
    case 'cast_expr':
      return cast(expr, scope);
    case 'func_call':
      return checkCall(expr, scope);
    case 'select_stmt':
    case 'compound_select_stmt':
      return refuse(scope, 'A subquery looks beyond the rows of this table.', expr);
    case 'parameter':
    case 'variable':
      return refuse(scope, 'A parameter has no value here.', expr);
    case 'list_expr':
      return refuse(scope, 'A list of values is allowed only after IN.', expr);
    default:
      return refuse(
        scope,
        `A condition holds no ${expr.type.replace(/_(expr|stmt)$/, '').replaceAll('_', ' ')}.`,
        expr,
      );
  }
}

type Prefix = Extract<Expr, { type: 'prefix_op_expr' }>['operator'];

function prefixed(operator: Prefix, inner: Expr, scope: ClauseScope): ExprType {
  if (typeof operator !== 'string' && operator.type === 'keyword' && operator.name === 'NOT') {
    checkExpr(inner, scope, 'condition');
    return 'boolean';
  }
  if (operator !== '-' && operator !== '+' && operator !== '~') {
    return refuse(scope, 'A subquery looks beyond the rows of this table.', inner);
  }
  const type = checkExpr(inner, scope);
  if (isNumberType(type)) return type === 'boolean' ? 'integer' : type;
  scope.report(
    'OPERATOR_UNFIT',
    `${operator} needs a number; ${scope.textOf(inner.range)} is ${describeType(type)}.`,
    null,
    inner.range,
  );
  return 'any';
}

function between(
  left: Expr,
  begin: Expr,
  end: Expr,
  words: readonly { readonly name: string }[],
  scope: ClauseScope,
): ExprType {
  if (words.some(({ name }) => name === 'SYMMETRIC')) refuse(scope, 'SQLite has no BETWEEN SYMMETRIC.', left);
  checkComparison('BETWEEN', left, [begin, end], scope);
  return 'boolean';
}

type Case = Extract<Expr, { type: 'case_expr' }>;

function branches({ expr, clauses }: Case, scope: ClauseScope): ExprType {
  if (expr) checkExpr(expr, scope);
  const results = clauses.map((clause) => {
    if (clause.type === 'case_when') checkExpr(clause.condition, scope, expr ? 'value' : 'condition');
    return checkExpr(clause.result, scope);
  });
  return unionOf(results);
}

type Cast = Extract<Expr, { type: 'cast_expr' }>;
const CASTS: Readonly<Record<string, ExprType>> = { INTEGER: 'integer', INT: 'integer', REAL: 'real', TEXT: 'text' };

function cast({ args, castKw, range }: Cast, scope: ClauseScope): ExprType {
  checkExpr(args.expr.expr, scope);
  const name = scope.textOf(args.expr.dataType.range).toUpperCase();
  const type = CASTS[name];
  if (castKw.name === 'CAST' && type !== undefined && !args.expr.format) return type;
  scope.report('CLAUSE_REFUSED', `CAST to ${name} is not for clauses.`, 'Cast to INTEGER, REAL or TEXT.', range);
  return 'any';
}

function refuse(scope: ClauseScope, message: string, { range }: Node): ExprType {
  scope.report('CLAUSE_REFUSED', message, null, range);
  return 'any';
}
