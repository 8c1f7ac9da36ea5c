// A program of its own, which shows no sign of a test. It loads modules like a bundler where Node alone would not
// resolve them.
// biome-ignore-all lint/correctness/noUnusedImports: the part that is put in uses what is imported
import { createHook } from 'node:async_hooks';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = createRequire(import.meta.url);
const answers = here('./a.cjs');
const orders = here('./o.json');
const ENDS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];
const isFile = (path) => {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
};
const near = (path) =>
  [
    path,
    path.replace(/\.([cm]?)jsx?$/, '.$1ts'),
    path.replace(/\.jsx?$/, '.tsx'),
    ...ENDS.map((end) => path + end),
    ...ENDS.map((end) => join(path, `index${end}`)),
  ].find(isFile);
const aliases = (() => {
  const found = [
    ['@/', ['src/']],
    ['~/', ['src/', './']],
  ];
  try {
    const text = readFileSync('tsconfig.json', 'utf8')
      .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      .replace(/,(\s*[}\]])/g, '$1');
    const { paths = {}, baseUrl = '.' } = JSON.parse(text).compilerOptions ?? {};
    for (const [from, to] of Object.entries(paths))
      found.unshift([from.replace(/\*$/, ''), to.map((each) => join(baseUrl, each.replace(/\*$/, '')))]);
  } catch {}
  return found;
})();
// Imported names that are only types are kept, where compilers drop them. An import of which nothing is left is dropped
// completely, as compilers do: two files that import each other's types are no cycle.
const IMPORT = /^import\s+(?:([\w$]+)\s*,\s*)?\{([^}]*)\}\s*from\s*(?:'[^'\n]*'|"[^"\n]*")/gm;
const elided = (loaded) => {
  if (loaded.format !== 'module-typescript') return loaded;
  const text = stripTypeScriptTypes(String(loaded.source), { mode: 'transform' });
  const isUsed = (each) => {
    const local = each
      .trim()
      .split(/\s+as\s+/)
      .at(-1);
    const name = new RegExp(`(?<![\\w$])${local.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
    return local !== '' && (text.match(name) ?? []).length > 1;
  };
  const source = text.replace(IMPORT, (all, whole, names) => {
    const used = names.split(',').filter(isUsed);
    if (used.length === 0 && names.trim() !== '' && whole === undefined) return '';
    return all.replace(`{${names}}`, () => `{${used.join(',')}}`);
  });
  return { format: 'module', source, shortCircuit: true };
};
registerHooks({
  resolve(wanted, context, next) {
    try {
      return next(wanted, context);
    } catch (error) {
      const from = context.parentURL?.startsWith('file:') ? dirname(fileURLToPath(context.parentURL)) : process.cwd();
      const tries = /^[./]/.test(wanted)
        ? [resolve(from, wanted)]
        : wanted.startsWith('file:')
          ? [fileURLToPath(wanted)]
          : aliases
              .filter(([start]) => wanted.startsWith(start))
              .flatMap(([start, to]) => to.map((each) => resolve(each, wanted.slice(start.length))));
      for (const path of tries) {
        const file = near(path);
        if (file) return next(pathToFileURL(file).href, context);
      }
      throw error;
    }
  },
  load(url, context, next) {
    if (/\.m?ts$/.test(url)) return elided(next(url, context));
    if (!/\.[jt]sx$/.test(url)) return next(url, context);
    const path = fileURLToPath(url),
      project = createRequire(join(process.cwd(), 'x.js'));
    const text = readFileSync(path, 'utf8');
    const ways = [
      () =>
        project('esbuild').transformSync(text, { loader: extname(path).slice(1), format: 'esm', jsx: 'automatic' })
          .code,
      () => project('oxc-transform').transform(path, text, { jsx: { runtime: 'automatic' } }).code,
      () =>
        project('typescript').transpileModule(text, {
          fileName: path,
          compilerOptions: { module: 99, target: 99, jsx: 4 },
        }).outputText,
    ];
    for (const way of ways)
      try {
        return { format: 'module', source: way(), shortCircuit: true };
      } catch {}
    return next(url, context);
  },
});
// __ASKING__
/** Callbacks that the code has scheduled, in order. */
const timers = [];
if (orders.lasting)
  createHook({
    init(_id, type, _from, timer) {
      if (type === 'Timeout') timers.push(timer);
    },
  }).enable();
try {
  await asking(answers, (path) => import(pathToFileURL(resolve(path)).href), orders, timers);
} catch (error) {
  answers.put({ k: 'x', m: answers.fault(error) });
}
process.exit(0);
