import type { Expr, Node } from 'sql-parser-cst';
import { nearestNames } from '#host/nearest-names.ts';
import { describeType } from './check-comparison.ts';
import { type ExprType, isNumberType, isText } from './expr-type.ts';
import { type AllowedFunction, FUNCTIONS, MOMENTS_NOW } from './functions.ts';
import { isJsonPath } from './json-path.ts';
import type { ClauseScope } from './scope.ts';

type Call = Extract<Expr, { type: 'func_call' }>;

/** A function call: one of those that only compute, with the arguments it takes. */
export function checkCall(call: Call, scope: ClauseScope): ExprType {
  const name = call.name.type === 'identifier' ? call.name.name.toLowerCase() : scope.textOf(call.name.range);
  if (!call.args && MOMENTS_NOW.has(name)) return 'text';
  const known = FUNCTIONS.get(name);
  const args = call.args?.expr;
  if (!known || !args) return refuse(call, name, scope);
  if (call.filter || call.over || args.distinctKw || args.orderBy || args.limit || args.having || args.nullHandlingKw) {
    scope.report('CLAUSE_REFUSED', `Use ${name} here without FILTER, OVER, DISTINCT or ORDER BY.`, null, call.range);
  }
  const { items } = args.args;
  if (items.length < known.least || items.length > known.most) {
    const wanted = known.least === known.most ? `${known.least}` : `${known.least} to ${known.most}`;
    scope.report('CLAUSE_INVALID', `${name} takes ${wanted} arguments, not ${items.length}.`, null, call.range);
  }
  for (const [at, item] of items.entries()) checkArgument(name, known, at, item, scope);
  return known.gives;
}

function checkArgument(name: string, { takes }: AllowedFunction, at: number, item: Node, scope: ClauseScope): void {
  const wanted = takes[at] ?? takes.at(-1) ?? 'any';
  if (wanted === 'path') {
    if (isJsonPath(item)) return;
    scope.report('CLAUSE_INVALID', `${name} takes a path such as '$.a.b[0]' there.`, null, item.range);
    return;
  }
  const type = scope.check(item);
  const fits = {
    any: true,
    text: isText(type),
    number: isNumberType(type),
    // Not what merely may be JSON: on other text the function fails.
    json: type === 'json',
  }[wanted];
  if (fits) return;
  const message = `${name} takes ${describeType(wanted === 'number' ? 'real' : wanted)}; ${scope.textOf(item.range)} is ${describeType(type)}.`;
  scope.report('TYPE_MISMATCH', message, null, item.range);
}

function refuse(call: Call, name: string, scope: ClauseScope): ExprType {
  const near = nearestNames(name, FUNCTIONS.keys());
  const next = near.length > 0 ? `Did you mean ${near.join(', ')}?` : `There are ${[...FUNCTIONS.keys()].join(', ')}.`;
  scope.report('CLAUSE_REFUSED', `The function ${name} is not for clauses.`, next, call.range);
  return 'any';
}
