import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeStubs, type StubRequest } from './make-stubs.ts';
import { facts } from './testing/read.ts';

const run = promisify(execFile);
const TSC = join(import.meta.dirname, '../../../node_modules/.bin/tsc');

async function stubs(text: string, language: string, request: Partial<StubRequest> = {}) {
  const made = await makeStubs(text, language, {
    sentinel: language === 'python' ? 'NotImplementedError' : 'NotYet',
    ...request,
  });
  if (!made.ok) throw new Error(made.why);
  return made;
}

function file(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-stubs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const MODULE = `#!/usr/bin/env node
'use strict';
export type Id = string;
export const LIMIT = 3;
class Base { constructor(protected name: string) {} hello(): string { return this.name; } }
export class Stack<T> extends Base implements Iterable<T> {
  private items: T[];
  readonly limit: number = LIMIT;
  onFull = (x: T): boolean => x !== undefined;
  constructor(name: string, public readonly size = 2) { super(name); this.items = []; }
  get top(): T | undefined { return this.items.at(-1); }
  set top(x: T | undefined) { if (x) this.items.push(x); }
  push(x: T): this;
  push(x: T, y: T): this;
  push(...xs: T[]): this { this.items.push(...xs); return this; }
  async drain(): Promise<T[]> { return this.items.splice(0); }
  static async *walk(n: number): AsyncGenerator<number> { yield n; }
  *[Symbol.iterator](): Generator<T> { yield* this.items; }
  #hidden(): void { const deep = () => 1; deep(); }
}
export abstract class Shape { abstract area(): number; twice(): number { return this.area() * 2; } }
export class Plain extends Shape { override area() { return 1; } }
export function pick(x: string): string;
export function pick(x: number): number;
export function pick(x: string | number) { return x; }
export const add = (a: number, b: number): number => a + b;
export const pair = (a: number) => ({ a });
export const one = pair(1).a;
export const same: (x: number) => number = x => x;
export const table = { size: 1, get(x: Id): Id { return x; }, has: (x: Id): boolean => x.length > 1 };
export function isText(x: unknown): x is string { return typeof x === 'string'; }
export const squares = [1, 2].map((n) => n * n);
`;

describe('H3.2 stubs of TypeScript', () => {
  it('replace every body and keep types, signatures and constants', async () => {
    const made = await stubs(MODULE, 'typescript', { importLine: "import { NotYet } from './not-yet.ts';" });
    expect(made.stubbed).toEqual([
      'Base.constructor',
      'Base.hello',
      'Stack.onFull',
      'Stack.constructor',
      'Stack.top',
      'Stack.push',
      'Stack.drain',
      'Stack.walk',
      'Stack.[Symbol.iterator]',
      'Stack.#hidden',
      'Shape.twice',
      'Plain.area',
      'pick',
      'add',
      'pair',
      'same',
      'table.get',
      'table.has',
      'isText',
    ]);
    expect(made.kept).toEqual(['squares']);
    expect(made.text).toContain("'use strict';\nimport { NotYet } from './not-yet.ts';\nexport type Id");
    expect(made.text).toContain('{ super(name); throw new NotYet("Stack.constructor"); }');
    expect(made.text).toContain('set top(x: T | undefined) { throw new NotYet("Stack.top"); }');
    expect(made.text).toContain('export const add = (a: number, b: number): number => { throw new NotYet("add"); };');
    expect(made.text).toContain('[1, 2].map((n) => n * n)');
    expect(made.text).toContain('abstract area(): number;');
    const { stubs: check, symbols } = await facts(made.text);
    const functions = symbols.filter(({ kind }) => /function|method|constructor|getter|setter/.test(kind));
    const real = functions.filter(({ path }) => check(path, 'NotYet').some(({ kind }) => kind === 'real'));
    expect(real).toEqual([]);
  });

  it('still satisfy the type checker', async () => {
    const plain = MODULE.replace(/^#!.*\n/, '');
    const { text } = await stubs(plain, 'typescript');
    const path = file('stack.ts', `class NotYet extends Error {}\n${text}`);
    const flags = ['--noEmit', '--strict', '--target', 'es2024', '--types', '', '--ignoreConfig', path];
    const { stdout } = await run(TSC, flags).catch((error: { stdout: string }) => ({ stdout: error.stdout }));
    expect(stdout.split('\n').filter((line) => /error/.test(line))).toEqual([]);
  });

  it('can be made of some only, and of a class whole', async () => {
    const { stubbed, text } = await stubs(
      'class A { m() { return 1 } n() { return 2 } }\nfunction f() { return 3 }',
      'javascript',
      {
        only: ['A.n', 'f'],
      },
    );
    expect(stubbed).toEqual(['A.n', 'f']);
    expect(text).toBe(
      'class A { m() { return 1 } n() { throw new NotYet("A.n"); } }\nfunction f() { throw new NotYet("f"); }',
    );
    expect(
      (await stubs('class A { m() { return 1 } }\nfunction f() {}', 'javascript', { only: ['A'] })).stubbed,
    ).toEqual(['A.m']);
  });

  it('say what cannot be done', async () => {
    expect(await makeStubs('function (', 'typescript', { sentinel: 'X' })).toEqual({
      ok: false,
      why: 'Line 1 is not valid javascript.',
    });
    expect(await makeStubs('function f() {}', 'typescript', { sentinel: 'X', only: ['g'] })).toEqual({
      ok: false,
      why: 'There is no g in the text.',
    });
    expect(await makeStubs('x', 'cobol', { sentinel: 'X' })).toMatchObject({ ok: false });
  });

  it('name the stubs that run when the file is loaded', async () => {
    expect(
      (await stubs('function build() { return 1 }\nconst T = build();\nconst f = () => build();', 'typescript'))
        .calledOnLoad,
    ).toEqual(['build']);
  });

  it('import the sentinel only where it is not known', async () => {
    const line = "import { NotYet } from './x';";
    expect(
      (await stubs(`${line}\nfunction f() {}`, 'typescript', { importLine: line })).text.match(/import/g),
    ).toHaveLength(1);
    expect(
      (await stubs('\uFEFFfunction f() {}', 'typescript', { importLine: line })).text.startsWith(`\uFEFF${line}\n`),
    ).toBe(true);
  });
});

const PYTHON = `"""Module."""
from __future__ import annotations
from abc import abstractmethod
from typing import overload, Protocol

LIMIT = 3

class Shape(Protocol):
    def area(self) -> float: ...

class Stack:
    """A stack."""
    size: int = 0

    def __init__(self, limit=LIMIT):
        """Makes one."""
        self.items = []

    @property
    def top(self): return self.items[-1]

    @top.setter
    def top(self, x):
        self.items.append(x)

    @abstractmethod
    def clear(self): ...

    async def drain(self):
        # why
        def helper():
            yield 1
        return [x async for x in self.items]

    def walk(self):
        '''Walks.'''
        for x in self.items:
            yield x

def one(): return 1
def two(): "doc"; x = 1; yield x
double = lambda x: x * 2

@overload
def pick(x: int) -> int: ...
def pick(x):
    if x:
        return x
    return None
`;

describe('stubs of Python', () => {
  it('keep docstrings, decorators and what makes a generator one', async () => {
    const made = await stubs(PYTHON, 'python');
    expect(made.stubbed).toEqual([
      'Stack.__init__',
      'Stack.top',
      'Stack.drain',
      'Stack.walk',
      'one',
      'two',
      'double',
      'pick',
    ]);
    expect(made.text).toContain('"""Makes one."""\n        raise NotImplementedError("Stack.__init__")\n');
    expect(made.text).toContain("'''Walks.'''\n        raise NotImplementedError(\"Stack.walk\")\n        yield\n");
    expect(made.text).toContain('def two(): "doc"; raise NotImplementedError("two"); yield\n');
    expect(made.text).not.toContain('helper');
    expect(made.text).toContain('def area(self) -> float: ...');
    expect(made.text).toContain('def clear(self): ...');
  });

  it('run in Python, and raise the sentinel', async () => {
    const { text } = await stubs(PYTHON, 'python', { sentinel: 'NotYet', importLine: 'class NotYet(Exception): pass' });
    const probe = `
import inspect
def outcome(f):
    try: f()
    except NotYet as e: return str(e)
print(outcome(Stack), outcome(one), outcome(lambda: double(1)), outcome(lambda: next(two())), inspect.isgeneratorfunction(Stack.walk), inspect.iscoroutinefunction(Stack.drain), one.__doc__, two.__doc__)
`;
    const { stdout } = await run('python3', [file('stack.py', text + probe)]);
    expect(stdout).toBe('Stack.__init__ one double two True True None doc\n');
  });

  it('keep Windows line ends', async () => {
    const { text } = await stubs('def f(x):\r\n    """D."""\r\n    yield 1\r\n', 'python');
    expect(text).toBe('def f(x):\r\n    """D."""\r\n    raise NotImplementedError("f")\r\n    yield\r\n');
  });
});

describe('H3.3 the stub check', () => {
  const check = async (body: string, language = 'typescript') => {
    const text =
      language === 'python' ? `def f(x):\n${body.replace(/^/gm, '    ')}` : `class A extends B { f(x) ${body} }`;
    const [found] = (await facts(text, language)).stubs(language === 'python' ? 'f' : 'A.f', 'NotYet');
    return found?.kind;
  };

  it.each([
    ["{ throw new NotYet('f'); }", 'throws'],
    ['{ /* later */ throw new NotYet; }', 'throws'],
    ["{ 'use strict'; throw NotYet('f'); }", 'throws'],
    ['{ throw new NotYet(work()); }', 'real'],
    ['{ throw new Error("f"); }', 'real'],
    ['{ work(); throw new NotYet(); }', 'real'],
    ['{ if (x) throw new NotYet(); }', 'real'],
    ['{ return work(); }', 'real'],
    ['{ return x; }', 'real'],
    ['{ return { x }; }', 'real'],
    ['{}', 'returns'],
    ['{ return; }', 'returns'],
    ['{ return [0, { a: "b" }, undefined]; }', 'returns'],
  ])('finds %s to be %s', async (body, kind) => {
    expect(await check(body)).toBe(kind);
  });

  it.each([
    ['raise NotYet', 'throws'],
    ['"""Doc."""\nraise NotYet("f")', 'throws'],
    ['raise NotYet("f")\nyield', 'throws'],
    ['raise NotYet(work())', 'real'],
    ['raise NotYet("f") from x', 'real'],
    ['raise ValueError', 'real'],
    ['work()\nraise NotYet', 'real'],
    ['raise NotYet\nwork()', 'real'],
    ['pass', 'returns'],
    ['...', 'returns'],
    ['return [0, None]', 'returns'],
    ['return x', 'real'],
  ])('finds the Python %j to be %s', async (body, kind) => {
    expect(await check(body, 'python')).toBe(kind);
  });

  it('passes over the call of super in a constructor, and signatures have no body', async () => {
    const { stubs: of } = await facts(
      'class A extends B { constructor(x) { super(x); throw new NotYet(); } m(): void; }',
    );
    expect(of('A.constructor', 'NotYet')).toEqual([{ kind: 'throws' }]);
    expect(of('A.m', 'NotYet')).toEqual([{ kind: 'no-body' }]);
  });
});
