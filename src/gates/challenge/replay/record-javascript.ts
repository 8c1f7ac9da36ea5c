/**
 * Stands in for a test library, as the text of a module: tests are collected and run, and what each assertion is given
 * is written down instead of judged. It runs inside the project's runner and in a plain process, so it needs nothing.
 */
export const RECORDER = String.raw`
import { inspect } from 'node:util';
const ROOT = process.cwd();
const plain = (text) => text.split(ROOT).join('.').replace(/0x[0-9a-f]{6,}/g, '0x…');
// This file is loaded first: whatever is patched later, these are as the language has them.
const { getPrototypeOf, getOwnPropertyDescriptor, keys, getOwnPropertySymbols } = Object;
const { isArray } = Array, quote = JSON.stringify, OBJECT = Object.prototype, ARRAY = Array.prototype;
const OPAQUE = {};
/** Plain data as text, or that it is none: told without asking the value itself how it wants to be seen. */
const dataOf = (value, depth = 0) => {
  if (value === null || value === undefined || typeof value === 'boolean') return '' + value;
  if (typeof value === 'number') return value === 0 ? '0' : '' + value;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return value + 'n';
  if (typeof value !== 'object' || depth > 8) throw OPAQUE;
  const proto = getPrototypeOf(value);
  const inner = (key) => {
    const found = getOwnPropertyDescriptor(value, key);
    if (found === undefined) return 'undefined';
    if (!('value' in found)) throw OPAQUE;
    return dataOf(found.value, depth + 1);
  };
  if (isArray(value) && proto === ARRAY && value.length < 2000) {
    let all = '[';
    for (let at = 0; at < value.length; at += 1) all += (at === 0 ? '' : ', ') + inner(at);
    return all + ']';
  }
  if ((proto !== OBJECT && proto !== null) || getOwnPropertySymbols(value).length > 0) throw OPAQUE;
  const named = keys(value).sort().map((key) => [quote(key), inner(key)]).filter(([, text]) => text !== 'undefined');
  return '{' + named.map(([key, text]) => key + ': ' + text).join(', ') + '}';
};
const short = (text) => {
  if (text.length <= 200) return text;
  let sum = 7;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return text.slice(0, 160) + '… (' + text.length + ', ' + sum + ')';
};
const data = (value) => {
  try { return short(dataOf(value)); } catch (error) { return error === OPAQUE ? 'opaque ' + typeof value : 'opaque'; }
};
export const show = (value) => {
  try { return plain(inspect(value, { depth: 5, breakLength: Infinity, sorted: true, maxStringLength: 300, maxArrayLength: 50 })).slice(0, 400); }
  catch { return String(typeof value); }
};
const fault = (error) => plain((error?.name ?? 'thrown') + ': ' + String(error?.message ?? error)).slice(0, 300);
const tests = [];
const known = new Map();
const scope = (title, up) => ({ title, up, beforeEach: [], afterEach: [], beforeAll: [], afterAll: [], begun: false });
let at = scope('', null);
let now = null;
const names = (from) => { const found = []; for (let s = from; s?.up; s = s.up) found.unshift(s.title); return found; };
const add = (kind, args) => {
  const title = typeof args[0] === 'function' ? args[0].name : String(args[0]);
  const body = args.findLast((each) => typeof each === 'function');
  if (kind === 'test') { if (body) tests.push({ name: [...names(at), title].join(' > '), body, scope: at }); return; }
  const outer = at;
  at = scope(title, outer);
  try { body?.(); } finally { at = outer; }
};
const rows = (table) => table.map((row) => (Array.isArray(row) ? row : [row]));
const fill = (title, row, n) => String(title) + ' #' + n + ' ' + show(row).slice(0, 60);
const api = (kind) => {
  const self = (...args) => add(kind, args);
  return new Proxy(self, { get: (_, key) => {
    if (key === 'each' || key === 'for') return (table) => {
      if (!Array.isArray(table) || table.raw) return () => undefined;
      return (title, ...rest) => {
        const body = rest.findLast((each) => typeof each === 'function');
        const given = key === 'for' ? table.map((row) => [row]) : rows(table);
        given.forEach((row, n) => add(kind, [fill(title, row, n), () => body(...row)]));
      };
    };
    if (key === 'skip' || key === 'todo' || key === 'fails') return () => undefined;
    if (key === 'skipIf') return (when) => (when ? () => undefined : api(kind));
    if (key === 'runIf') return (when) => (when ? api(kind) : () => undefined);
    if (key === 'describe' || key === 'suite') return api('suite');
    if (key === 'beforeEach' || key === 'afterEach' || key === 'before' || key === 'after') return hook(key);
    return api(kind);
  } });
};
const hook = (key) => (body) => { at[key === 'before' ? 'beforeAll' : key === 'after' ? 'afterAll' : key].push(body); };
export const describe = api('suite'), suite = describe, context = describe;
export const it = api('test'), test = it, specify = it;
export const beforeEach = hook('beforeEach'), afterEach = hook('afterEach'), beforeAll = hook('beforeAll'), afterAll = hook('afterAll');
export const before = beforeAll, after = afterAll;
// An assertion inside of what another one calls may be meant to fail.
let within = 0;
const note = (value) => {
  if (!now || within > 0) return null;
  const slot = now.values.push('…') - 1;
  const kept = now;
  const keep = (text) => { kept.values[slot] = text; };
  const seen = { kept, value, ends: null, settled: null };
  const settle = (result) => {
    if (typeof result?.then !== 'function') return keep(show(result));
    seen.ends = 'later';
    seen.settled = result;
    kept.pending.push(result.then((got) => keep('resolves ' + show(got)), (error) => keep('rejects ' + fault(error))));
  };
  if (typeof value === 'function' && value.length === 0 && !/^class\b/.test(Function.prototype.toString.call(value))) {
    within += 1;
    try { seen.ends = 'returns'; settle(value()); } catch (error) { seen.ends = 'throws'; keep('throws ' + fault(error)); } finally { within -= 1; }
  } else settle(value);
  return seen;
};
const MOST_ASKED = 400;
const ask = (kept, how, given, wanted) => { if (kept.asked.length < MOST_ASKED) kept.asked.push({ how, given, wanted: wanted.map(data) }); };
/** What was asked of a value: held against it outside of this process. */
const matched = (seen, path, args) => {
  if (!seen) return;
  const { kept, value, ends, settled } = seen;
  const how = path.at(-1);
  if (path.length === 1 && how === 'toThrow') return ends === 'later' || ends === null ? undefined : ask(kept, how, ends, []);
  if (path.length === 1 && ends !== 'later') return ask(kept, how, data(value), args);
  if (path.length === 2 && path[0] === 'resolves' && settled) kept.pending.push(settled.then((got) => ask(kept, how, data(got), args), () => undefined));
};
const chain = (seen = null, path = []) => new Proxy(() => undefined, {
  get: (_, key) => (key === 'then' ? undefined : chain(seen, [...path, String(key)])),
  apply: (_, self, args) => { matched(seen, path, args); return chain(); },
});
class Unlike { constructor(args) { this.args = args; } }
const expecting = (value) => chain(note(value));
export const expect = new Proxy(expecting, { get: (_, key) => (key === 'soft' ? expecting : (...args) => new Unlike(args)) });
export const expectTypeOf = () => chain(), assertType = () => undefined;
const asserting = (how) => (value, ...args) => { matched(note(value), [how], args); };
export const assert = new Proxy(asserting('ok'), { get: (_, key) => (key === 'strict' || key === 'default' ? assert : asserting(String(key))) });
export default assert;
export const strict = assert, { ok, equal, strictEqual, deepEqual, deepStrictEqual, throws, rejects, notEqual, match } = assert;
const json = (args) => { try { return JSON.parse(JSON.stringify(args)); } catch { return undefined; } };
const MOST_CALLS = 60;
export const wrap = (name, module, value) => {
  if (typeof value !== 'function' || /^class\b/.test(Function.prototype.toString.call(value))) return value;
  const key = module + '#' + name;
  if (!known.has(key)) known.set(key, { name, module, value, calls: [] });
  const { calls } = known.get(key);
  return new Proxy(value, { apply: (target, self, args) => {
    const copy = json(args);
    const call = copy !== undefined && show(copy) === show(args) && calls.length < MOST_CALLS ? { args: copy, outcome: '' } : undefined;
    if (call) calls.push(call);
    try {
      const result = Reflect.apply(target, self, args);
      if (call && typeof result?.then === 'function') {
        result.then((got) => { call.outcome = show(got); }, (error) => { call.outcome = 'throws ' + fault(error); });
      } else if (call) call.outcome = show(result);
      return result;
    } catch (error) {
      if (call) call.outcome = 'throws ' + fault(error);
      throw error;
    }
  } });
};
const soon = (promise, ms) => Promise.race([promise, new Promise((_, no) => setTimeout(no, ms, new Error('took too long')).unref?.())]);
const scopesOf = (from) => { const found = []; for (let s = from; s; s = s.up) found.unshift(s); return found; };
const given = () => ({ test: async (_title, body) => body(given()), assert, task: {}, expect, after: () => undefined, diagnostic: () => undefined, skip: () => { throw SKIPPED; } });
const SKIPPED = {};
export const replay = async () => {
  const told = [];
  for (const { name, body, scope: own } of tests) {
    const here = { values: [], asked: [], pending: [] };
    let skipped = false;
    now = here;
    try {
      for (const s of scopesOf(own)) if (!s.begun) { s.begun = true; for (const each of s.beforeAll) await each(); }
      for (const s of scopesOf(own)) for (const each of s.beforeEach) await each();
      await soon((async () => body(given()))(), 5000);
      for (const s of scopesOf(own).reverse()) for (const each of s.afterEach) await each();
    } catch (error) { if (error === SKIPPED) skipped = true; else here.values.push('ends with ' + fault(error)); }
    await soon(Promise.allSettled(here.pending), 2000).catch(() => undefined);
    now = null;
    if (!skipped) told.push({ test: name, values: here.values, asked: here.asked });
  }
  return told;
};
export const calls = () => [...known.values()].map(({ name, module, value, calls: made }) => ({ name, module, parameters: value.length, calls: made }));
export const probe = async (name, module, args) => {
  const found = known.get(module + '#' + name);
  if (!found) return 'unknown';
  try { return show(await soon(Promise.resolve(found.value(...args)), 2000)); } catch (error) { return 'throws ' + fault(error); }
};
`;

/** Runs in a plain process: loads the files, tells what they saw, then what came back for fresh inputs. */
export const MAIN = (recorder: string, files: readonly string[], inputs: string | null): string => String.raw`
import { readFileSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
const tell = (what) => writeSync(1, '\n@@replay ' + JSON.stringify(what) + '\n');
let server;
const load = async (path) => {
  try { return await import(pathToFileURL(resolve(path))); } catch (first) {
    // Files that Node does not read as they are: the project's own bundler may.
    try {
      const { createServer } = await import('vite');
      server ??= await createServer({ root: process.cwd(), logLevel: 'silent', appType: 'custom', server: { middlewareMode: true, hmr: false, ws: false, watch: null } });
      return await server.ssrLoadModule(resolve(path));
    } catch { throw first; }
  }
};
try {
  const { replay, calls, probe } = await load(${JSON.stringify(recorder)});
  for (const path of ${JSON.stringify(files)}) await load(path).catch((error) => tell({ unloaded: path + ': ' + String(error?.message ?? error).slice(0, 300) }));
  tell({ told: await replay(), calls: calls() });
  for (const { name, module, args } of ${inputs === null ? '[]' : `JSON.parse(readFileSync(${JSON.stringify(inputs)}, 'utf8'))`})
    tell({ probe: { name, module, args, outcome: await probe(name, module, args) } });
} catch (error) {
  tell({ failed: String(error?.message ?? error).slice(0, 500) });
}
process.exit(0);
`;

/** Runs inside the project's own runner; a failing test is the one way to say something there. */
export const INSIDE = (runner: string, recorder: string, files: readonly string[]): string =>
  [
    runner === 'vitest' ? "import { it as realIt } from 'vitest';" : "import { test as realIt } from 'node:test';",
    // First: what the code under test does to the language comes after it.
    `import { replay } from ${JSON.stringify(recorder)};`,
    ...files.map((file) => `import ${JSON.stringify(file)};`),
    "realIt('replay', async () => {",
    '  const told = await replay();',
    '  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value.length < 200));',
    '  while (JSON.stringify({ told, env }).length > 18000 && told.length > 0) told.pop();',
    "  throw new Error('@@replay ' + JSON.stringify({ told, env }));",
    runner === 'vitest' ? '}, 30000);' : '});',
  ].join('\n');
