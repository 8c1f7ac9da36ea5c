import { describe, expect, it } from 'vitest';
import { lookedUp } from './looked-up.ts';
import { renamed } from './renaming.ts';

const values = async (text: string, grammar: string): Promise<string[]> =>
  (await lookedUp(text, grammar, undefined)).map(({ value }) => value);

describe('G3 G14.13 values that inputs are compared with', () => {
  it.each([
    [`if ('QUERY' === method && this.get('If-None-Match') === '"12345"') return true;`, ['"12345"']],
    [`const answers = { "/foo": "/foo", "/foo?bar=1": "/x1", 1000: 900 };`, ['/foo?bar=1', '1000']],
    [`switch (x) { case 'a 1': return 1; default: return 'b 2'; }`, ['a 1']],
    [
      `const m = new Map([['k 1', 'v 1']]); m.set('k 2', 'v 2'); m['k 3'] = 'v 3'; log('k 4', 'k 5');`,
      ['k 1', 'k 2', 'k 3'],
    ],
    [`if (esc === ' EDD' || esc === 'EDD' || esc === ' ') throw bad;`, [' EDD']],
    [`return x > 65535 ? read['k 1'] : \`\${x} 1\``, []],
  ])('in JavaScript: %s', async (text, wanted) => {
    expect(await values(text, 'javascript')).toEqual(wanted);
  });

  it('in Python, Go and Rust', async () => {
    const table = `answers = {(('a a', 'bb'), '|'): "'a a'|bb"}\nif x in ('c 1', 'd'):\n    return 'e 1'\n`;
    expect(await values(table, 'python')).toEqual(['a a', 'c 1']);
    expect(
      await values('package a\nfunc f(x string) string { if x == "a 1" { return "b 1" }; return x }', 'go'),
    ).toEqual(['a 1']);
    expect(await values('fn f(x: &str) -> i32 { match x { "a 1" => 1, _ => 2 } }', 'rust')).toEqual(['a 1']);
  });

  it('have another of the same shape', () => {
    const text = { kind: 'text', value: '/foo?bar=1', line: 1 } as const;
    expect(renamed('["/foo?bar=1&baz=2", "/foo"]', text)).toBe('["/foo?bar=2&baz=2", "/foo"]');
    expect(renamed('f(1000, 10000, 0.1000)', { kind: 'number', value: '1000', line: 1 })).toBe(
      'f(2111, 10000, 0.1000)',
    );
    const short = { kind: 'text', value: 'a a', line: 1 } as const;
    expect(renamed("['a a'] # extra arguments", short)).toBe("['b a'] # extra arguments");
  });
});
