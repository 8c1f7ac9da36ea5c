import { describe, expect, it } from 'vitest';
import { facts } from './testing/read.ts';

const hashOf = async (body: string, language = 'typescript'): Promise<string> => {
  const text = language === 'python' ? `def f(x):\n${body}` : `function f(x) {${body}}`;
  const [found] = (await facts(text, language)).bodies('f');
  if (!found) throw new Error('no body');
  return found.hash;
};

describe('the hash of a body', () => {
  it.each([
    ['blanks', ' return  x+1; ', '\n\treturn x + 1;\n'],
    ['line ends', 'a();\nb();', 'a();\r\nb();\r\n'],
    ['comments', 'a(); b();', 'a(); // one\n/* two */ b(/* three */);'],
    ['comma behind the last item', 'a({ b, c: [1, 2] }, d);', 'a({ b, c: [1, 2,], }, d, // why\n);'],
    ['line ends in a template', '`a\nb`', '`a\r\nb`'],
  ])('is the same whatever the %s', async (_what, one, other) => {
    expect(await hashOf(one)).toBe(await hashOf(other));
  });

  it.each([
    ['a number', 'return 1;', 'return 2;'],
    ['blanks in a text', 'return "a b";', 'return "a  b";'],
    ['blanks in a template', `\`a \${x}\``, `\`a  \${x}\``],
    ['a line end that ends a statement', 'return x;', 'return\nx;'],
    ['an operator', 'return a < b;', 'return a <= b;'],
    ['an order', 'a(); b();', 'b(); a();'],
    ['a hole in an array', 'return [1,,];', 'return [1,];'],
    ['a nesting', 'if (x) { a(); } b();', 'if (x) { a(); b(); }'],
  ])('differs with %s', async (_what, one, other) => {
    expect(await hashOf(one)).not.toBe(await hashOf(other));
  });

  it('sees the indentation of Python, and passes over its width', async () => {
    const nested = '  if x:\n    a()\n    b()\n';
    expect(await hashOf(nested, 'python')).toBe(
      await hashOf('    if x:  # why\n\n        a()\n        b()\n', 'python'),
    );
    expect(await hashOf(nested, 'python')).not.toBe(await hashOf('  if x:\n    a()\n  b()\n', 'python'));
    expect(await hashOf('  return (1,)\n', 'python')).not.toBe(await hashOf('  return (1)\n', 'python'));
    expect(await hashOf('  return x[1,]\n', 'python')).not.toBe(await hashOf('  return x[1]\n', 'python'));
    expect(await hashOf('  return f(1,)\n', 'python')).toBe(await hashOf('  return f(1)\n', 'python'));
    expect(await hashOf('  return a + \\\n    b\n', 'python')).toBe(await hashOf('  return a + b\n', 'python'));
  });

  it('gives the body of each definition of a name', async () => {
    const { bodies } = await facts('class A { get v() { return 1 } set v(x) { this.y = x } m(): void; m() {} }');
    expect(bodies('A.v').map(({ text }) => text)).toEqual(['{ return 1 }', '{ this.y = x }']);
    expect(bodies('A.m').map(({ text, lines }) => [text, lines])).toEqual([['{}', { first: 1, last: 1 }]]);
    expect(bodies('A.none')).toEqual([]);
  });
});
