import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changesTheWorld, differences, failedRecreations, isEnvironment } from './differences.ts';
import { readFrames } from './frames.ts';
import { instrumentJavascript } from './instrument-javascript.ts';
import type { ObservedCall } from './observation.ts';
import { recorderJavascript } from './recorder-javascript.ts';
import { recorderPython } from './recorder-python.ts';
import { Seen, told } from './records.ts';

const NONCE = 'a1b2';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'assay-observe-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  writeFileSync(join(made, 'p'), '');
  return made;
}

const heard = (at: string): readonly Seen[] => {
  const said = told(Seen, readFileSync(join(at, 'p'), 'utf8'), NONCE);
  expect(said).toMatchObject({ lost: false, foreign: 0 });
  return said.records;
};

/** Runs a module with its functions told of, and then some code that uses it. */
function watched(text: string, use: string, { masked = false, name = 'm.mts' } = {}): readonly Seen[] {
  const at = folder();
  const recorder = join(at, 'r.cjs');
  const made = instrumentJavascript({ path: name, text, recorder, key: '$w' });
  expect(made).not.toBe(null);
  // A line for the type checker comes first in TypeScript.
  const more = /ts$/.test(name) ? 1 : 0;
  expect(made?.text.split('\n')).toHaveLength(text.split('\n').length + more);
  writeFileSync(recorder, recorderJavascript({ nonce: NONCE, pipe: join(at, 'p'), masked, altered: null }));
  writeFileSync(join(at, name), made?.text ?? '');
  writeFileSync(join(at, 'main.mjs'), use);
  execFileSync(process.execPath, ['--experimental-transform-types', '--no-warnings', 'main.mjs'], {
    cwd: at,
    env: { VITEST: 'true' },
  });
  return heard(at);
}

const calls = (records: readonly Seen[]) =>
  records.flatMap((each) => (each.k === 'c' ? [[each.a, each.o, each.t]] : []));

describe('functions that report their calls', () => {
  it('a module may have a `process` of its own', () => {
    const text = "const process = require('node:process');\nexports.add = (a) => a + (process.argv ? 1 : 0);\n";
    const seen = watched(text, "import m from './m.cjs'; m.add(1);", { name: 'm.cjs' });
    expect(calls(seen)).toEqual([['[1]', '2', 0]]);
  });

  it('reports the changes of a call to its arguments, once the call has ended', () => {
    const text = [
      'export function fill(cart) { cart.total += 1; cart = null }',
      'export function walk(path) { path.push(1); try { return path.length } finally { path.pop() } }',
      'export const sorted = async (list) => list.sort();',
    ].join('\n');
    const use = "import * as m from './m.mjs'; m.fill({ total: 1 }); m.walk([0]); await m.sorted([2, 1]); m.walk([]);";
    const seen = watched(text, use, { name: 'm.mjs' });
    expect(seen.flatMap((each) => (each.k === 'c' ? [[each.o, each.l]] : []))).toEqual([
      ['undefined', ', and leaves [{"total":2}]'],
      ['2', undefined],
      ['resolves [1, 2]', ', and leaves [[1,2]]'],
      ['1', undefined],
    ]);
  });

  it('reports the last calls before an assertion if a function is called often', () => {
    const text = 'export const add = (a) => a + 1;\n';
    const use = `import { add } from './m.mjs'; for (let n = 0; n < 200; n += 1) add(n); add(-5);
      const { default: r } = await import('./r.cjs'); r(process, globalThis)?.d?.('a1', true); add(-6);`;
    const seen = watched(text, use, { name: 'm.mjs' });
    const args = seen.flatMap((each) => (each.k === 'c' ? [each.a] : []));
    expect(args).toHaveLength(64);
    expect(args.slice(-4)).toEqual(['[197]', '[198]', '[199]', '[-5]']);
  });

  it('tells the calls of a test behind others that have asked the same assertion often', () => {
    const text = 'export const add = (a) => a + 1;\n';
    const use = `import { add } from './m.mjs'; const { default: r } = await import('./r.cjs'); const own = r(process, globalThis);
      const run = (from, to) => { const t = own.b('t1'); for (let n = from; n < to; n += 1) own.d('a1', add(n)); t.f(); };
      run(0, 300); run(1000, 1030);`;
    const args = watched(text, use, { name: 'm.mjs' }).flatMap((each) => (each.k === 'c' ? [each.a] : []));
    expect(args.filter((each) => each?.startsWith('[10') && each.length === 6)).toHaveLength(30);
  });

  it('G14.8 tells arguments and outcomes, whatever the function looks like', () => {
    const seen = watched(
      [
        'export const add = ({ a, b: [c, ...d] = [] }: any, n = 1): number => a + c + d.length + n;',
        "export function fail(this: unknown, x: number) { if (x) throw new RangeError('no ' + x)",
        '  return }',
        'export default async function (text: string) { return { text } }',
        'export class Box { #n = 0; constructor(readonly q: number) { this.#n = q } get n() { return this.#n } put = (x: Map<string, number>) => x.get("a") }',
        'export function later(x: number) { return Promise.resolve(x + 1) }',
        'export function empty() {}',
      ].join('\n'),
      `import given, { add, Box, empty, fail, later } from './m.mts';
       add({ a: 1, b: [2, 3, 4] }); try { fail(3) } catch {} fail(0); await given('x'); const box = new Box(7); box.n; box.put(new Map([['a', 5]])); await later(1); empty(); add(box)`,
    );
    expect(calls(seen)).toEqual([
      ['[{"a":1,"b":[2,3,4]},1]', '6', 0],
      ['[3]', 'throws RangeError: no 3', 0],
      ['[0]', 'undefined', 0],
      ['["x"]', 'resolves {"text": "x"}', 0],
      ['[7]', 'undefined', 0],
      ['[]', '7', 1],
      ['[{"$":"map","v":[["a",5]]}]', '5', 0],
      ['[1]', 'resolves 2', 0],
      ['[]', 'undefined', 0],
      ['[{"a":{"$":"undefined"},"b":[{"$":"undefined"}]},1]', 'NaN', 0],
    ]);
  });

  it('keeps names, arity, identity and everything that code can see of itself except its text', () => {
    const seen = watched(
      "export function three(a: number, b: number, c: number) { return a }\nexport const same = three;\nif (three.length !== 3 || three.name !== 'three' || same !== three) throw new Error('changed');\n",
      "import { three } from './m.mts'; three(1, 2, 3);",
    );
    expect(calls(seen)).toEqual([['[1,2,3]', '1', 0]]);
  });

  it('G14.8 hides the signs of a test from them, and only from them', () => {
    const text =
      'const early = process.env.VITEST;\nexport function sniff() { return [early, process.env.VITEST, process.argv[1]] }\n';
    const use = "import { sniff } from './m.mts'; sniff(); if (process.env.VITEST !== 'true') process.exit(3);";
    expect(calls(watched(text, use, { masked: true }))[0]?.[1]).toBe('[undefined, undefined, "main.js"]');
    expect(calls(watched(text, use))[0]?.[1]).toMatch(/^\["true", "true", /);
  });

  it('hides nothing from the caller of a generator that waits, and passes through what goes in and out', () => {
    const text = [
      'const seen = () => process.env.VITEST ?? "hidden";',
      'export function* two() { yield seen(); yield seen() }',
      'export function* all(): any { const got = yield; yield* two(); try { yield (got, seen()) } finally { yield } return yield got }',
      'export const tell = (...words: unknown[]) => words.join();',
    ].join('\n');
    const use = `import { all, tell, two } from './m.mts';
      const [first, other, given] = [two(), two(), all()];
      const words = [first.next().value, process.env.VITEST, other.next().value, process.env.VITEST];
      other.return(); given.next(); words.push(given.next('in').value, given.next().value, given.next().value);
      given.next(); words.push(given.next().value, given.next('out').value, process.env.VITEST);
      tell(...words);`;
    const said = calls(watched(text, use, { masked: true })).at(-1)?.[1];
    expect(said).toBe('"hidden,true,hidden,true,hidden,hidden,hidden,in,out,true"');
  });

  it('is not reached by what code does to the language', () => {
    const seen = watched(
      "Array.prototype.map = () => []; JSON.stringify = () => '{}'; Object.keys = () => [];\nexport function f(a: { x: number }[]) { return a }\n",
      "import { f } from './m.mts'; f([{ x: 1 }]);",
    );
    expect(calls(seen)).toEqual([['[[{"x":1}]]', '[{"x": 1}]', 0]]);
  });
});

describe('tests that report themselves', () => {
  const text = [
    "it('a', async () => {",
    '  expect(f(1)).toBe(2);',
    '  await expect(p).resolves.toBe(1);',
    '  if (x) { assert.equal(f(1), 2); }',
    '});',
    "it.each([1])('x %i', (n) => expect(n).toBe(1));",
  ].join('\n');
  const made = instrumentJavascript({ path: 'a.test.ts', text, recorder: '/r.cjs', key: '$w', tests: [1, 6] });

  it('reports their assertions, wherever they are', () => {
    expect(made?.assertions.map(({ how, line, test, must }) => [how, line, test, must])).toEqual([
      ['toBe', 2, '$wt0', true],
      ['', 3, '$wt0', true],
      ['equal', 4, '$wt0', true],
      ['toBe', 6, '$wt1', true],
    ]);
    expect([...(made?.tests ?? [])]).toEqual([
      ['$wt0', 1],
      ['$wt1', 6],
    ]);
  });

  it('hands through what assertions are given and want', () => {
    expect(made?.text).toContain('$w().d("$wa0", expect($w().g("$wa0", (f(1)))).toBe($w().w("$wa0", (2))));');
    expect(made?.text).toContain(
      '$w().d("$wa1", await expect($w().g("$wa1", (p))).resolves.toBe($w().w("$wa1", (1))));',
    );
  });
});

describe('the same in Python', () => {
  const python = spawnSync('python3', ['--version']).status === 0;
  it('rewrites the loaded text, and not the file', ({ skip }) => {
    if (!python) skip('there is no python3');
    const at = folder();
    const source =
      'def add(a, b=2, *more, key=None):\n    """Adds."""\n    if a < 0:\n        raise ValueError("no")\n    return a + b\n\n\ndef count():\n    yield 1\n';
    writeFileSync(join(at, 'mod.py'), source);
    const targets = [{ path: 'mod.py', key: 's0', tests: false }];
    writeFileSync(
      join(at, 'sitecustomize.py'),
      recorderPython({ nonce: NONCE, pipe: join(at, 'p'), masked: false, altered: null, targets }),
    );
    const use =
      'import mod\nmod.add(1, key=(1, 2))\nlist(mod.count())\ntry:\n    mod.add(-1, 2.0)\nexcept ValueError as error:\n    assert error.__traceback__.tb_next.tb_lineno == 4\nassert mod.add.__doc__ == "Adds."\n';
    execFileSync('python3', ['-c', use], {
      cwd: at,
      env: { ...process.env, PYTHONPATH: at, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(calls(heard(at))).toEqual([
      ['{"args": [1, 2], "names": {"key": {"$": "tuple", "v": [1, 2]}}}', '3', 0],
      ['{"args": [], "names": {}}', 'generator', 0],
      ['{"args": [-1, {"$": "float", "v": "2.0"}], "names": {"key": null}}', 'throws ValueError: no', 0],
    ]);
    expect(readFileSync(join(at, 'mod.py'), 'utf8')).toBe(source);
  });

  it('G14.20 reports names of functions without a body', ({ skip }) => {
    if (!python) skip('there is no python3');
    const at = folder();
    const source =
      'import functools\n\n\nclass Known(dict):\n    def __missing__(self, key):\n        return 0\n\n\ndef add(a, b):\n    return a + b\n\n\nby_table = Known({"a": 1}).__getitem__\nmade: object = eval("lambda text: len(text)")\nshort = lambda text: text[:1]\none = functools.partial(add, 1)\nof_table = functools.partial(dict.get, {"a": 1})\njoined = ", ".join\nLIMIT = int("3")\nkind = dict\nspace = {}\nfor name in ("rule", __file__):\n    exec(compile("def given(text):\\n    return text * 2", name, "exec"), space)\n    given = space["given"]\nloaded = given\n';
    writeFileSync(join(at, 'mod.py'), source);
    const targets = [{ path: 'mod.py', key: 's0', tests: false }];
    writeFileSync(
      join(at, 'sitecustomize.py'),
      recorderPython({ nonce: NONCE, pipe: join(at, 'p'), masked: false, altered: null, targets }),
    );
    const use =
      'import mod\nmod.by_table("a")\nmod.made("abc")\nmod.short("xy")\nmod.one(2)\nmod.of_table("a")\nmod.joined(["a"])\nassert mod.LIMIT == 3 and mod.kind is dict and mod.add(1, 1) == 2\nmod.loaded("ab")\n';
    execFileSync('python3', ['-c', use], {
      cwd: at,
      env: { ...process.env, PYTHONPATH: at, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(calls(heard(at)).map(([args, outcome]) => [args, outcome])).toEqual([
      ['{"args": ["a"], "names": {}}', '1'],
      ['{"args": ["abc"], "names": {}}', '3'],
      ['{"args": ["xy"], "names": {}}', "'x'"],
      ['{"args": [1, 2], "names": {}}', '3'],
      ['{"args": ["a"], "names": {}}', '1'],
      ['{"args": [1, 1], "names": {}}', '2'],
      ['{"args": ["ab"], "names": {}}', "'abab'"],
    ]);
  });

  it('leaves out defaults: one that cannot be recreated exists wherever the function is called', ({ skip }) => {
    if (!python) skip('there is no python3');
    const at = folder();
    const source =
      'import re\n\n\ndef scan(s, end=0, _m=re.compile("[0-9]+").match, _join="".join):\n    return _join(_m(s, end).group())\n';
    writeFileSync(join(at, 'mod.py'), source);
    const targets = [{ path: 'mod.py', key: 's0', tests: false }];
    writeFileSync(
      join(at, 'sitecustomize.py'),
      recorderPython({ nonce: NONCE, pipe: join(at, 'p'), masked: false, altered: null, targets }),
    );
    execFileSync(
      'python3',
      ['-c', 'import mod\nmod.scan("12")\nmod.scan("a3", 1)\nmod.scan("4", 0, lambda s, end: mod.re.match("4", s))\n'],
      {
        cwd: at,
        env: { ...process.env, PYTHONPATH: at, PYTHONDONTWRITEBYTECODE: '1' },
      },
    );
    expect(calls(heard(at)).map(([args]) => args)).toEqual([
      '{"args": ["12"], "names": {}}',
      '{"args": ["a3", 1], "names": {}}',
      null,
    ]);
  });

  it('sees an error that another part of its `with` raises as it ends', ({ skip }) => {
    if (!python) skip('there is no python3');
    const at = folder();
    const source =
      'def test_ends(raises, closing):\n    with raises(ValueError) as seen, closing as made:\n        made.append(seen)\n    with raises(ValueError):\n        int("a")\n';
    writeFileSync(join(at, 'test_mod.py'), source);
    writeFileSync(
      join(at, 'sitecustomize.py'),
      recorderPython({
        ...{ nonce: NONCE, pipe: join(at, 'p'), masked: false, altered: null },
        targets: [{ path: 'test_mod.py', key: 's0', tests: true }],
      }),
    );
    const use =
      'import contextlib, test_mod\n@contextlib.contextmanager\ndef raises(kind):\n    try:\n        yield 1\n    except kind:\n        return\n    raise AssertionError\n@contextlib.contextmanager\ndef closing():\n    yield []\n    raise ValueError\ntest_mod.test_ends(raises, closing())\n';
    execFileSync('python3', ['-c', use], {
      cwd: at,
      env: { ...process.env, PYTHONPATH: at, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(heard(at).flatMap((each) => (each.k === 'a' ? [each.g] : []))).toEqual([undefined, undefined]);
  });
});

describe('what came over the pipe', () => {
  it('is whole or it shows', () => {
    const text = 'n w 0 + {"a"\nn v 0 . {"b":2}\nn w 1 . :1}\n';
    expect(readFrames(text, 'n')).toEqual({ records: [{ b: 2 }, { a: 1 }], lost: false, foreign: 0 });
    expect(readFrames('n w 0 . 1\nn w 2 . 3\n', 'n').lost).toBe(true);
    expect(readFrames('@@replay {"told":[]}\nx w 0 . 1\n', 'n')).toMatchObject({ records: [], foreign: 2 });
  });
});

describe('the same call, asked elsewhere', () => {
  const f = { id: 'f', name: 'f', line: 1, exports: ['f'], kind: 'plain', path: 'f.ts' } as const;
  const call = (outcome: string): ObservedCall => ({ function: f, args: '[]', outcome, bound: false, test: null });

  it('differs if it gets a different answer each time', () => {
    const asked = [
      { call: call('900'), outside: '1000', again: '1000' },
      { call: call('0.1'), outside: '0.2', again: '0.3' },
      { call: call('"2026-01-01 10:00"'), outside: '"2026-01-01 10:01"', again: '"2026-01-01 10:01"' },
      { call: call('1'), outside: null, again: null },
    ];
    expect(differences(asked)).toEqual(asked.slice(0, 1));
    expect(isEnvironment('throws ReferenceError: document is not defined')).toBe(true);
    expect(isEnvironment('1000')).toBe(false);
  });

  it('says nothing if an object could not be recreated: every call throws, and none did in its test', () => {
    const of = (id: string, outcome: string, outside: string | null) => {
      const made = { ...({} as ObservedCall), function: { id } as ObservedCall['function'], composed: true } as const;
      return { call: { ...made, outcome }, outside, again: outside };
    };
    const asked = [
      of('parse', '1', 'throws TypeError: no format'),
      of('parse', '2', 'throws TypeError: no format'),
      of('parse', '3', null),
      of('total', '1', '1'),
      of('total', '2', 'throws RangeError: 2'),
      of('check', 'throws RangeError: 2', 'throws RangeError: 2'),
    ];
    expect([...failedRecreations(asked)]).toEqual(['parse']);
  });

  it('may differ where its test puts something in place of the world', () => {
    expect(changesTheWorld("vi.useFakeTimers();\nexpect(now()).toBe('x');")).toBe(true);
    expect(changesTheWorld("process.env.LANG = 'de';")).toBe(true);
    expect(changesTheWorld('expect(f(1)).toBe(2);\nconst patch = 3;')).toBe(false);
  });
});
