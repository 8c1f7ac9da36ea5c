import type { FieldType } from './shape.ts';

export interface Operator {
  readonly symbol: string;
  readonly meaning: string;
  readonly types: readonly FieldType[];
}

const ORDERED: readonly FieldType[] = ['integer', 'real', 'text', 'any'];
const EQUAL: readonly FieldType[] = ['integer', 'real', 'text', 'boolean', 'blob', 'json', 'any'];
const TEXTS: readonly FieldType[] = ['text', 'json', 'any'];
const NUMBERS: readonly FieldType[] = ['integer', 'real', 'any'];

/** Everything a checked clause may use on a field, and on which. */
export const OPERATORS: readonly Operator[] = [
  { symbol: '=', meaning: 'equals', types: EQUAL },
  { symbol: '!=', meaning: 'does not equal', types: EQUAL },
  { symbol: '<', meaning: 'is less than', types: ORDERED },
  { symbol: '<=', meaning: 'is at most', types: ORDERED },
  { symbol: '>', meaning: 'is greater than', types: ORDERED },
  { symbol: '>=', meaning: 'is at least', types: ORDERED },
  { symbol: 'BETWEEN', meaning: 'is between two values, both included', types: ORDERED },
  { symbol: 'IN', meaning: 'is one of a list', types: ['integer', 'real', 'text', 'boolean', 'blob', 'any'] },
  {
    symbol: 'LIKE',
    meaning: 'fits a pattern: % any text, _ one character; case of ASCII letters ignored',
    types: TEXTS,
  },
  { symbol: 'GLOB', meaning: 'fits a pattern: * any text, ? one character; case matters', types: TEXTS },
  { symbol: 'IS NULL', meaning: 'has no value', types: EQUAL },
  { symbol: 'IS NOT NULL', meaning: 'has a value', types: EQUAL },
  { symbol: 'IS', meaning: 'equals, and null is null', types: EQUAL },
  { symbol: 'IS NOT', meaning: 'does not equal, and null is null', types: EQUAL },
  { symbol: '->>', meaning: 'the value at a path inside, as SQL value', types: ['json'] },
  { symbol: '->', meaning: 'the value at a path inside, as JSON', types: ['json'] },
  { symbol: '||', meaning: 'put together as text', types: ['integer', 'real', 'text', 'any'] },
  { symbol: '+', meaning: 'plus', types: NUMBERS },
  { symbol: '-', meaning: 'minus', types: NUMBERS },
  { symbol: '*', meaning: 'times', types: NUMBERS },
  { symbol: '/', meaning: 'divided by; null when by zero', types: NUMBERS },
  { symbol: '%', meaning: 'remainder', types: NUMBERS },
  { symbol: '&', meaning: 'bits in both', types: ['integer', 'any'] },
  { symbol: '|', meaning: 'bits in either', types: ['integer', 'any'] },
  { symbol: '<<', meaning: 'bits moved up', types: ['integer', 'any'] },
  { symbol: '>>', meaning: 'bits moved down', types: ['integer', 'any'] },
];

export const operatorsFor = (type: FieldType): string[] =>
  OPERATORS.filter(({ types }) => types.includes(type)).map(({ symbol }) => symbol);

export const fits = (symbol: string, type: FieldType): boolean =>
  OPERATORS.some((operator) => operator.symbol === symbol && operator.types.includes(type));
