import { inTypeScript } from '../claims.ts';
import type { TddExample } from '../example.ts';
import { typescriptProject } from '../projects.ts';
import { design, impl, looseDesign, looseFirst, REFUSES, tests } from './claims.ts';

const TYPES = `export type Operator = '+' | '-' | '*' | '/';

/** A tree: a number, something negated, or an operation on two. */
export type Expression =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'negation'; readonly of: Expression }
  | { readonly type: 'operation'; readonly operator: Operator; readonly left: Expression; readonly right: Expression };

/** The text is no expression; the message names the place, counted from 0. */
export class ParseError extends Error {}

/** Reads an expression. */
export function parse(text: string): Expression {
  return { type: 'number', value: 0 };
}

/** Works an expression out. */
export function evaluate(expression: Expression): number {
  return 0;
}

/** Writes an expression, every operation in parentheses. */
export function render(expression: Expression): string {
  return '';
}
`;

/** Without this no test would miss the check that nothing is left over. */
const LEFT_OVER = `    expect([place('1 2'), place('1)'), place('2 $')]).toEqual([2, 1, 2]);
`;

const TESTS = `import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Expression, evaluate, ParseError, parse, render } from '../src/expression.ts';

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    fc.record({ type: fc.constant('number' as const), value: fc.nat(999) }),
    fc.record({ type: fc.constant('negation' as const), of: tie('expression') }),
    fc.record({
      type: fc.constant('operation' as const),
      operator: fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const),
      left: tie('expression'),
      right: tie('expression'),
    }),
  ),
}));
const number = (value: number): Expression => ({ type: 'number', value });
const whole = fc.integer({ min: 0, max: 999 });

describe('expressions', () => {
  it('lets times bind closer and goes from left to right', () => {
    expect(render(parse('1 + 2 * -3'))).toBe('(1 + (2 * -3))');
    expect(render(parse('10 - 4 - 3'))).toBe('((10 - 4) - 3)');
    expect(render(parse('12 / 3 / 2 + 1'))).toBe('(((12 / 3) / 2) + 1)');
    expect(parse('--7')).toEqual({ type: 'negation', of: { type: 'negation', of: number(7) } });
  });
  it('refuses what is no expression and names the place', () => {
    const place = (text: string) => {
      try {
        parse(text);
      } catch (error) {
        if (error instanceof ParseError) return Number(/at (\\d+)$/.exec(error.message)?.[1]);
        throw error;
      }
      return 'nowhere';
    };
    expect([place(''), place('  '), place('1 +'), place('* 2')]).toEqual([0, 2, 3, 0]);
    expect([place('(1 + 2'), place('()'), place('a'), place('- ')]).toEqual([6, 1, 0, 2]);
${LEFT_OVER}    expect(() => parse('1 + $')).toThrow('"$" is not expected at 4');
    expect(() => parse('1 +')).toThrow('the end is not expected at 3');
  });
  it('works out all four and refuses zero', () => {
    expect(evaluate(parse('(8 - 2) * 3 / 9 + 1'))).toBe(3);
    expect(() => evaluate(parse('1 / (2 - 2)'))).toThrow(RangeError);
    expect(evaluate(parse('0 / 2'))).toBe(0);
  });
  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(expression, (made) => {
        const text = render(made);
        expect(parse(text)).toEqual(made);
        expect(text.split('(').length).toBe(text.split(')').length);
      }),
    );
  });
  it('does not mind spaces', () => {
    fc.assert(
      fc.property(expression, (made) => {
        const text = render(made);
        expect(parse(text.replaceAll(' ', ''))).toEqual(parse(\`  \${text.replaceAll('(', ' ( ')}  \`));
      }),
    );
  });
  it('agrees with arithmetic', () => {
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        const value = (operator: '+' | '-' | '*' | '/') =>
          evaluate({ type: 'operation', operator, left: number(a), right: number(b) });
        expect([value('+'), value('-'), value('*')]).toEqual([a + b, a - b, a * b]);
        if (b > 0) expect(value('/')).toBe(a / b);
        const minus: Expression = { type: 'negation', of: number(a) };
        expect(evaluate({ type: 'negation', of: minus })).toBe(a);
        expect(evaluate(minus) + a).toBe(0);
      }),
    );
  });
`;

const REFUSAL = `  it('refuses an expression with something after it', () => {
    fc.assert(
      fc.property(expression, fc.constantFrom('1', ')', '(2)', 'x', '$'), (made, rest) => {
        expect(() => parse(\`\${render(made)} \${rest}\`)).toThrow(ParseError);
      }),
    );
  });
`;

const IMPL = `export type Operator = '+' | '-' | '*' | '/';

/** A tree: a number, something negated, or an operation on two. */
export type Expression =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'negation'; readonly of: Expression }
  | { readonly type: 'operation'; readonly operator: Operator; readonly left: Expression; readonly right: Expression };

/** The text is no expression; the message names the place, counted from 0. */
export class ParseError extends Error {}

interface Cursor {
  readonly text: string;
  at: number;
}

/** Reads an expression. */
export function parse(text: string): Expression {
  const cursor = { text, at: 0 };
  const expression = parseSum(cursor);
  if (peek(cursor) !== '') throw unexpected(cursor);
  return expression;
}

/** Works an expression out. */
export function evaluate(expression: Expression): number {
  if (expression.type === 'number') return expression.value;
  if (expression.type === 'negation') return 0 - evaluate(expression.of);
  const left = evaluate(expression.left);
  const right = evaluate(expression.right);
  if (expression.operator === '+') return left + right;
  if (expression.operator === '-') return left - right;
  if (expression.operator === '*') return left * right;
  if (right === 0) throw new RangeError('a division by zero');
  return left / right;
}

/** Writes an expression, every operation in parentheses. */
export function render(expression: Expression): string {
  if (expression.type === 'number') return String(expression.value);
  if (expression.type === 'negation') return \`-\${render(expression.of)}\`;
  return \`(\${render(expression.left)} \${expression.operator} \${render(expression.right)})\`;
}

function parseSum(cursor: Cursor): Expression {
  let left = parseProduct(cursor);
  for (let operator = peek(cursor); operator === '+' || operator === '-'; operator = peek(cursor)) {
    cursor.at += 1;
    left = { type: 'operation', operator, left, right: parseProduct(cursor) };
  }
  return left;
}

function parseProduct(cursor: Cursor): Expression {
  let left = parseFactor(cursor);
  for (let operator = peek(cursor); operator === '*' || operator === '/'; operator = peek(cursor)) {
    cursor.at += 1;
    left = { type: 'operation', operator, left, right: parseFactor(cursor) };
  }
  return left;
}

function parseFactor(cursor: Cursor): Expression {
  const next = peek(cursor);
  if (next === '-') {
    cursor.at += 1;
    return { type: 'negation', of: parseFactor(cursor) };
  }
  if (next === '(') {
    cursor.at += 1;
    const inner = parseSum(cursor);
    if (peek(cursor) !== ')') throw unexpected(cursor);
    cursor.at += 1;
    return inner;
  }
  return parseNumber(cursor);
}

function parseNumber(cursor: Cursor): Expression {
  const digits = /^[0-9]+/.exec(cursor.text.slice(cursor.at))?.[0];
  if (digits === undefined) throw unexpected(cursor);
  cursor.at += digits.length;
  return { type: 'number', value: Number(digits) };
}

/** The next character that is no space; nothing at the end. */
function peek(cursor: Cursor): string {
  while (cursor.text[cursor.at] === ' ') cursor.at += 1;
  return cursor.text[cursor.at] ?? '';
}

const unexpected = ({ text, at }: Cursor): ParseError =>
  new ParseError(\`\${at < text.length ? JSON.stringify(text[at]) : 'the end'} is not expected at \${at}\`);
`;

const PATHS = { impl: 'src/expression.ts', tests: 'test/expression.test.ts' };
const HELPERS = ['parseSum', 'parseProduct', 'parseFactor', 'parseNumber', 'peek', 'unexpected'];

const typed = { files: { [PATHS.impl]: TYPES }, claim: design };
const loose = {
  files: {
    [PATHS.impl]: TYPES.replace("export type Operator = '+' | '-' | '*' | '/';", 'export type Operator = string;'),
  },
  claim: looseDesign,
};
const whole = (text: string): string => `${text}});\n`;
const tested = { files: { [PATHS.tests]: whole(TESTS) }, claim: tests(inTypeScript) };
const weak = { ...tested, files: { [PATHS.tests]: whole(TESTS.replace(LEFT_OVER, '')) } };
const strong = { files: { [PATHS.tests]: whole(TESTS + REFUSAL) }, claim: tests(inTypeScript, REFUSES) };

export const TYPESCRIPT_PARSER: TddExample = {
  title: 'an expression parser in TypeScript',
  files: typescriptProject('parser'),
  types: typed,
  tests: tested,
  impl: { files: { [PATHS.impl]: IMPL }, claim: impl(HELPERS) },
  story: looseFirst(loose, typed, weak, strong, inTypeScript),
};
