import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { findOnPath } from '#host/find-system.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { readTool } from './tool.ts';

const people = {
  version: 3,
  big: 12345678901234567890n,
  people: Array.from({ length: 20 }, (_, n) => ({ name: `p${n}`, address: { city: `c${n}` } })),
  'odd key': { 'a.b': [true] },
  last: null,
};
const json = JSON.stringify(people, (_, value) => (typeof value === 'bigint' ? 'BIG' : value)).replace(
  '"BIG"',
  '12345678901234567890',
);

describe('T6 read', () => {
  it('T6.1 AC-006.1 reads structured files by their structure', async () => {
    expect(JSON.parse(await content('a.json', json, { path: 'people[3].address' }))).toEqual({ city: 'c3' });
    expect(await content('a.json', json, { path: 'big' })).toBe('12345678901234567890\n');
    expect(JSON.parse(await content('a.json', json, { path: '["odd key"]["a.b"][0]' }))).toBe(true);
    expect(JSON.parse(await content('a.json', json, { path: 'people[18:]' }))).toEqual(people.people.slice(18));
    expect(JSON.parse(await content('a.json', '[1,2,3,4]', { rows: '2-3' }))).toEqual([2, 3]);
    expect(await content('a.jsonl', '{"a":1}\n{"a":2}\n{"a":3}\n', { rows: '2-' })).toBe('{"a":2}\n{"a":3}\n');
    expect(await content('a.jsonl', '{"a":1}\n{"a":2}\n', { path: '[1].a' })).toBe('2\n');
    expect(await content('a.csv', 'h,k\n1,"x\ny"\n3,4\n5,6\n', { rows: '1-2' })).toBe('h,k\n1,"x\ny"\n3,4\n');
    expect(await content('a.yaml', 'a:\n  b:\n    - x: 1 # one\n    - x: 2\n', { path: 'a.b[0]' })).toBe(
      'x: 1 # one\n',
    );
    expect(await content('a.toml', '[a]\nb = [1, 2.0]\nc = 1\n', { path: 'a.b' })).toBe('b = [ 1, 2.0 ]\n');
    expect(await content('a.toml', '[a.d]\nb = 1\n', { path: 'a' })).toBe('[d]\nb = 1\n');
    expect(await content('a.xml', '<r><b id="1"/><c/><b id="2">x</b></r>', { element: '/r/b[2]' })).toContain(
      '<r><b id="2">x</b></r>',
    );
  });

  it('T6.2 AC-006.2 gives a part of a large file, valid in its format, without reading all of it', async () => {
    const rows = Array.from({ length: 200_000 }, (_, n) => JSON.stringify({ n, text: `{"[${'x'.repeat(20)}` }));
    const large = `{"before":[${rows.join(',')}],"wanted":{"a":[1,2]},"after":[`;
    // What follows is broken, and does not matter.
    expect(JSON.parse(await content('a.json', large, { path: 'wanted' }))).toEqual({ a: [1, 2] });
    expect(JSON.parse(await content('a.json', large, { path: 'before[199999].n' }))).toBe(199_999);
    const cut = await read('a.json', large, { path: 'before', maxBytes: 1_000 });
    expect(cut.complete).toBe(false);
    expect(JSON.parse(cut.content).length).toBeGreaterThan(5);
  });

  it('AC-006.3 suggests commands that show a file of its format, and that work', async () => {
    const files = {
      'a.json': '[1]',
      'a.jsonl': '{"a":1}\n',
      'a.yaml': 'a: 1\n',
      'a.toml': 'a = 1\n',
      'a.xml': '<a>\n</a>',
    };
    for (const [name, text] of Object.entries(files)) {
      const cwd = folderWith(name, text);
      const { commands } = await readIn(cwd, name, { lines: '1' });
      expect(commands[0]?.command).toBe(`assay tool preview ${name}`);
      const [program = ''] = commands[1]?.command.split(' ') ?? [];
      if (findOnPath(program, process.env) === null) continue;
      expect(spawnSync('sh', ['-c', commands[1]?.command ?? ''], { cwd }).status, commands[1]?.command).toBe(0);
    }
  });

  it('T6.3 AC-006.4 falls back to escaped bytes, with the reason, if a file does not have its format', async () => {
    const broken = await read('a.json', '{"a": [1, 2}, "b": 3}\u0007', { path: 'b' });
    expect(broken).toMatchObject({ contentFormat: 'text', content: '{"a": [1, 2}, "b": 3}\\x07' });
    expect(broken.fallback).toContain('line 1, column 12 (byte 11): ] was expected');
    const lines = await read('a.json', '{\n"a": 1\n}\n', { lines: '2' });
    expect(lines).toMatchObject({ content: '"a": 1\n', contentFormat: 'text' });
    expect(lines.fallback).toContain('not JSON');
    const deep = await read('a.yaml', '['.repeat(50_000), { path: 'a' });
    expect(deep.fallback).toContain('nested too deeply');
  });

  it('shows the requested context', async () => {
    expect(JSON.parse(await content('a.json', json, { path: 'people[3]', around: 1 }))).toEqual(
      people.people.slice(2, 5),
    );
    expect(Object.keys(JSON.parse(await content('a.json', json, { path: 'people', around: 1 })))).toEqual([
      'big',
      'people',
      'odd key',
    ]);
    expect(await content('a.csv', 'h\n1\n2\n3\n4\n', { rows: '2', around: 1 })).toBe('h\n1\n2\n3\n');
    expect(await content('a.txt', '1\n2\n3\n4\n', { lines: '2', around: 1 })).toBe('1\n2\n3\n');
    expect(parseYaml(await content('a.yaml', 'a: 1\nb: 2\nc: 3\nd: 4\n', { path: 'b', around: 1 }))).toEqual({
      a: 1,
      b: 2,
      c: 3,
    });
    expect(await content('a.toml', 'a = 1\nb = 2\nc = 3\n', { path: 'c', around: 1 })).toBe('b = 2\nc = 3\n');
    expect(await content('a.xml', '<r><b>1</b><b>2</b><b>3</b></r>', { element: '/r/b[1]', around: 1 })).toContain(
      '<r><b>1</b><b>2</b></r>',
    );
  });

  it('T6.1 finds definitions in source code by name, with their comments and decorators', async () => {
    const ts =
      '/** Says it. */\nexport class A {\n  // inside\n  run() {\n    return 1;\n  }\n}\nconst f = () => {\n  return 2;\n};\n';
    expect(await content('a.ts', ts, { symbol: 'A' })).toBe(`${ts.split('\n').slice(0, 7).join('\n')}\n`);
    expect(await content('a.ts', ts, { symbol: 'A.run' })).toBe('  // inside\n  run() {\n    return 1;\n  }\n');
    expect(await content('a.ts', ts, { symbol: 'f' })).toBe('const f = () => {\n  return 2;\n};\n');
    const sources: [string, string, string, number][] = [
      ['a.py', '@d\ndef f():\n  pass\n\nclass C:\n  def m(self):\n    pass\n', 'C.m', 6],
      ['a.go', 'package x\nfunc (r *T) M() {}\n', 'T.M', 2],
      ['a.rs', 'struct S;\nimpl S {\n  fn m() {}\n}\n', 'S::m', 3],
      ['a.java', 'class C {\n  void m() {}\n}\n', 'm', 2],
      ['a.cs', 'class C {\n  void M() {}\n}\n', 'C.M', 2],
      ['a.cpp', 'int a;\nint f(int x) { return x; }\n', 'f', 2],
      ['a.rb', 'class C\n  def m; end\nend\n', 'C#m', 2],
      ['a.php', '<?php\nfunction f() {}\n', 'f', 2],
      ['a.sh', 'x=1\nf() { :; }\n', 'f', 2],
      ['a.js', 'let x;\nfunction* g() {}\n', 'g', 2],
      ['a.tsx', 'let x;\nfunction C() { return <a/>; }\n', 'C', 2],
    ];
    for (const [name, text, symbol, line] of sources) {
      expect((await read(name, text, { symbol })).lines?.first, `${name} ${symbol}`).toBe(line);
    }
  });

  it('answers a missing name with the nearest ones', async () => {
    expect(await failure('a.json', json, { path: 'peopel[3]' })).toEqual(['SLICE_NOT_FOUND', 'There is: people.']);
    expect(await failure('a.json', json, { path: 'people[3].adress.city' })).toEqual([
      'SLICE_NOT_FOUND',
      'There is: address.',
    ]);
    expect((await failure('a.json', json, { path: 'people[99]' }))[0]).toBe('SLICE_NOT_FOUND');
    expect((await failure('a.json', json, { path: 'version.x' }))[0]).toBe('SLICE_NOT_FOUND');
    expect(await failure('a.yaml', 'alpha: 1\nbeta: 2\n', { path: 'alpah' })).toEqual([
      'SLICE_NOT_FOUND',
      'There is: alpha.',
    ]);
    expect(await failure('a.toml', 'alpha = 1\n', { path: 'alpah' })).toEqual(['SLICE_NOT_FOUND', 'There is: alpha.']);
    expect(await failure('a.xml', '<r><book/></r>', { element: '/r/bok' })).toEqual([
      'SLICE_NOT_FOUND',
      'There is: book.',
    ]);
    expect(await failure('a.ts', 'function render() {}\n', { symbol: 'rendr' })).toEqual([
      'SLICE_NOT_FOUND',
      'There is: render.',
    ]);
    expect((await failure('a.csv', 'a,b\n1,2\n', { rows: '5' }))[0]).toBe('SLICE_NOT_FOUND');
    expect((await failure('a.txt', 'x\n', { lines: '5' }))[0]).toBe('SLICE_NOT_FOUND');
  });

  it('names the valid selectors instead of an invalid one', async () => {
    expect(await failure('a.csv', 'a,b\n1,2\n', { path: 'a' })).toEqual(['SLICE_UNFIT', 'Ask for rows, such as 5-10.']);
    expect((await failure('a.json', '[1]', { path: 'a..b' }))[0]).toBe('SLICE_UNFIT');
    expect((await failure('a.json', '[1]', { element: '/a' }))[0]).toBe('SLICE_UNFIT');
    expect((await failure('a.txt', 'x', { symbol: 'x' }))[0]).toBe('SLICE_UNFIT');
    expect((await failure('a.json', '[1]', {}))[0]).toBe('TOOL_INPUT_INVALID');
    expect((await failure('a.json', '[1]', { lines: '1', rows: '1' }))[0]).toBe('TOOL_INPUT_INVALID');
    expect((await failure('a.json', '[1]', { lines: '5-2' }))[0]).toBe('TOOL_INPUT_INVALID');
    const cwd = tempFolder();
    mkdirSync(join(cwd, 'd'));
    const result = await run(cwd, { file: 'd', lines: '1' });
    expect(result).toMatchObject({ ok: false, error: { code: 'FILE_NOT_REGULAR' } });
  });

  it('keeps namespaces and attributes of the elements that lead to the requested one', async () => {
    const xml = '<n:r xmlns:n="urn:x" v="1"><n:a k="1"><n:b/></n:a><n:a k="2"><n:b>t</n:b></n:a></n:r>';
    const text = await content('a.xml', xml, { element: "/r/a[@k='2']/b" });
    expect(text).toContain('<n:r xmlns:n="urn:x" v="1"><n:a k="2"><n:b>t</n:b></n:a></n:r>');
  });

  it('runs its own examples', async () => {
    for (const { input } of readTool.examples) {
      const result = await run(join(import.meta.dirname, '../../..'), input);
      expect(result.ok, JSON.stringify(result)).toBe(true);
    }
  });
});

function folderWith(name: string, text: string): string {
  const cwd = tempFolder();
  writeFileSync(join(cwd, name), text);
  return cwd;
}

const run = (cwd: string, input: object) =>
  readTool.run(readTool.input.parse(input), { signal: new AbortController().signal, cwd, env: {}, progress: () => {} });

async function readIn(cwd: string, file: string, input: object) {
  const result = await run(cwd, { file, ...input });
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  expect(readTool.output.parse(result.output)).toEqual(result.output);
  return result.output;
}

const read = (name: string, text: string, input: object) => readIn(folderWith(name, text), name, input);
const content = async (name: string, text: string, input: object) => (await read(name, text, input)).content;

async function failure(name: string, text: string, input: object) {
  const result = await run(folderWith(name, text), { file: name, ...input });
  return result.ok ? ['ok', result.output.content] : [result.error.code, result.error.next];
}
