import type { FieldType } from '../shape.ts';

/** What an expression gives; `null` is the literal only. */
export type ExprType = FieldType | 'null';

/** Whether comparing the two can mean something. */
export function comparable(left: ExprType, right: ExprType): boolean {
  if (left === right || isOpenType(left) || isOpenType(right)) return true;
  const both = new Set([left, right]);
  return PAIRS.some((pair) => both.isSubsetOf(pair));
}

const PAIRS: readonly ReadonlySet<ExprType>[] = [
  new Set<ExprType>(['integer', 'real']),
  new Set<ExprType>(['integer', 'boolean']),
  new Set<ExprType>(['text', 'json']),
];

/** Its type is unknown, so nothing can be objected to. */
export const isOpenType = (type: ExprType): boolean => type === 'any' || type === 'null';

export const isNumberType = (type: ExprType): boolean =>
  type === 'integer' || type === 'real' || type === 'boolean' || isOpenType(type);

export const isText = (type: ExprType): boolean => type === 'text' || type === 'json' || isOpenType(type);

/** Of several branches. */
export function unionOf(types: readonly ExprType[]): ExprType {
  const [first = 'any', ...more] = types.filter((type) => type !== 'null');
  return more.every((type) => type === first) ? first : 'any';
}
