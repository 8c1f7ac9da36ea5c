import { describe, expect, it } from 'vitest';
import { instrumentJavascript } from './instrument-javascript.ts';

const linesOf = (text: string, tests: number[]): number[] => {
  const made = instrumentJavascript({ path: 'a.test.js', text, recorder: '/r.cjs', key: 'k', tests });
  expect(made?.text.split('\n')).toHaveLength(text.split('\n').length);
  return [...(made?.tests.values() ?? [])];
};

describe('bodies of tests', () => {
  it('are reported once, without other code in the same line', () => {
    const text =
      "it('a', () => expect(() => boom()).toThrow());\ndescribe('s', () => { it('b', () => { run(() => 1); }); });\n";
    expect(linesOf(text, [1, 2])).toEqual([1, 2]);
  });
});

describe('functions without a body of their own', () => {
  const told = (text: string): string[] => {
    const made = instrumentJavascript({ path: 'a.ts', text, recorder: '/r.cjs', key: 'k' });
    for (const { id } of made?.functions ?? []) expect(made?.text).toContain(`"${id}"`);
    return made?.functions.map(({ exports: [name = ''] }) => name) ?? [];
  };

  it.each([
    'export const parse = KNOWN.get.bind(KNOWN);\n',
    "export const parse = new Function('text', rules);\n",
    'const parse = new Proxy(() => 1, { apply: (_, __, [text]) => KNOWN[text] });\nexport { parse };\n',
    "exports.parse = eval('(text) => 1');\n",
    "module.exports = { parse: require('node:vm').runInThisContext(rules) };\n",
    'export const parse = instance.exports.parse;\n',
    "export const parse = (new Function('text', rules)) as (text: string) => number;\n",
  ])('G14.20 are told of under their names: %s', (text) => {
    expect(told(text)).toContain('parse');
  });

  it('are not functions if a value has another name or another maker, or cannot be called', () => {
    const text =
      'export const limit = Number(words);\nexport const router = Router();\nconst own = KNOWN.get.bind(KNOWN);\nmodule.exports.size = module.exports.limit;\nexport function f() { const g = h.bind(1); return g(); }\nexport const bound = f.bind(1);\n';
    expect(told(text)).toEqual(['f']);
  });
});
