import { describe, expect, it } from 'vitest';
import { facts } from './testing/read.ts';

const table = async (text: string, language?: string) =>
  (await facts(text, language)).symbols.map(({ path, kind, exported, modifiers }) =>
    [path, kind, exported ? 'exported' : '', ...modifiers].filter(Boolean).join(' '),
  );

const one = async (text: string, path: string, language?: string) => {
  const found = (await facts(text, language)).symbols.find((symbol) => symbol.path === path);
  if (!found) throw new Error(`no ${path}`);
  return found;
};

describe('symbols of TypeScript', () => {
  it('finds functions, values and types, exported or not', async () => {
    const text = `
      export function push(x: number): void {}
      function* steps() { function inner() {} }
      export const add = (a: number, b = 1) => a + b, size = 3;
      let count = 0;
      export type Id = string;
      export interface Shape { area(): number; name: string }
      export enum Color { Red }
      const late = async () => {};
      export { late as later };
      export default class {}
      declare function ambient(): void;
      namespace Deep { export function inside() {} }
      function hide() { const local = 1; const helper = () => 1; }
    `;
    expect(await table(text)).toEqual([
      'push function exported',
      'steps function generator',
      'steps.inner function',
      'add function exported',
      'size constant exported',
      'count variable',
      'Id type exported',
      'Shape interface exported',
      'Shape.area method exported',
      'Shape.name property exported',
      'Color enum exported',
      'late function exported async',
      'default class exported default',
      'ambient function declare',
      'Deep namespace',
      'Deep.inside function',
      'hide function',
      'hide.helper function',
    ]);
  });

  it('finds the members of classes and objects', async () => {
    const text = `
      @sealed export abstract class Stack<T> extends Base {
        static #made = 0;
        private items: T[] = [];
        handle = async (x: T) => { await x; };
        constructor(readonly limit: number) { super(); }
        get top(): T { return this.items[0]; }
        set top(x: T) {}
        push(x: T): void;
        @log() push(x: T, y?: T): void {}
        abstract clear(): void;
        protected static async *drain(): AsyncGenerator<T> {}
        ['quoted name']() {}
      }
      const api = { open() {}, close: () => 1, get state() { return 1; }, plain: 2 };
    `;
    expect(await table(text)).toEqual([
      'Stack class exported @sealed abstract',
      'Stack.#made property static',
      'Stack.items property private',
      'Stack.handle method exported async',
      'Stack.constructor constructor exported',
      'Stack.top getter exported',
      'Stack.top setter exported',
      'Stack.push method exported overload',
      'Stack.push method exported @log',
      'Stack.clear method exported abstract',
      'Stack.drain method protected static async generator',
      'Stack.quoted name method exported',
      'api constant',
      'api.open method',
      'api.close method',
      'api.state getter',
    ]);
  });

  it('finds what CommonJS exports', async () => {
    const text = `
      exports.first = function () {};
      module.exports.second = () => 1;
      function third() {}
      module.exports = { third, fourth: third };
      Stack.prototype.push = function () {};
    `;
    expect(await table(text, 'javascript')).toEqual([
      'first function exported',
      'second function exported',
      'third function exported',
      'Stack.push function',
    ]);
    expect((await facts(text, 'javascript')).exports.map(({ name }) => name)).toEqual([
      'first',
      'second',
      'third',
      'fourth',
    ]);
  });

  it('reports signature, parameters, lines and comment', async () => {
    const text = [
      '// unrelated',
      '',
      '/**',
      ' * Adds.',
      ' * Twice.',
      ' */',
      'export async function add<T>(',
      '  a: T, { b, c }: { b: number; c: T }, d?: string, e = 1, ...rest: T[]',
      '): Promise<T> {',
      '  return a;',
      '}',
    ].join('\r\n');
    expect(await one(text, 'add')).toEqual({
      name: 'add',
      path: 'add',
      kind: 'function',
      exported: true,
      signature:
        'export async function add<T>( a: T, { b, c }: { b: number; c: T }, d?: string, e = 1, ...rest: T[] ): Promise<T>',
      parameters: [
        { name: 'a', type: 'T', optional: false },
        { name: '{ b, c }', type: '{ b: number; c: T }', optional: false },
        { name: 'd', type: 'string', optional: true },
        { name: 'e', optional: true },
        { name: '...rest', type: 'T[]', optional: true },
      ],
      modifiers: ['async'],
      doc: 'Adds.\nTwice.',
      lines: { first: 3, last: 11 },
      at: text.indexOf('add<T>'),
      hasBody: true,
    });
  });

  it('reads JSX, unicode names and a byte order mark', async () => {
    expect(await table('\uFEFFexport const Größe = () => <Box a={1}>x</Box>;\nconst 变量 = 1;', 'tsx')).toEqual([
      'Größe function exported',
      '变量 constant',
    ]);
  });
});

describe('symbols of Python', () => {
  it('finds functions, classes and values with their decorators', async () => {
    const text = `
LIMIT = 3
_hidden: int = 1
double = lambda x: x * 2

@cache
async def load(path, /, mode: str = "r", *args: int, key=None, **rest) -> bytes:
    """Loads.

    All of it.
    """
    def inner():
        yield 1
    return b""

class Stack(Base):
    size = 0
    def __init__(self): self.items = []
    @property
    def top(self): return 1
    @top.setter
    def top(self, x): pass
    @staticmethod
    def of(*xs): return Stack()
    def _private(self): yield 1
    async def drain(self):
        async for x in y: yield x
    class Inner:
        def deep(self): pass
`;
    expect(await table(text, 'python')).toEqual([
      'LIMIT constant exported',
      '_hidden variable',
      'double function exported lambda',
      'load function exported async @cache',
      'load.inner function generator',
      'Stack class exported',
      'Stack.size property exported',
      'Stack.__init__ constructor exported',
      'Stack.top getter exported @property',
      'Stack.top setter exported @top.setter',
      'Stack.of method exported @staticmethod',
      'Stack._private method generator',
      'Stack.drain method exported async generator',
      'Stack.Inner class exported',
      'Stack.Inner.deep method exported',
    ]);
    expect(await one(text, 'load', 'python')).toMatchObject({
      signature: '@cache async def load(path, /, mode: str = "r", *args: int, key=None, **rest) -> bytes',
      doc: 'Loads.\n\nAll of it.',
      parameters: [
        { name: 'path', optional: false },
        { name: 'mode', type: 'str', optional: true },
        { name: '*args', type: 'int', optional: true },
        { name: 'key', optional: true },
        { name: '**rest', optional: true },
      ],
    });
  });

  it('exports what __all__ lists', async () => {
    const { exports, symbols } = await facts(
      '__all__ = ["_a"]\n__all__ += ("c",)\ndef _a(): pass\ndef b(): pass\n',
      'python',
    );
    expect(exports.map(({ name, line }) => [name, line])).toEqual([
      ['_a', 3],
      ['c', 1],
    ]);
    expect(symbols.filter(({ exported }) => exported).map(({ name }) => name)).toEqual(['_a']);
  });

  it('takes names that look alike for the same, as Python does', async () => {
    expect(await table('def ﬁnd(): pass', 'python')).toEqual(['find function exported']);
  });
});
