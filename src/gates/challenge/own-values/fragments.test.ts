import { describe, expect, it } from 'vitest';
import { fragments } from './fragments.ts';

const values = async (text: string, grammar: string): Promise<string[]> =>
  (await fragments(text, grammar, undefined)).map(({ value }) => value);

describe('G14.13 words that inputs are searched for', () => {
  it.each([
    ['const a = /%5Celse\\/(that-is|great)/.test(s);', ['5Celse', 'that-is', 'great']],
    ["if (s.includes('two words') || s.startsWith('ab')) return s;", ['words']],
    ["log('words'); const a = { words: 'other' }; s.replace(/[abcd]+\\d{4}\\w+/g, 'word');", []],
  ])('in JavaScript: %s', async (text, wanted) => expect(await values(text, 'javascript')).toEqual(wanted));

  it('in Python, Go and Rust', async () => {
    const python =
      "if 'first' in s or s.endswith(('third', 'x')) or re.match(r'^(fourth)\\d', s):\n    return 'fifth'\n";
    expect(await values(python, 'python')).toEqual(['first', 'third', 'fourth']);
    expect(await values('package a\nfunc f(s string) bool { return strings.HasPrefix(s, "first") }', 'go')).toEqual([
      'first',
    ]);
    expect(await values('fn f(s: &str) -> bool { s.starts_with("first") }', 'rust')).toEqual(['first']);
  });

  it('only in added lines', async () => {
    const text = "a.includes('first');\na.includes('second');\n";
    expect(await fragments(text, 'javascript', [{ first: 2, last: 2 }])).toEqual([
      { kind: 'text', value: 'second', line: 2 },
    ]);
  });
});
