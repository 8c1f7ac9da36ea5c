import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { findOnPath } from '#host/find-system.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { previewTool } from './tool.ts';

const env = { PATH: process.env.PATH ?? '' };
const has = (program: string): boolean => findOnPath(program, env) !== null;

const export100 = {
  export_metadata: { total_entities: 100, tool: 'x' },
  version: 3,
  entities: Array.from({ length: 100 }, (_, n) => ({ name: `e${n}`, tags: ['a', 'b'] })),
};

describe('T5 preview', () => {
  it('AC-005.1 detects how a JSON file is arranged and shows it accordingly', async () => {
    expect((await preview('a.json', '[1,2,3]', { max: 2 })).structure).toBe('array');
    expect((await preview('a.json', '{"rows":[1,2,3]}')).structure).toBe('object with array');
    expect((await preview('a.json', JSON.stringify(export100))).structure).toBe('metadata wrapper');
    expect((await preview('a.json', '{"a":{"b":1}}')).structure).toBe('object');
    expect((await preview('a.json', '"just text"')).structure).toBe('value');
    expect((await preview('a.jsonl', '{"a":1}\n{"a":2}\n')).structure).toBe('records');
  });

  it('T5.2 AC-005.2 shows fields next to the data separately', async () => {
    const { metadata, collections } = await preview('a.json', JSON.stringify(export100), { max: 5 });
    expect(metadata.map(({ key, value }) => [key, JSON.parse(value)])).toEqual([
      ['export_metadata', export100.export_metadata],
      ['version', 3],
    ]);
    expect(collections).toEqual([{ path: '.entities', shown: 5, total: 100, exact: true }]);
  });

  it('T5.1 AC-005.3 shows at most N items and stays valid JSON', async () => {
    const { preview: text, leftOut } = await preview('a.json', JSON.stringify(export100), { max: 5 });
    const shown = JSON.parse(text);
    expect(shown.entities).toEqual(export100.entities.slice(0, 5));
    expect(shown.export_metadata).toEqual(export100.export_metadata);
    expect(leftOut).toContain('1 collection is shown in part.');
  });

  it('T5.4 AC-005.4 tells the format of a file without a name, with jq queries that were run', async ({ skip }) => {
    if (!has('jq')) skip('jq is not installed');
    const { format, detectedBy, queries } = await preview('export', JSON.stringify(export100), {
      max: 2,
      queries: true,
    });
    expect({ format, detectedBy }).toEqual({ format: 'json', detectedBy: 'content' });
    expect(queries.map(({ command, proof, output }) => [command, proof, output?.split('\n')[0]])).toEqual([
      ["jq '.entities | length' export", 'file', '100'],
      ["jq '.entities[:2]' export", 'file', '['],
      ["jq '.entities[].name' export", 'file', '"e0"'],
      ['jq .export_metadata export', 'file', '{'],
    ]);
  });

  it('T5.5 says line, column and byte of a fault, and shows the bytes escaped', async () => {
    const output = await preview('a.json', '{"é": 1,\n "b": [1, 2\u0007]}');
    expect(output).toMatchObject({ valid: false, format: 'json', previewFormat: 'text', queries: [] });
    expect(output.problem).toEqual({
      line: 2,
      column: 12,
      byte: 21,
      message: 'a comma or ] was expected, found the byte 0x07',
      around: '{"é": 1,\n "b": [1, 2\\x07]}',
    });
    expect(output.preview).toBe('{"é": 1,\n "b": [1, 2\\x07]}');
  });

  it('recognises formats by content if the name says nothing or the wrong thing', async () => {
    const seen = async (name: string, text: string) => (await preview(name, text)).format;
    expect(await seen('x', '<?xml version="1.0"?><a/>')).toBe('xml');
    expect(await seen('x.txt', '{"a":1}\n{"a":2}\n')).toBe('jsonl');
    expect(await seen('x.json', '{"a":1}\n{"a":2}\n')).toBe('jsonl');
    expect(await seen('x', 'a;b\n1;2\n3;4\n')).toBe('csv');
    expect(await seen('x', 'a\tb\n1\t2\n3\t4\n')).toBe('tsv');
    expect(await seen('x', 'name: a\nlist:\n  - 1\n')).toBe('yaml');
    expect(await seen('x', '[a]\nb = 1\n')).toBe('toml');
    expect(await seen('x', 'Dear all, hello.\nThis, too, is text.\n')).toBe('text');
    expect(await seen('x', '[x] done\n[ ] open\n')).toBe('text');
    expect(await seen('x.json', '\u001f\u008b\u0008\0\0')).toBe('json');
    expect(await seen('x', 'a\0b')).toBe('binary');
    expect(await seen('x.csv', '[{"a": 1}, {"a": 2}]')).toBe('json');
  });

  it('reads byte order marks, UTF-16 and CRLF', async () => {
    expect(JSON.parse((await preview('a.json', '\ufeff{"a":1}')).preview)).toEqual({ a: 1 });
    const utf16 = await preview('a.json', Buffer.from('\ufeff{"é":[1]}', 'utf16le'));
    expect(JSON.parse(utf16.preview)).toEqual({ é: [1] });
    expect(utf16.encoding).toBe('utf-16le');
    expect((await preview('a.csv', 'a,b\r\n1,2\r\n')).preview).toBe('a,b\n1,2\n');
  });

  it('T5.1 counts and cuts every format', async () => {
    const of = async (name: string, text: string) => {
      const { collections, preview: shown } = await preview(name, text, { max: 2 });
      return [collections.map(({ path, shown: some, total }) => `${path} ${some}/${total}`).join(), shown];
    };
    expect(await of('a.csv', 'h,k\n"1\n2",2\n3,4\n5,6\n')).toEqual(['rows 2/3', 'h,k\n"1\n2",2\n3,4\n']);
    expect(await of('a.jsonl', '1\n2\n\n3\n')).toEqual(['records 2/3', '1\n2\n']);
    expect(await of('a.yaml', '- 1 # one\n- 2\n- 3\n')).toEqual(['. 2/3', '- 1 # one\n- 2\n']);
    expect(await of('a.yaml', 'a: 1\n---\nb: 2\n---\nc: 3\n')).toEqual(['documents 2/3', '---\na: 1\n---\nb: 2\n']);
    expect(await of('a.toml', 'v = 1.0\n[[p]]\nn = 1\n[[p]]\nn = 2\n[[p]]\nn = 3\n')).toEqual([
      '.p 2/3',
      'v = 1.0\n\n[[p]]\nn = 1\n\n[[p]]\nn = 2\n',
    ]);
    expect(await of('a.txt', 'x\ny\nz')).toEqual(['lines 2/3', 'x\ny\n']);
    expect((await of('a.xml', '<r v="1"><i>1</i><i>2</i><i>3</i></r>'))[1]).toContain('<r v="1"><i>1</i><i>2</i></r>');
    expect((await of('a.bin', '\0\u0001AB'))[1]).toBe(`00000000  00 01 41 42${' '.repeat(36)}  |..AB|\n`);
  });

  it('survives a huge string, deep nesting and empty input', async () => {
    const long = await preview('a.json', JSON.stringify({ a: 'x'.repeat(1_000_000), b: [1] }));
    expect(JSON.parse(long.preview).a).toHaveLength(2_001);
    expect((await preview('a.json', '['.repeat(100_000) + ']'.repeat(100_000))).valid).toBe(true);
    expect((await preview('a.json', '['.repeat(100_000))).problem?.byte).toBe(100_000);
    expect((await preview('a.xml', '<a>'.repeat(10_000) + '</a>'.repeat(10_000))).valid).toBe(true);
    for (const name of ['a.yaml', 'a.toml', 'a.xml']) {
      const deep = await preview(
        name,
        (name === 'a.toml' ? 'a = ' : '') + (name === 'a.xml' ? '<a>' : '[').repeat(100_000),
      );
      expect(deep.valid, name).toBe(false);
    }
    const nothing = await preview('a.json', '');
    expect(nothing).toMatchObject({ structure: 'nothing', preview: '', notes: ['a.json is empty.'] });
  });

  it('finds an array after a sibling of many megabytes, and keeps the text around it', async () => {
    const sibling = Array.from({ length: 150_000 }, (_, n) => ({ n, text: `\\"]}[{ ${'x'.repeat(40)}` }));
    const text = JSON.stringify({ first: 1, cache: sibling, last: { a: 1 }, entities: [1, 2, 3] });
    const { bytes, checked, metadata, collections } = await preview('a.json', text, { max: 2 });
    expect(bytes).toBeGreaterThan(8 * 1024 * 1024);
    expect(checked).toBe('structure');
    expect(metadata.map(({ key }) => key)).toEqual(['first', 'last']);
    expect(collections).toEqual([
      { path: '.cache', shown: 2, total: 150_000, exact: true },
      { path: '.entities', shown: 2, total: 3, exact: true },
    ]);
  });

  it('T5.3 estimates the totals of large files, and counts them when asked to', async () => {
    const files = {
      'a.json': `[${Array.from({ length: 900_000 }, (_, n) => `{"n":${n}}`).join(',')}]`,
      'a.jsonl': Array.from({ length: 900_000 }, (_, n) => `{"n":${n}}\n`).join(''),
      'a.csv': `n,m\n${Array.from({ length: 900_000 }, (_, n) => `${n},"a, b"\n`).join('')}`,
      'a.xml': `<r>${Array.from({ length: 900_000 }, (_, n) => `<n>${n}</n>`).join('')}</r>`,
      'a.txt': Array.from({ length: 900_000 }, (_, n) => `line ${n}\n`).join(''),
    };
    for (const [name, text] of Object.entries(files)) {
      const [guessed] = (await preview(name, text, { max: 2 })).collections;
      expect(guessed?.exact, name).toBe(false);
      expect(Math.abs((guessed?.total ?? 0) / 900_000 - 1), name).toBeLessThan(0.1);
      const [counted] = (await preview(name, text, { max: 2, count: true })).collections;
      expect(counted, name).toMatchObject({ shown: 2, total: 900_000, exact: true });
    }
  });

  it('shows large YAML and TOML from their beginning, valid all the same', async () => {
    const list = Array.from({ length: 40_000 }, (_, n) => `- name: n${n}\n  text: |\n    - not an item\n`).join('');
    const guessed = await preview('a.yaml', list, { max: 2 });
    expect(parse(guessed.preview)).toEqual([
      { name: 'n0', text: '- not an item\n' },
      { name: 'n1', text: '- not an item\n' },
    ]);
    expect(guessed).toMatchObject({ checked: 'beginning', structure: 'array' });
    expect((await preview('a.yaml', list, { max: 2, count: true })).collections[0]).toMatchObject({
      total: 40_000,
      exact: true,
    });
    const wrapped = await preview('a.yaml', `version: 1\nitems:\n${list.replaceAll(/^/gm, '  ')}`, { max: 2 });
    expect(wrapped).toMatchObject({ structure: 'metadata wrapper', metadata: [{ key: 'version', value: '1' }] });
    const toml = await preview('a.toml', `v = 1\n${'[[p]]\nname = "[x]"\n'.repeat(500_000)}`, { max: 2 });
    expect(toml).toMatchObject({ checked: 'beginning', metadata: [{ key: 'v', value: '1' }] });
    expect(toml.collections[0]?.exact).toBe(false);
  });

  it('shows XML that xmllint accepts', async ({ skip }) => {
    if (!has('xmllint')) skip('xmllint is not installed');
    const text =
      '<!DOCTYPE r [<!ENTITY e "x">]><r a="&lt;&#10;" xmlns:n="urn:n"><n:i>&e; &amp; <![CDATA[]]&gt;]]></n:i><n:i/><n:i/></r>';
    const { preview: shown } = await preview('a.xml', text, { max: 2 });
    const ended = spawnSync('xmllint', ['--noout', '-'], { input: shown, encoding: 'utf8' });
    expect([ended.status, ended.stderr]).toEqual([0, '']);
  });

  it('T5.4 suggests XPath that xmllint answers, with and without namespaces', async ({ skip }) => {
    if (!has('xmllint')) skip('xmllint is not installed');
    const plain = await preview('a.xml', '<r><i>1</i><i>2</i><i>3</i></r>', { queries: true });
    expect(plain.queries[0]).toMatchObject({ command: "xmllint --xpath 'count(/r/i)' a.xml", output: '3' });
    const spaced = await preview('a.xml', '<f xmlns="urn:x"><i/><i/></f>', { queries: true });
    expect(spaced.queries[0]).toMatchObject({ proof: 'file', output: '2' });
  });

  it('suggests awk for plain tables, and a reader that knows quotes for others', async () => {
    expect((await preview('a.csv', 'a,b\n1,2\n3,4\n', { queries: true })).queries.map(({ output }) => output)).toEqual([
      '2\n4',
      '2',
    ]);
    expect((await preview('a.csv', 'a,b\n"1\n",2\n3,4\n', { queries: true })).queries[1]).toMatchObject({
      output: '2',
    });
  });

  it('quotes the name of the file, whatever it is', async () => {
    for (const name of ["it's $(touch x) `y`.json", '-n', 'a=b.json', 'new\nline.json']) {
      const { queries } = await preview(name, '[1,2]', { queries: true });
      if (has('jq')) expect(queries[0]).toMatchObject({ proof: 'file', output: '2' });
    }
  });

  it('says when the program of a query is not there', async () => {
    const { queries } = await preview('a.json', '[1]', { queries: true }, {});
    expect(queries[0]).toMatchObject({ proof: 'not run', reason: 'sh is not on the PATH' });
  });

  it('refuses folders, pipes, sockets, devices, and files that are missing or closed to it', async () => {
    const cwd = tempFolder();
    mkdirSync(join(cwd, 'folder'));
    spawnSync('mkfifo', [join(cwd, 'pipe')]);
    const server = createServer().listen(join(cwd, 'socket'));
    onTestFinished(() => void server.close());
    const code = async (file: string) => {
      const result = await run(cwd, { file });
      return result.ok ? 'ok' : result.error.code;
    };
    for (const file of ['folder', 'pipe', 'socket', '/dev/zero']) expect(await code(file)).toBe('FILE_NOT_REGULAR');
    expect(await code('missing')).toBe('FILE_MISSING');
    writeFileSync(join(cwd, 'closed'), 'x');
    chmodSync(join(cwd, 'closed'), 0);
    // Root may read anything.
    expect(await code('closed')).toBe(process.getuid?.() === 0 ? 'ok' : 'FILE_UNREADABLE');
  });

  it('stops on request', async () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'a.json'), '[1]');
    const result = await run(cwd, { file: 'a.json' }, env, AbortSignal.abort());
    expect(result).toMatchObject({ ok: false, error: { code: 'TOOL_FAILED' } });
  });

  it('runs its own examples', async () => {
    for (const { input } of previewTool.examples) {
      const result = await run(join(import.meta.dirname, '../../..'), input);
      expect(result.ok && result.output.valid).toBe(true);
    }
  });
});

async function preview(
  name: string,
  content: string | Buffer,
  options: object = {},
  variables: Record<string, string> = env,
) {
  const cwd = tempFolder();
  writeFileSync(join(cwd, name), content);
  const result = await run(cwd, { file: name, queries: false, ...options }, variables);
  if (!result.ok) throw new Error(result.error.message);
  expect(previewTool.output.parse(result.output)).toEqual(result.output);
  return result.output;
}

const run = (
  cwd: string,
  input: object,
  variables: Record<string, string> = env,
  signal = new AbortController().signal,
) => previewTool.run(previewTool.input.parse(input), { signal, cwd, env: variables, progress: () => {} });
