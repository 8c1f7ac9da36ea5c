import { profileFor } from '#project/test-runners/profiles.ts';
import { VALUES } from './values-javascript.ts';

export interface AskerOptions {
  readonly nonce: string;
  readonly pipe: string;
}

/** Writes answers to the pipe: a CommonJS module that works in a realm of its own, as the recorder does. */
export const answersJavascript = ({ nonce, pipe }: AskerOptions): string => `'use strict';
const vm = require('node:vm');
const { openSync, writeSync } = require('node:fs');
const { types } = require('node:util');
const { randomBytes } = require('node:crypto');
const fd = openSync(${JSON.stringify(pipe)}, 'a');
const make = vm.runInContext(${JSON.stringify(`(function (types, write, who, ROOTS, NONCE) {'use strict';\n${VALUES}\nreturn { put: writer(write, NONCE, who), show, fault, isPromise: types.isPromise }; })`)}, vm.createContext({}));
module.exports = make(types, (text) => { writeSync(fd, text); }, randomBytes(6).toString('hex'), [process.cwd()], ${JSON.stringify(nonce)});
`;

/** In the realm of the code: what is asked is made there, or a list would be no list to it. */
export const ASKING = `
const made = (value) => {
  if (Array.isArray(value)) return value.map(made);
  if (value === null || typeof value !== 'object') return value;
  if (!('$' in value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, made(each)]));
  const inner = value.v;
  switch (value.$) {
    case 'number': return inner === '-0' ? -0 : Number(inner);
    case 'bigint': return BigInt(inner);
    case 'date': return new Date(inner);
    case 'regexp': return new RegExp(inner[0], inner[1]);
    case 'map': return new Map(inner.map(([key, each]) => [made(key), made(each)]));
    case 'set': return new Set(inner.map(made));
    case 'function': return (0, eval)('(' + inner + ')');
    default: return undefined;
  }
};
const found = (module, name) => {
  if (name.includes(':')) return composed(module, name.split(':'));
  if (name !== 'default') return module[name] ?? module.default?.[name];
  const first = module.default ?? module;
  return typeof first === 'function' ? first : (first?.default ?? first);
};
/** Something is made, then asked: what is given is for each call in turn. The last answer counts. */
const composed = (module, [how, first, many, ...steps]) => {
  const make = found(module, first);
  if (typeof make !== 'function') return undefined;
  return (...args) => {
    const take = (count) => args.splice(0, Number(count));
    const given = take(many);
    const it = how === 'state' ? Object.assign(Object.create(make.prototype), given[0]) : how === 'new' ? new make(...given) : make(...given);
    let last;
    for (let at = 0; at < steps.length; at += 2) {
      const more = take(steps[at + 1]);
      try { last = steps[at] === '' ? it(...more) : it[steps[at]](...more); } catch (error) { if (at + 2 >= steps.length) throw error; }
    }
    return last;
  };
};
const soon = (promise, ms) => { let timer; return Promise.race([promise, new Promise((_, no) => { timer = setTimeout(() => no(new Error('not settled')), ms); })]).finally(() => clearTimeout(timer)); };
const once = async (answers, fn, args) => {
  let given;
  try { given = fn(...args); } catch (error) { return 'throws ' + answers.fault(error); }
  if (!answers.isPromise(given)) return answers.show(given);
  try { return 'resolves ' + answers.show(await soon(given, 2000)); } catch (error) { return 'rejects ' + answers.fault(error); }
};
const asking = async (answers, load, { before, modules, calls }) => {
  for (const path of before) try { await load(path); } catch (error) { answers.put({ k: 's', path, m: answers.fault(error) }); }
  const all = {};
  for (const path of modules) try { all[path] = await load(path); } catch (error) { answers.put({ k: 'u', path, m: answers.fault(error) }); }
  for (const { n, module, name, args } of calls) {
    const fn = all[module] && found(all[module], name);
    if (typeof fn === 'function') answers.put({ k: 'q', n, o: await once(answers, fn, made(JSON.parse(args))) });
  }
  answers.put({ k: 'z' });
};
`;

/** A program of its own, which shows no sign of a test. It loads what Node alone would not resolve as bundlers do. */
export const PLAIN_JAVASCRIPT = String.raw`
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
const here = createRequire(import.meta.url);
const answers = here('./a.cjs');
const orders = here('./o.json');
const ENDS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];
const isFile = (path) => { try { return statSync(path).isFile(); } catch { return false; } };
const near = (path) => [path, path.replace(/\.([cm]?)jsx?$/, '.$1ts'), path.replace(/\.jsx?$/, '.tsx'), ...ENDS.map((end) => path + end), ...ENDS.map((end) => join(path, 'index' + end))].find(isFile);
const aliases = (() => {
  const found = [['@/', ['src/']], ['~/', ['src/', './']]];
  try {
    const text = readFileSync('tsconfig.json', 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1');
    const { paths = {}, baseUrl = '.' } = JSON.parse(text).compilerOptions ?? {};
    for (const [from, to] of Object.entries(paths)) found.unshift([from.replace(/\*$/, ''), to.map((each) => join(baseUrl, each.replace(/\*$/, '')))]);
  } catch {}
  return found;
})();
// Names that are types only are imported like any other where compilers leave them out by themselves.
const elided = (loaded) => {
  if (loaded.format !== 'module-typescript') return loaded;
  const text = stripTypeScriptTypes(String(loaded.source), { mode: 'transform' });
  const source = text.replace(/^(import\s+(?:[\w$]+\s*,\s*)?\{)([^}]*)(\}\s*from\b)/gm, (all, open, names, close) => {
    const used = names.split(',').filter((each) => {
      const local = each.trim().split(/\s+as\s+/).at(-1);
      return local !== '' && (text.match(new RegExp('(?<![\\w$])' + local.replaceAll('$', '\\$') + '(?![\\w$])', 'g')) ?? []).length > 1;
    });
    return open + used.join(',') + close;
  });
  return { format: 'module', source, shortCircuit: true };
};
registerHooks({
  resolve(wanted, context, next) {
    try { return next(wanted, context); } catch (error) {
      const from = context.parentURL?.startsWith('file:') ? dirname(fileURLToPath(context.parentURL)) : process.cwd();
      const tries = /^[./]/.test(wanted) ? [resolve(from, wanted)] : wanted.startsWith('file:') ? [fileURLToPath(wanted)] : aliases.filter(([start]) => wanted.startsWith(start)).flatMap(([start, to]) => to.map((each) => resolve(each, wanted.slice(start.length))));
      for (const path of tries) { const file = near(path); if (file) return next(pathToFileURL(file).href, context); }
      throw error;
    }
  },
  load(url, context, next) {
    if (/\.m?ts$/.test(url)) return elided(next(url, context));
    if (!/\.[jt]sx$/.test(url)) return next(url, context);
    const path = fileURLToPath(url), project = createRequire(join(process.cwd(), 'x.js'));
    const text = readFileSync(path, 'utf8');
    const ways = [
      () => project('esbuild').transformSync(text, { loader: extname(path).slice(1), format: 'esm', jsx: 'automatic' }).code,
      () => project('oxc-transform').transform(path, text, { jsx: { runtime: 'automatic' } }).code,
      () => project('typescript').transpileModule(text, { fileName: path, compilerOptions: { module: 99, target: 99, jsx: 4 } }).outputText,
    ];
    for (const way of ways) try { return { format: 'module', source: way(), shortCircuit: true }; } catch {}
    return next(url, context);
  },
});
${ASKING}
try { await asking(answers, (path) => import(pathToFileURL(resolve(path)).href), orders); } catch (error) { answers.put({ k: 'x', m: answers.fault(error) }); }
process.exit(0);
`;

/** The same asked under the project's runner, in a file that bears the name of one of its tests. */
export function controlJavascript(runner: string, folder: string): string | null {
  const { asks } = profileFor(runner);
  if (!asks) return null;
  return `${asks.test}(${JSON.stringify('asks')}, async () => {
  const here = process.getBuiltinModule('module').createRequire(${JSON.stringify(`${folder}/`)});
  const { resolve } = process.getBuiltinModule('path');
  ${ASKING}
  const load = ${asks.load};
  await asking(here(${JSON.stringify(`${folder}/a.cjs`)}), async (path) => load(path), { ...here(${JSON.stringify(`${folder}/o.json`)}), before: [] });
});
`;
}
