import { describe, expect, it } from 'vitest';
import { readFacts } from './facts.ts';
import { makeStubs } from './make-stubs.ts';
import { facts } from './testing/read.ts';

const everything = async (text: string, language: string) => {
  const read = await readFacts(text, language);
  if (!read.ok) return read.why;
  const { symbols, imports, exports, errorLines } = read.facts;
  const { tests } = read.facts.tests();
  for (const path of [...new Set(symbols.map((symbol) => symbol.path))].slice(0, 50)) {
    read.facts.bodies(path);
    read.facts.calls(path, true);
    read.facts.stubs(path, 'X');
  }
  return {
    symbols: symbols.length,
    imports: imports.length,
    exports: exports.length,
    tests: tests.length,
    errors: errorLines.length,
  };
};

describe('generated texts', () => {
  it('reads one line of a megabyte', async () => {
    const line = 'function f(a,b){return g(a)+b};'.repeat(34_000);
    const told = await everything(line, 'javascript');
    // A slow machine may run into the limit of time, and then says so.
    expect(['too-slow', 34_000]).toContain(typeof told === 'string' ? told : told.symbols);
  });

  it('reads tests that import what every object has by name', async () => {
    const names = ['toString', 'constructor', 'hasOwnProperty', 'valueOf'];
    const text = `import { ${names.join(', ')} } from './own.js';\n${names.map((name) => `${name}('a', () => {});`).join('\n')}\nit('b', () => {});`;
    expect(await everything(text, 'typescript')).toMatchObject({ tests: 1 });
    expect(await everything("toString('a', () => {});\ntest.constructor('b', () => {});", 'javascript')).toMatchObject({
      errors: 0,
    });
  });

  it('says that a text is too long', async () => {
    expect(await readFacts('x'.repeat(8_000_001), 'typescript')).toEqual({ ok: false, why: 'too-large' });
  });

  it('stops when its time is over', async () => {
    expect(await readFacts('x=1;'.repeat(100_000), 'typescript', { ms: 0 })).toEqual({ ok: false, why: 'too-slow' });
    expect(await everything('const a = 1;', 'typescript')).toMatchObject({ symbols: 1 });
  });

  it.each([
    ['brackets', `${'('.repeat(50_000)}1${')'.repeat(50_000)}`, 'typescript'],
    ['arrows', `const f = ${'()=>'.repeat(20_000)}1`, 'typescript'],
    ['calls', `${'a('.repeat(20_000)}${')'.repeat(20_000)}`, 'typescript'],
    ['a chain', `a${'.b()'.repeat(20_000)}`, 'typescript'],
    ['a sum', `const s = ${'1+'.repeat(50_000)}1`, 'typescript'],
    ['functions', `${'function f(){'.repeat(5_000)}${'}'.repeat(5_000)}`, 'javascript'],
    ['suites', `${"describe('a',()=>{".repeat(2_000)}${'})'.repeat(2_000)}`, 'typescript'],
    ['elements', `const x = ${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`, 'tsx'],
    ['lists', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'python'],
    ['lambdas', `f = ${'lambda:'.repeat(20_000)}1`, 'python'],
    ['indented functions', Array.from({ length: 80 }, (_, n) => `${' '.repeat(n)}def f():`).join('\n'), 'python'],
  ])('reads %s nested deeper than any stack', async (_what, text, language) => {
    expect(await everything(text, language)).toBeTypeOf('object');
  });

  it.each([
    ['typescript', 'class { function = ( => ; export default default } import from from'],
    ['tsx', '<a><b></a></b> `${`${'],
    ['python', 'def (:\n\t  class\n \t@@@ import from\n"""'],
    ['javascript', '\0\u2028\uFFFF\uD800 function'],
  ])('reads broken %s and names the lines', async (language, text) => {
    const told = await everything(text, language);
    expect(told).toBeTypeOf('object');
    expect((await facts(text, language)).errorLines.length).toBeGreaterThan(0);
    expect(await makeStubs(text, language, { sentinel: 'X' })).toMatchObject({ ok: false });
  });

  it('reads the text around a mistake', async () => {
    const { symbols, errorLines } = await facts('function a() {}\nconst = ;\nfunction b() {}\n');
    expect(symbols.map(({ path }) => path)).toEqual(['a', 'b']);
    expect(errorLines).toEqual([2]);
  });

  it('counts lines alike with a byte order mark and with Windows line ends', async () => {
    const lines = async (text: string) =>
      (await facts(text)).symbols.map(({ path, lines: { first, last } }) => [path, first, last]);
    const text = '// α\nfunction a() {\n}\nconst 😀x = "😀";\nclass B {}\n';
    const plain = await lines(text);
    expect(plain).toContainEqual(['a', 1, 3]);
    expect(await lines(`\uFEFF${text}`)).toEqual(plain);
    expect(await lines(text.replaceAll('\n', '\r\n'))).toEqual(plain);
  });

  it('says that it has no grammar', async () => {
    expect(await readFacts('x', 'cobol')).toEqual({ ok: false, why: 'no-language' });
    expect(await readFacts('x', 'a.rb')).toEqual({ ok: false, why: 'no-language' });
    expect(await readFacts('x', '')).toEqual({ ok: false, why: 'no-language' });
    expect(await readFacts('', 'a.test.ts')).toMatchObject({ ok: true });
  });
});
