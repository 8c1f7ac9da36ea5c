import { describe, expect, it } from 'vitest';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { usesUnmeasuredCode } from './uses-unmeasured-code.ts';

type Files = Readonly<Record<string, string | { readonly link: string }>>;

const named = async (files: Files): Promise<(string | null)[]> => {
  const text = (path: string): string => {
    const file = files[path] ?? '';
    return typeof file === 'string' ? file : file.link;
  };
  const diff = Object.entries(files).map(([path, file]) => ({
    path,
    kind: typeof file === 'string' ? 'file' : 'symlink',
    hunks: [
      {
        newStart: 1,
        lines: text(path)
          .split('\n')
          .map((line) => `+${line}`),
      },
    ],
  }));
  const treeRunner = {
    diff: async () => ({ files: diff }),
    list: async () => Object.keys(files),
    read: async (_: TreeHash, path: string) => text(path),
    readAll: async (_: TreeHash, paths: readonly string[]) => new Map(paths.map((path) => [path, text(path)])),
  } as unknown as TreeRunner;
  const trees = { base: 'base' as TreeHash, tree: 'tree' as TreeHash };
  const runner = { runner: 'node:test', root: '.', isTestFile: (path: string) => path.startsWith('test/') };
  return (await usesUnmeasuredCode(treeRunner, trees, [runner])).findings.map(({ file }) => file);
};

const CODE = 'export const parse = (text) => Number(text);\n';

describe('G14.10 code that depends on the tests', () => {
  it('is found by an import and by a link', async () => {
    const support = { 'test/support/parse.js': CODE };
    expect(await named({ ...support, 'src/a.js': "export { parse } from '../test/support/parse.js';" })).toEqual([
      'src/a.js',
    ]);
    expect(await named({ ...support, 'src/a.ts': "import { parse } from '../test/support/parse';" })).toEqual([
      'src/a.ts',
    ]);
    expect(await named({ ...support, 'src/a.js': { link: '../test/support/parse.js' } })).toEqual(['src/a.js']);
    expect(await named({ 'tests/known.py': 'KNOWN = {}', 'sizes/a.py': 'from tests.known import KNOWN' })).toEqual([
      'sizes/a.py',
    ]);
  });

  it('is not found if the sources have a folder of that name, if it is an aside, or if tests do it', async () => {
    const own = { 'src/test/parse.js': CODE, 'src/lib/parse.js': CODE };
    expect(await named({ ...own, 'src/a.js': "export { parse } from './test/parse.js';" })).toEqual([]);
    expect(await named({ ...own, 'src/a.js': { link: 'lib/parse.js' } })).toEqual([]);
    const support = { 'test/cases.js': CODE };
    expect(await named({ ...support, 'scripts/a.js': "import '../test/cases.js';" })).toEqual([]);
    expect(await named({ ...support, 'test/a.test.js': "import './cases.js';" })).toEqual([]);
    expect(await named({ 'src/a.js': "import '../test/gone.css';" })).toEqual([]);
  });

  it('is found if it is in a program whose name has no extension', async () => {
    const program = { 'src/parse': 'exports.parse = (text) => ({ a: 1 })[text];\n' };
    const load = "export const { parse } = createRequire(import.meta.url)('./parse');";
    expect(await named({ ...program, 'src/a.js': load })).toEqual(['src/a.js']);
    expect(
      await named({ ...program, 'lib/a.js': 'process.dlopen(m, new URL(`../src/parse`, import.meta.url));' }),
    ).toEqual(['lib/a.js']);
    expect(await named({ ...program, 'test/a.test.js': load })).toEqual([]);
    expect(await named({ 'src/parse.js': CODE, 'src/a.js': "export { parse } from './parse';" })).toEqual([]);
    expect(await named({ LICENSE: 'Free to use.\n', 'src/a.js': "readFileSync('../LICENSE')" })).toEqual([]);
  });

  it('is found if it is in a program under the name of something else, or built', async () => {
    const rust = 'pub fn off(price: i64) -> i64 {\n    price - 1\n}\n';
    const python = 'def off(price):\n    return price - 1\n';
    expect(await named({ 'src/rule.txt': rust, 'src/lib.rs': 'include!("rule.txt");' })).toEqual(['src/lib.rs']);
    expect(await named({ 'src/rule.inc': rust, 'src/lib.rs': '#[path = "rule.inc"]\nmod rule;' })).toEqual([
      'src/lib.rs',
    ]);
    const load = 'discounted = run_path(str(HERE.with_name("rule.dat")))["off"]';
    expect(await named({ 'shop/rule.dat': python, 'shop/a.py': load })).toEqual(['shop/a.py']);
    expect(await named({ 'src/rule.dat': CODE, 'src/a.cjs': "module.exports = require('./rule.dat');" })).toEqual([
      'src/a.cjs',
    ]);
    expect(
      await named({ 'src/rule.wasm': '\0asm', 'src/a.js': "readFileSync(new URL('rule.wasm', import.meta.url))" }),
    ).toEqual(['src/a.js']);
  });

  it('is not found where what is read is no program, or nothing names it', async () => {
    const read = "readFileSync(new URL('./words.txt', import.meta.url))";
    for (const text of ['the\nand\n', 'Off by (one): see below.\n', '{{name}} => {{value}} {\n', 'a = 1\nb = (2, 3)\n'])
      expect(await named({ 'src/words.txt': text, 'src/a.js': read })).toEqual([]);
    expect(await named({ 'src/words.txt': CODE, 'src/a.js': 'export const a = 1;' })).toEqual([]);
    expect(await named({ 'src/rules.json': '{"a": "() => 1"}', 'src/a.js': "import './rules.json'" })).toEqual([]);
  });
});
