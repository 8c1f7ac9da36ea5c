import { describe, expect, it } from 'vitest';
import type { Binding, CallFact } from './fact-types.ts';
import { facts } from './testing/read.ts';

const tell = (binding: Binding): string => {
  if (binding.to === 'unknown') return '?';
  if (binding.to === 'global') return `global ${binding.symbol}`;
  const from = binding.to === 'import' ? `${binding.module}#` : 'local ';
  return `${from}${binding.symbol}${binding.via === 'name' ? '' : ` by ${binding.via}`}`;
};
const lines = (calls: readonly CallFact[]) =>
  calls.map(({ kind, callee, binding }) => `${kind === 'call' ? '' : `${kind} `}${callee} = ${tell(binding)}`);

describe('outgoing calls of TypeScript', () => {
  const calls = async (body: string, head = '', language = 'typescript') =>
    lines((await facts(`${head}\nfunction f(p, q: Stack) {\n${body}\n}`, language)).calls('f'));

  it('knows what a callee is, through every kind of import', async () => {
    const head = `
      import main, { push, pop as take, type Stack } from './stack.ts';
      import * as all from './all.ts';
      import fs = require('node:fs');
      const { join, sep: { length } } = require('node:path');
      const lazy = await import('./lazy.ts');
    `;
    const body = 'main(); push(1); take.call(x); all.deep.run(); all(); fs.readFile(); join(); lazy.go(); gone();';
    expect(await calls(body, head)).toEqual([
      'main = ./stack.ts#default',
      'push = ./stack.ts#push',
      'take.call = ./stack.ts#pop.call',
      'all.deep.run = ./all.ts#deep.run',
      'all = ./all.ts#*',
      'fs.readFile = node:fs#readFile',
      'join = node:path#join',
      'lazy.go = ./lazy.ts#go',
      'gone = global gone',
    ]);
  });

  it('follows values, types and later assignments', async () => {
    const head = "import { Stack, makeStack } from './stack.ts'; let late: Stack; let given; given = new Stack(1);";
    const body = `
      const s = new Stack(2); s.push(1);
      const m = await makeStack(); m.pop();
      const { top } = makeStack(); top();
      late.push(); given.push(); q.clear(); p.clear();
      new Stack().push(1).pop();
    `;
    expect(await calls(body, head)).toEqual([
      'new Stack = ./stack.ts#Stack',
      's.push = ./stack.ts#Stack.push by value',
      'makeStack = ./stack.ts#makeStack',
      'm.pop = ./stack.ts#makeStack().pop by value',
      'makeStack = ./stack.ts#makeStack',
      'top = ./stack.ts#makeStack().top by value',
      'late.push = ./stack.ts#Stack.push by type',
      'given.push = ./stack.ts#Stack.push by value',
      'q.clear = ./stack.ts#Stack.clear by type',
      'p.clear = ?',
      'Stack.push().pop = ./stack.ts#Stack.push().pop',
      'Stack.push = ./stack.ts#Stack.push',
      'new Stack = ./stack.ts#Stack',
    ]);
  });

  it('sees that a name is taken by something nearer', async () => {
    const head = "import { push } from './stack.ts';";
    expect(await calls('{ const push = () => 1; push(); } push();', head)).toEqual([
      'push = local f.push',
      'push = ./stack.ts#push',
    ]);
    expect(await calls('xs.map((push) => push(1)); try {} catch (push) { push(); }', head)).toEqual([
      'xs.map = global xs.map',
      'push = ?',
      'push = ?',
    ]);
    expect(await calls('if (x) { var push = 1; } push();', head)).toEqual(['push = ?']);
    expect(await calls('function push() {} push();', head)).toEqual(['push = local f.push']);
  });

  it('reads decorators, templates, JSX and optional calls', async () => {
    const { calls: of } = await facts(
      `import { log, Box, tag } from 'ui';
       @log class A { @log('x') m() { return <Box.Inner><b/><Box/></Box.Inner>; } n() { this.m?.(); super.n(); tag\`a\`; (0, tag)(); x!.y(); } }`,
      'tsx',
    );
    expect(lines(of('A'))).toEqual([
      'decorator log = ui#log',
      'log = ui#log',
      'jsx Box.Inner = ui#Box.Inner',
      'jsx Box = ui#Box',
      'this.m = local A.m by self',
      'super.n = ?',
      'template tag = ui#tag',
      '… = ?',
      'x.y = global x.y',
    ]);
  });

  it('goes through functions of the same file, once each', async () => {
    const { calls: of } = await facts(
      "import { push } from './s'; const help = () => { push(); help(); again(); }; function again() { help(); } function f() { help(); }",
    );
    expect(lines(of('f'))).toEqual(['help = local help']);
    expect(lines(of('f', true))).toEqual([
      'help = local help',
      'push = ./s#push',
      'help = local help',
      'again = local again',
      'help = local help',
    ]);
  });
});

describe('outgoing calls of Python', () => {
  const calls = async (body: string, head = '') =>
    lines((await facts(`${head}\ndef f(p, q: Stack):\n${body.replace(/^/gm, '    ')}\n`, 'python')).calls('f'));

  it('knows what a callee is, through every kind of import', async () => {
    const head = 'import os.path\nimport numpy as np\nfrom .stack import Stack, push as put\nfrom pkg import mod';
    const body =
      'os.path.join(1)\nos.getcwd()\nnp.add(1)\nput(2)\nmod.run()\ns = Stack()\ns.push(1)\nq.pop()\np.pop()\nprint()';
    expect(await calls(body, head)).toEqual([
      'os.path.join = os.path#join',
      'os.getcwd = os.path#getcwd',
      'np.add = numpy#add',
      'put = .stack#push',
      'mod.run = pkg#mod.run',
      'new Stack = .stack#Stack',
      's.push = .stack#Stack.push by value',
      'q.pop = .stack#Stack.pop by type',
      'p.pop = ?',
      'print = global print',
    ]);
  });

  it('knows the scopes of Python', async () => {
    const head = 'from a import run\nclass C:\n    run = 1';
    expect(await calls('[run() for run in xs]\nrun()', head)).toEqual(['run = ?', 'run = a#run']);
    expect(await calls('with open(x) as run:\n    run.go()', head)).toEqual([
      'open = global open',
      'run.go = global open().go',
    ]);
    const { calls: of } = await facts(
      'from a import run\nclass C:\n    run = 1\n    def m(self):\n        run()\n        self.n()\n',
      'python',
    );
    expect(lines(of('C.m'))).toEqual(['run = a#run', 'self.n = local C.n by self']);
  });
});

describe('imports and exports', () => {
  it('lists those of TypeScript', async () => {
    const { imports, exports } = await facts(
      `import './side'; import type { T } from 't'; import d, * as n from 'n'; export { a as b, type U } from 'm'; export * from 'all';
       export * as ns from 'ns'; const v = 1; export { v as 'a b' }; export default v; export const { x, y: [z] } = v;
       require('late'); jest.mock('no');`,
    );
    expect(imports.map(({ module, name, local, typeOnly }) => [module, name, local, typeOnly])).toEqual([
      ['./side', '', undefined, false],
      ['t', 'T', 'T', true],
      ['n', 'default', 'd', false],
      ['n', '*', 'n', false],
      ['late', '', undefined, false],
    ]);
    expect(exports.map(({ name, local, from, typeOnly }) => [name, local, from, typeOnly])).toEqual([
      ['b', 'a', 'm', false],
      ['U', 'U', 'm', true],
      ['*', undefined, 'all', false],
      ['ns', undefined, 'ns', false],
      ['a b', 'v', undefined, false],
      ['default', 'v', undefined, false],
      ['x', 'x', undefined, false],
      ['z', 'z', undefined, false],
    ]);
  });

  it('lists those of Python', async () => {
    const { imports } = await facts(
      'from __future__ import annotations\nimport a.b, c as d\nfrom ..x import (y as z, w)\nfrom q import *\nfrom . import v',
      'python',
    );
    expect(imports.map(({ module, name, local, line }) => [module, name, local, line])).toEqual([
      ['__future__', 'annotations', 'annotations', 1],
      ['a.b', '*', 'a', 2],
      ['c', '*', 'd', 2],
      ['..x', 'y', 'z', 3],
      ['..x', 'w', 'w', 3],
      ['q', '*', undefined, 4],
      ['.', 'v', 'v', 5],
    ]);
  });
});
