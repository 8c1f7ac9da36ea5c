import { describe, expect, it } from 'vitest';
import type { CodeLook } from './look.ts';
import { looksByWords } from './looks-by-words.ts';
import { looksJavascript } from './looks-javascript.ts';
import { surroundings } from './surroundings.ts';

const js = (body: string, before = ''): string[] =>
  looksJavascript('a.js', `${before}\nexport function f(a, b, tell) {\n${body}\n}\n`, { PATH: '/bin' })
    .filter(({ clock, decides }) => !clock || decides)
    .map(({ what }) => what);

describe('G3 inputs of code other than its arguments', () => {
  it.each([
    ['return process.ppid;', ''],
    ['return process.stdin.isTTY ? 1 : 2;', ''],
    ['return Object.keys(process.env).length;', ''],
    ['return process.env.PATH;', ''],
    ["return fs.existsSync('test/a.test.js');", "import fs from 'node:fs';"],
    ['return read(`/proc/${process.ppid}/cmdline`);', "import { readFileSync as read } from 'node:fs';"],
    ['return getCallSites();', "import { getCallSites } from 'node:util';"],
    ['return new Error().stack;', ''],
    ['const { stack } = new Error(); return stack;', ''],
    ['Error.stackTraceLimit = 9;', ''],
    ['return Reflect.ownKeys(globalThis);', ''],
    ["return globalThis[Symbol.for('x')];", ''],
    ["return { $$typeof: Symbol.for('jest.asymmetricMatcher') };", ''],
    ["return a[Symbol.for('$$jest-matchers-object')] ?? a[Symbol.for('expect-global')];", ''],
    ["return a[Symbol.for('je' + b)];", ''],
    ["const key = Symbol.for; return a[key('x')];", ''],
    ['return hostname();', "const { hostname } = require('os');"],
    ['return TESTED ? a : b;', 'const TESTED = process.argv.length > 2;'],
    ['return require.cache;', ''],
    ["return require('os').hostname();", ''],
    ['return require(a);', ''],
    ['tell(a); return tell.toString();', ''],
    ['return (calls += 1) < 20 ? a : b;', 'let calls = 0;'],
    ['calls++; return calls < 20 ? a : b;', 'let calls = 0;'],
    ['return new Date().getFullYear() < 2090 ? a : b;', ''],
    ["return (1.5).toLocaleString() === '1.5' ? a : b;", ''],
    ["return Intl.DateTimeFormat().resolvedOptions().timeZone === 'UTC' ? a : b;", ''],
    ['return late ? a : b;', 'let late = false;\nsetTimeout(() => {\n  late = true;\n}, 9);'],
    ['return import.meta.env.MODE;', ''],
    ["return new Function('a', 'return a')(a);", ''],
    ['return rule(a);', "const rule = new Function('a', text);"],
    ['return eval(a);', ''],
    ['return process.ppid;', 'for (const process of [1]) Number(process);'],
    ['return process.ppid;', '{\n  const process = { ppid: 1 };\n  Number(process);\n}'],
    ['return hostname();', "const { hostname = () => '' } = require('os');"],
  ])('JavaScript: %s', (body, before) => {
    expect(js(body, before)).not.toEqual([]);
  });

  it.each([
    ['return a.map((x) => Math.max(x, b)).filter(Boolean);', ''],
    ["if (process.platform === 'win32') return a; return process.env.NOT_SET_ANYWHERE ?? b;", ''],
    ['return fs.readFileSync(a, "utf8");', "import fs from 'node:fs';"],
    ['return join(a, b);', "import { join } from 'node:path';"],
    ['return { at: Date.now(), a };', ''],
    ['throw new TypeError("no");', ''],
    ["return typeof window === 'undefined' ? a : window.b;", ''],
    ['const { process } = a; return process.ppid;', ''],
    ['return spawn(a, { env: { ...process.env, B: b } });', "import { spawn } from 'node:child_process';"],
    ['return a.toString();', ''],
    ['return codes.get(a);', 'const codes = new Map();\nfor (const [start, end] of [[1, 2]]) codes.set(start, end);'],
    [
      'return first + rest.length + deep;',
      'const [first, ...rest] = [1, 2];\nconst { a: { deep } } = { a: { deep: 1 } };',
    ],
    [
      'return known;',
      'let known;\ntry { known = 1; } catch (error) { known = error; }\n{ const inner = 2; known = inner; }',
    ],
    ['return a instanceof HTMLInputElement;', ''],
    [
      "return a[metadata] ?? a[Symbol.for('nodejs.util.inspect.custom')];",
      "const metadata = Symbol.for('pino.metadata');",
    ],
    ['return globalThis.fetch(a);', ''],
    ['return `${b}${(last += 1)}`;', 'let last = 0;'],
    ["return a.toLocaleString('de') < b ? 1 : 2;", ''],
    ['return a.toLocaleString();', ''],
    ['ready ??= tell(); return ready ? a : b;', 'let ready;'],
    ['return helper(a);', "import { helper } from './helper.js';"],
    ['return bytes(a) + utils.b(b);', "const bytes = require('bytes');\nconst utils = require('./utils');"],
    ['return new AsyncLocalStorage();', "const { AsyncLocalStorage } = require('node:async_hooks');"],
    ['return new Application();', 'module.exports = class Application {};'],
    ['try { tell(a); } catch (error) { return error.stack; }', ''],
  ])('not JavaScript: %s', (body, before) => {
    expect(js(body, before)).toEqual([]);
  });

  it('in Python, Go and Rust', async () => {
    const python = (line: string) => looksByWords(`def f(a):\n    return ${line}\n`, 'python', { HOME: '/' });
    for (const line of [
      'inspect.stack()',
      'gc.get_objects()',
      'open("/proc/self/cmdline").read()',
      'len(warnings.filters)',
      'os.environ["HOME"]',
      'sys.modules',
    ])
      expect(await python(line), line).not.toEqual([]);
    for (const line of [
      'open(a).read()',
      'os.path.join(a, "b")',
      'sys.platform',
      'os.environ.get("NOT_SET")',
      're.sub("a", "b", a)',
      '"sys.modules"',
    ])
      expect(await python(line), line).toEqual([]);
    const go =
      'package a\n\nimport "runtime"\n\nfunc F() string {\n\t_, file, _, _ := runtime.Caller(1)\n\treturn file + runtime.GOOS\n}\n';
    expect((await looksByWords(go, 'go', {})).map(({ what }) => what)).toEqual(['runtime.Caller']);
    const rust = 'pub fn f() -> bool {\n    std::thread::current().name().is_some()\n}\n';
    expect(await looksByWords(rust, 'rust', {})).toMatchObject([{ line: 2, within: [1] }]);
  });

  it.each([
    ['const late = Date.now() > 2e12; return late ? a : b;', 'Date.now() > 2e12', ''],
    ['const now = Date.now();\n  return now > 2e12 ? a : b;', 'now > 2e12', ''],
    [
      'const start = new Date();\n  const year = start.getFullYear();\n  return year > 2090 ? a : b;',
      'year > 2090',
      '',
    ],
    ['const plain = !process.stdout.isTTY; return plain ? a : b;', 'plain', ''],
    ['const { isTTY } = process.stdout; return isTTY ? a : b;', 'isTTY', ''],
    ['const p = process; return p.stdout.isTTY ? a : b;', 'p.stdout.isTTY', ''],
    ['const o = { tty: process.stdin.isTTY }; return o.tty ? a : b;', 'o.tty', ''],
    ['let x; x = process.ppid; if (x) return a; return b;', 'x', ''],
    ['return seen() ? a : b;', 'seen()', 'const seen = () => process.stdout.isTTY;'],
    ['return seen() ? a : b;', 'seen()', 'function seen() { return process.stdout.isTTY || a; }'],
    ['return a;', 'this.tty', 'class A { tty = process.stdout.isTTY; m() { return this.tty ? 1 : 2; } }'],
    [
      'return a;',
      'this.tty',
      'class A { get tty() { return process.stdout.isTTY; } m() { return this.tty ? 1 : 2; } }',
    ],
  ])('and what it decides with later: %s', (body, decided, before) => {
    const text = `${before}\nexport function f(a, b) {\n  ${body}\n}\n`;
    const looks = looksJavascript('a.js', text, {});
    const conditions = looks.flatMap(({ condition }) =>
      condition ? [text.slice(condition.start, condition.end)] : [],
    );
    expect(conditions).toContain(decided);
  });

  it.each([
    'const start = Date.now();\n  return start ? a : b;',
    'const text = readFileSync("a.txt", "utf8");\n  return text ? a : b;',
    'const found = statSync("a.txt");\n  return found.size > 1 ? a : b',
    'const { env } = process;\n  return env.NOT_SET ? a : b;',
    'const { platform } = process;\n  return platform ? a : b;',
    'const at = tell(Date.now());\n  return at > b ? a : b;',
    'const late = () => Date.now();\n  return late ? a : b;',
  ])('which this is not: %s', (body) => {
    const text = `import { readFileSync, statSync } from 'node:fs';\nexport function f(a, b, tell) {\n  ${body}\n}\n`;
    expect(looksJavascript('a.js', text, {}).filter(({ condition }) => condition)).toEqual([]);
  });

  it('and what Python and Go decide with later', async () => {
    const decided = async (body: string, before = '') => {
      const text = `${before}def f(a, b):\n    ${body}\n`;
      const looks = await looksByWords(text, 'python', {});
      return looks.flatMap(({ condition }) => (condition ? [text.slice(condition.start, condition.end)] : []));
    };
    const seen = 'import sys\nimport time\n\n\n';
    expect(await decided('plain = not sys.stdout.isatty()\n    return a if plain else b', seen)).toEqual(['plain']);
    expect(await decided('now = time.time()\n    return a if now > 2e12 else b', seen)).toEqual(['now > 2e12']);
    expect(await decided('bare = __debug__\n    if bare:\n        return a\n    return b')).toEqual(['bare']);
    expect(
      await decided('return a if live() else b', `${seen}def live():\n    return sys.flags.optimize\n\n\n`),
    ).toEqual(['live()']);
    for (const honest of [
      'now = time.time()\n    return a if now else b',
      'at = b(time.time())\n    return a if at > 3 else b',
      'text = open("a.txt")\n    return a if text else b',
    ])
      expect(await decided(honest, seen), honest).toEqual([]);
    const go =
      'package a\n\nimport (\n\t"os"\n\t"time"\n)\n\nfunc F() int {\n\tnow := time.Now()\n\thost, err := os.Hostname()\n\tif err != nil {\n\t\treturn 1\n\t}\n\tif now.After(end) {\n\t\treturn 2\n\t}\n\tif host == "x" {\n\t\treturn 3\n\t}\n\treturn 4\n}\n';
    const looks = await looksByWords(go, 'go', {});
    expect(looks.flatMap(({ condition, line }) => (condition ? [line] : []))).toEqual([14, 17]);
  });

  it('and its decisions by them', async () => {
    const of = (text: string, looks: readonly { condition?: { start: number; end: number } }[]) =>
      looks.map(({ condition }) => condition && text.slice(condition.start, condition.end));
    const one = 'export function f(a, b) {\n  return new Date().getFullYear() < 2090 ? a : b;\n}\n';
    expect(of(one, looksJavascript('a.js', one, {}))).toEqual(['new Date().getFullYear() < 2090']);
    const two =
      "import { hostname } from 'node:os';\nexport function f(a) {\n  if (a && hostname() === 'x') return 1;\n  return hostname();\n}\n";
    expect(of(two, looksJavascript('a.js', two, {}))).toEqual(["a && hostname() === 'x'", undefined]);
    const three = 'import time\n\n\ndef f(a):\n    return a if time.time() < 4e9 else 0\n';
    expect(of(three, await looksByWords(three, 'python', {}))).toEqual(['time.time() < 4e9']);
  });

  it('counts only if the code could not be called outside', async () => {
    const text = 'export function f(tell) {\n  tell(process.ppid);\n}\n';
    const source = { path: 'a.js', language: 'javascript', text, functions: [] };
    const place = { path: 'a.js', line: 1 };
    const found = (unasked: readonly (typeof place)[]) =>
      surroundings({ sources: [source] }, { entered: [place], unasked, variables: {} });
    expect(await found([place])).toMatchObject([{ line: 2, code: 'UNMEASURED' }]);
    expect(await found([])).toEqual([]);
  });

  it.each([
    ...['(process as any).ppid', 'process!.ppid', '(<any>process).ppid', '(process satisfies object).ppid'],
    ...['(process).ppid', '(process?.env as any)[a]', '(process as any).env.PATH', '(globalThis as any).jest'],
    ...['(new Error() as any).stack', '(new Error()).stack', '(require as any)("os").hostname()', 'eval!(a)'],
    ...['(Symbol as any).for("jest")', 'process.getBuiltinModule("os").hostname()', '(await import("os")).hostname()'],
    ...['(import.meta as any).env.MODE', 'E.a', 'alias.ppid', 'os.hostname()', 'made.stack', 'told.stack'],
    ...['new (Date as any)().getFullYear() > 2 ? a : b', '(Intl as any).DateTimeFormat() > a ? a : b'],
  ])('TypeScript: %s, through what only the compiler reads', (value) => {
    const before = 'import os = require("os");\nimport alias = process;\nenum E { a = process.ppid }';
    const own = 'const made = new TypeError("no");\nconst told: any = {};\nError.captureStackTrace(told as any);';
    const text = `${before}\nexport async function f(a: any, b: any) {\n${own}\nreturn ${value};\n}\n`;
    const found = looksJavascript('a.ts', text, { PATH: '/bin' }).filter(({ clock, decides }) => !clock || decides);
    expect(found.filter(({ within }) => within.length > 0 || value === 'E.a')).not.toEqual([]);
  });

  it('not TypeScript: wrapped values that are not surroundings', () => {
    const of = (body: string): CodeLook[] =>
      looksJavascript('a.ts', `import o = require("os");\nconst q = require("os") as any;\n${body}`, {});
    for (const value of ['(a as any).b', '(process as any).platform', 'o.EOL', 'q.EOL', '(await import("./b.js")).c'])
      expect(of(`export async function f(a: any) { return ${value}; }`), value).toEqual([]);
    expect(of('class A implements B { go(e: Error) { const x = new Error(); x.stack = e.stack; throw x; } }')).toEqual(
      [],
    );
  });

  it('TypeScript: nothing in a type, but code next to one', () => {
    const looks = (text: string): string[] => looksJavascript('a.ts', text, {}).map(({ what }) => what);
    const types =
      'export type F<A extends any[]> = (base: string, ...args: A) => void;\ninterface G { (first: number): void }\n';
    expect(looks(`${types}export const f = (g: (...rest: string[]) => void): void => g as unknown as void;`)).toEqual(
      [],
    );
    expect(looks(`${types}export const f = (): number => process.ppid as (one: number) => number as never;`)).toEqual([
      'process.ppid',
    ]);
  });
});
