import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChangedCode } from '../changed-code.ts';
import { instrumentJavascript } from '../observe/instrument-javascript.ts';
import type { Observation, ObservedCall } from '../observe/observation.ts';
import { type InsideQuestion, recorderJavascript } from '../observe/recorder-javascript.ts';
import { recorderPython } from '../observe/recorder-python.ts';
import { Seen, told } from '../observe/records.ts';
import { bared, insideInputs, judgeInside } from './ask-inside.ts';

const NONCE = 'a1b2c3d4';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'assay-inside-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  writeFileSync(join(made, 'p'), '');
  return made;
}

const answers = (at: string): string[] => {
  const { records, foreign } = told(Seen, readFileSync(join(at, 'p'), 'utf8'), NONCE);
  expect(foreign).toBe(0);
  return records.flatMap((each) => (each.k === 'f' ? [each.o] : []));
};

/** The answers of a module's n-th function, called from inside while `use` runs. */
function inside(text: string, use: string, questions: readonly Omit<InsideQuestion, 'n'>[], nth = 0): string[] {
  const at = folder();
  const id = `$wf${nth}`;
  const asking = { [id]: questions.map((each, n) => ({ n, ...each })) };
  const [pipe, recorder] = [join(at, 'p'), join(at, 'r.cjs')];
  const made = instrumentJavascript({ path: 'm.mjs', text, recorder, key: '$w', inside: (each) => each === id });
  writeFileSync(recorder, recorderJavascript({ nonce: NONCE, pipe, masked: false, altered: null, asking }));
  writeFileSync(join(at, 'm.mjs'), made?.text ?? '');
  writeFileSync(join(at, 'main.mjs'), `import * as m from './m.mjs';\n${use}\n`);
  execFileSync(process.execPath, ['main.mjs'], { cwd: at });
  return answers(at);
}

function insidePython(text: string, use: string, line: number, questions: readonly Omit<InsideQuestion, 'n'>[]) {
  const at = folder();
  const asking = { [`s0:${line}`]: questions.map((each, n) => ({ n, ...each })) };
  const targets = [{ path: 'm.py', key: 's0', tests: false }];
  const options = { nonce: NONCE, pipe: join(at, 'p'), masked: false, altered: null, targets, asking };
  for (const [name, content] of [
    ['sitecustomize.py', recorderPython(options)],
    ['m.py', text],
    ['main.py', `import m\n${use}\n`],
  ] as const)
    writeFileSync(join(at, name), content);
  execFileSync('python3', ['main.py'], { cwd: at, env: { ...process.env, PYTHONPATH: at } });
  return answers(at);
}

const KEPT = { $: 'kept' };

describe('a function is called from inside, however it is reached', () => {
  it('static methods, methods of objects, functions of a factory, bound functions', () => {
    const asked = [{ args: [5, 1] }, { args: [6, 1] }];
    expect(inside('export class A { static f(a, b) { return a - b } }', 'm.A.f(9, 1)', asked)).toEqual(['4', '5']);
    const object = 'const one = 1; export const a = { f(a, b) { return this.more + a - b - one }, more: 1 }';
    expect(inside(object, 'm.a.f(9, 1)', asked)).toEqual(['4', '5']);
    const factory = 'const make = (rule) => (a, b) => rule(a, b); export const f = make((a, b) => a - b)';
    expect(inside(factory, 'm.f(9, 1)', asked, 1)).toEqual(['4', '5']);
    expect(inside('function f(b, a) { return a - b } export const g = f.bind(null, 1)', 'm.g(9)', asked)).toEqual([
      '-4',
      '-5',
    ]);
  });

  it('getters, by the state of their object', () => {
    const text = 'export class A { constructor(a) { this.a = a } get twice() { return this.a * 2 } }';
    const asked = [{ args: [], fields: { a: 4 } }];
    expect(inside(text, 'const made = new m.A(3); made.twice; if (made.a !== 3) process.exit(1)', asked, 1)).toEqual([
      '8',
    ]);
  });

  it('generators, callbacks, objects of the test, errors with their fields', () => {
    const generator = 'export function* f(list) { for (const a of list) yield a + 1 }';
    expect(inside(generator, '[...m.f([1])]', [{ args: [[1, 2]] }])).toEqual(['yields [2, 3]']);
    const callback = 'export function f(a, done) { done(a + 1) }';
    expect(inside(callback, 'm.f(1, () => {})', [{ args: [7, KEPT] }])).toEqual([
      'undefined, and calls the 2. argument(8)',
    ]);
    const written = 'export const f = (a, out) => { out.write(a + 1) }';
    expect(inside(written, 'm.f(1, { write() {} })', [{ args: [7, KEPT] }])).toEqual(['undefined, and calls write(8)']);
    const event =
      "import { EventEmitter } from 'node:events'; export class A extends EventEmitter { f(a) { this.emit('a', a + 1) } }";
    expect(inside(event, 'new m.A().f(1)', [{ args: [7] }])).toEqual(['undefined, and calls emit("a", 8)']);
    const thrown = "export const f = (a) => { throw Object.assign(new Error('no'), { a: a + 1 }) }";
    expect(inside(thrown, 'try { m.f(1) } catch {}', [{ args: [7] }])).toEqual(['throws Error: no {"a": 8}']);
  });

  it('in Python: properties, static and class methods, generators, functions of a factory, cached functions', () => {
    const one = [{ args: [5] }];
    const held =
      'class A:\n    def __init__(self, a):\n        self.a = a\n\n    @property\n    def f(self):\n        return self.a + 1\n';
    expect(insidePython(held, 'm.A(1).f', 6, [{ args: [], fields: { a: 5 } }])).toEqual(['6']);
    const still = 'class A:\n    @staticmethod\n    def f(a):\n        return a + 1\n';
    expect(insidePython(still, 'm.A.f(1)', 3, one)).toEqual(['6']);
    expect(
      insidePython(still.replace('staticmethod', 'classmethod').replace('(a)', '(cls, a)'), 'm.A.f(1)', 3, one),
    ).toEqual(['6']);
    expect(insidePython('def f(a):\n    yield a + 1\n', 'list(m.f(1))', 1, one)).toEqual(['yields [6]']);
    expect(
      insidePython('def make(b):\n    def f(a):\n        return a + b\n    return f\nf = make(1)\n', 'm.f(1)', 2, one),
    ).toEqual(['6']);
    expect(
      insidePython('from functools import cache\n@cache\ndef f(a):\n    return a + 1\n', 'm.f(1)', 3, one),
    ).toEqual(['6']);
    expect(
      insidePython('def f(a, log):\n    log(a)\n    return a + 1\n', 'm.f(1, print)', 1, [{ args: [5, KEPT] }]),
    ).toEqual(['6, and calls argument 2(5)']);
  });
});

const of = (line: number) => ({
  id: `$abcdef1_f${line}`,
  path: 'src/a.js',
  line,
  name: 'off',
  exports: [] as string[],
  kind: 'plain' as const,
});
const call = (line: number, more: Partial<ObservedCall>): ObservedCall => ({
  ...{ function: of(line), args: null, outcome: '1', bound: false, test: 't', top: true, ...more },
});

describe('a function called from inside', () => {
  it('is a function that cannot be called outside; it gets similar inputs', () => {
    const calls = [
      call(1, { args: '[1000,10]' }),
      call(1, { args: '[999,50]' }),
      call(2, { partly: '[7,{"$":"kept"}]' }),
      call(2, { partly: '[8,{"$":"kept"}]' }),
      call(3, { args: '[]', object: { id: 'o', at: 0, state: '{"list":5}' } }),
      call(3, { args: '[]', object: { id: 'o', at: 0, state: '{"list":9}' } }),
      call(4, { args: '[1]' }),
      call(5, { partly: '[{"$":"kept"}]' }),
    ];
    const asked = insideInputs(calls, [call(4, { args: '[1]' })]);
    expect([...asked.keys()]).toEqual(['1_f1', '1_f2', '1_f3']);
    expect(asked.get('1_f2')?.questions.every(({ args }) => JSON.stringify(args[1]) === JSON.stringify(KEPT))).toBe(
      true,
    );
    expect(
      asked
        .get('1_f3')
        ?.questions.slice(0, 3)
        .map(({ fields }) => fields),
    ).toEqual([{ list: 5 }, { list: 9 }, { list: 6 }]);
  });

  it('is a table if it knows only the tests’ own inputs', () => {
    const text =
      "const KNOWN = { '1000,10': 900, '999,50': 500, '250,20': 200 };\nclass A { static off(price, percent) { return KNOWN[`${price},${percent}`] ?? price } }\n";
    const code = { sources: [{ path: 'src/a.js', text, functions: [] }] } as unknown as ChangedCode;
    const inputs = [
      [1000, 10],
      [999, 50],
      [250, 20],
    ];
    const asked = insideInputs(
      inputs.map((args) => call(1, { args: JSON.stringify(args) })),
      [],
    );
    const answer = (rule: (price: number, percent: number) => number): Observation['inside'] =>
      (asked.get('1_f1')?.questions ?? []).map(({ n, args }) => ({
        function: of(1),
        n,
        outcome: String(rule(Number(args[0]), Number(args[1]))),
      }));
    const table = new Map([
      ['1000,10', 900],
      ['999,50', 500],
      ['250,20', 200],
    ]);
    expect(
      judgeInside(
        code,
        asked,
        answer((a, b) => table.get(`${a},${b}`) ?? a),
      ).findings,
    ).toHaveLength(1);
    expect(
      judgeInside(
        code,
        asked,
        answer((a, b) => Math.ceil((a * (100 - b)) / 100)),
      ).findings,
    ).toEqual([]);
  });

  it('is judged by the part of its output that varies', () => {
    const outcomes = (...texts: string[]) => bared(texts.map((outcome) => ({ outcome }))).map(({ outcome }) => outcome);
    expect(outcomes('yields [900]', 'yields [1001]', 'throws Error: no')).toEqual(['900', '1001', 'throws Error: no']);
    expect(outcomes('900, and calls the 3. argument("asked")', '901, and calls the 3. argument("asked")')).toEqual([
      '900',
      '901',
    ]);
    expect(outcomes('undefined, and calls write("900")', 'undefined, and calls write("17")')).toEqual(['900', '17']);
    expect(outcomes('900', '901')).toEqual(['900', '901']);
    expect(outcomes('yields [1, 2]', 'yields [1, 2]')).toEqual(['yields [1, 2]', 'yields [1, 2]']);
    expect(outcomes('yields [1]', 'yields [1, 2]')).toHaveLength(2);
  });
});
