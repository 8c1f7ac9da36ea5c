import { quoteText, writeAs, writeName } from './literal.ts';
import { operatorsFor } from './operators.ts';
import type { ShapeField, SqlValue, Table } from './shape.ts';

export interface SchemaExample {
  readonly operator: string;
  readonly where: string;
}

const MOST = 60;
/** The most common questions. */
const PLAIN = new Set(['=', 'IN', 'LIKE', '>=', '<', 'BETWEEN', '!=', '->>']);

/** Clauses to show: one for each field, then one for each operator not yet shown. They still have to be tried. */
export function exampleClauses({ fields }: Table): SchemaExample[] {
  const shown = new Map<string, number>();
  const examples: SchemaExample[] = [];
  const add = (example: SchemaExample): void => {
    examples.push(example);
    shown.set(example.operator, (shown.get(example.operator) ?? 0) + 1);
  };
  const possible = fields.filter(({ queryable }) => queryable).map(clausesOf);
  for (const clauses of possible) {
    // The operator shown least so far, so that all of them come up; plain ones first.
    const plain = clauses.filter(({ operator }) => PLAIN.has(operator));
    const [rarest] = (plain.length > 0 ? plain : clauses).toSorted(
      (left, right) => (shown.get(left.operator) ?? 0) - (shown.get(right.operator) ?? 0),
    );
    if (rarest) add(rarest);
  }
  for (const example of possible.flat()) if (!shown.has(example.operator)) add(example);
  return examples.slice(0, MOST);
}

/** Every operator that fits the field and can be shown with the values seen. */
function clausesOf(field: ShapeField): SchemaExample[] {
  return operatorsFor(field.type).flatMap((operator) => {
    const where = clauseFor(operator, field);
    return where === null ? [] : [{ operator, where }];
  });
}

function clauseFor(operator: string, field: ShapeField): string | null {
  const name = writeName(field.name);
  if (operator === 'IS NULL' || operator === 'IS NOT NULL') return `${name} ${operator}`;
  if (operator === '->' || operator === '->>') return insideFor(name, operator, field.values);
  const values = field.values.filter(isWritable);
  const [value, other = value] = values;
  if (value === undefined || other === undefined) return null;
  const write = (each: SqlValue): string => writeAs(field.type, each);
  switch (operator) {
    case 'LIKE':
      return patternFor(name, operator, value, '%');
    case 'GLOB':
      return patternFor(name, operator, value, '*');
    case 'BETWEEN':
      return `${name} BETWEEN ${[value, other].sort(byOrder).map(write).join(' AND ')}`;
    case 'IN':
      return `${name} IN (${[...new Set([value, other])].map(write).join(', ')})`;
    case '||':
      return field.type === 'text' ? `${name} || '!' = ${quoteText(`${value}!`)}` : null;
    case '%':
    case '&':
      return field.type === 'integer' ? `${name} ${operator} 2 = 0` : null;
    case '|':
    case '<<':
    case '>>':
      return field.type === 'integer' ? `(${name} ${operator} 1) > 0` : null;
    case '+':
    case '-':
    case '*':
    case '/':
      return field.type === 'any' ? null : `${name} ${operator} 2 > ${write(value)}`;
    default:
      return `${name} ${operator} ${write(value)}`;
  }
}

/** Short, on one line, and a number that can be written. */
function isWritable(value: SqlValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value instanceof Uint8Array) return value.length <= 16;
  return typeof value !== 'string' || (value.length <= 60 && !/\p{C}/u.test(value));
}

function byOrder(left: SqlValue, right: SqlValue): number {
  if (left === null || right === null || left === right) return 0;
  return left < right ? -1 : 1;
}

function patternFor(name: string, operator: string, value: SqlValue, any: string): string | null {
  const [start] = typeof value === 'string' ? (/^[\p{L}\p{N} .:/-]{1,12}/u.exec(value) ?? []) : [];
  return start === undefined ? null : `${name} ${operator} ${quoteText(start + any)}`;
}

function insideFor(name: string, operator: string, values: readonly SqlValue[]): string | null {
  const key = values.flatMap(keysOf).find((each) => /^[A-Za-z_]\w*$/.test(each));
  return key === undefined ? null : `${name} ${operator} '$.${key}' IS NOT NULL`;
}

function keysOf(value: SqlValue): string[] {
  try {
    const parsed: unknown = JSON.parse(String(value));
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed) ? Object.keys(parsed) : [];
  } catch {
    return [];
  }
}
