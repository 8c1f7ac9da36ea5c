import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import type { AttemptEnv } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import { placeOf, tempFolder } from '../../test/attempting.ts';
import { pathLocks } from '../files/path-locks.ts';
import { ownSearch } from '../search/own-search.ts';
import { type Used, useTool } from '../test/use-tool.ts';
import { editedText } from './edit.ts';
import { toolbox } from './native-tools.ts';
import { toolSchema } from './schema-of.ts';

/** A folder with files, and its tools. */
function workshop(files: Record<string, string | Buffer> = {}, more: Partial<AttemptEnv> = {}) {
  const place = placeOf({ folder: tempFolder(), ...more });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(place.folder, path, '..'), { recursive: true });
    writeFileSync(join(place.folder, path), text);
  }
  const { tools } = toolbox(place, pathLocks(), async () => ({ ok: true, output: { answer: '' } }));
  const use = (name: string, input: Json): Promise<Used> => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return useTool(tool, input);
  };
  return { folder: place.folder, tools, use, file: (path: string) => readFileSync(join(place.folder, path), 'utf8') };
}

describe('C1 read', () => {
  it('numbers lines, gives ranges, and says when there is more', async () => {
    const { use } = workshop({ 'a.txt': Array.from({ length: 2_000 }, (_, n) => `line ${n + 1}`).join('\n') });
    expect((await use('read', { path: 'a.txt', from: 10, lines: 2 })).text).toBe(
      '10\tline 10\n11\tline 11\n[There is more: read on from line 12.]',
    );
    expect((await use('read', { path: 'a.txt' })).text).toMatch(
      /\n1500\tline 1500\n\[There is more: read on from line 1501\.\]$/,
    );
    expect((await use('read', { path: 'a.txt', from: 1_999 })).text).toBe('1999\tline 1999\n2000\tline 2000');
    expect((await use('read', { path: 'a.txt', from: 5_000 })).text).toContain('ends at line 2000');
  });

  it('truncates long lines, and reports CRLF and an empty file', async () => {
    const { use } = workshop({ long: 'x'.repeat(500_000), crlf: 'a\r\nb\r\n', empty: '' });
    const { text } = await use('read', { path: 'long' });
    expect(text).toContain('[… 499000 more characters in this line]');
    expect(text.length).toBeLessThan(1_200);
    expect((await use('read', { path: 'crlf' })).text).toBe('1\ta\n2\tb\n[Lines end with CRLF.]');
    expect((await use('read', { path: 'empty' })).text).toContain('empty');
  });

  it('reports binary and huge files instead of showing them', async () => {
    const { use, folder } = workshop({ 'a.png': Buffer.from('89504e470d0a1a0a0000', 'hex'), huge: 'first\nsecond\n' });
    expect((await use('read', { path: 'a.png' })).text).toMatch(/not text: a PNG image that is cut off/);
    writeFileSync(join(folder, 'huge'), `${'some words\n'.repeat(5_000_000)}`);
    expect((await use('read', { path: 'huge' })).text).toMatch(/has 55000000 bytes, too many/);
    expect((await use('read', { path: 'huge', from: 4_000_000, lines: 1 })).text).toMatch(/^4000000\tsome words\n/);
    truncateSync(join(folder, 'huge'), 50 * 1024 * 1024);
    expect((await use('read', { path: 'none' })).code).toBe('FILE_MISSING');
    expect((await use('read', { path: '.' })).ok).toBe(false);
  });

  it('keeps within the folder, also when called without being prepared', async () => {
    const { use, folder, tools } = workshop();
    symlinkSync('/etc/passwd', join(folder, 'p'));
    expect((await use('read', { path: 'p' })).code).toBe('PATH_OUTSIDE');
    expect((await use('read', { path: '../../etc/passwd' })).code).toBe('PATH_OUTSIDE');
    const context = { signal: new AbortController().signal, cwd: '.', progress: () => {} };
    for (const path of ['../../etc/passwd', '/etc/passwd', 'p']) {
      const result = await tools.get('read')?.tool.run({ path }, context);
      expect(result).toMatchObject({ ok: false });
    }
  });
});

describe('C1 write and edit', () => {
  it('write makes folders, replaces files, and refuses files of git', async () => {
    const { use, file, folder } = workshop();
    expect((await use('write', { path: 'a/b/c.txt', text: 'one\ntwo\n' })).text).toBe('created a/b/c.txt (2 lines)');
    expect((await use('write', { path: 'a/b/c.txt', text: 'x' })).text).toBe('replaced a/b/c.txt (1 line)');
    expect(file('a/b/c.txt')).toBe('x');
    expect((await use('write', { path: '.git/hooks/post-checkout', text: 'evil' })).code).toBe('PATH_OUTSIDE');
    expect((await use('write', { path: 'a/b', text: 'x' })).ok).toBe(false);
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['c.txt']);
  });

  it('edit wants one match, and says how many there are and where', async () => {
    const { use, file } = workshop({ 'a.ts': 'let a = 1;\nlet b = 1;\n  indented();\n' });
    expect(await use('edit', { path: 'a.ts', old: '= 1', new: '= 2' })).toMatchObject({
      code: 'TOOL_INPUT_INVALID',
      text: expect.stringContaining('2 times, at lines 1, 2'),
    });
    expect((await use('edit', { path: 'a.ts', old: '= 1', new: '= $&', all: true })).ok).toBe(true);
    expect(file('a.ts')).toContain('let b = $&;');
    expect((await use('edit', { path: 'a.ts', old: '    indented();', new: '' })).text).toContain('line 3');
    expect((await use('edit', { path: 'a.ts', old: 'nowhere', new: '' })).text).toContain('Read the file');
    expect((await use('edit', { path: 'a.ts', old: 'let', new: 'let' })).ok).toBe(false);
  });

  it('edit keeps CRLF and the mode of the file', async () => {
    const { use, file, folder } = workshop({ 'run.cmd': 'one\r\ntwo\r\nthree\r\n' });
    chmodSync(join(folder, 'run.cmd'), 0o755);
    expect((await use('edit', { path: 'run.cmd', old: 'one\ntwo', new: '1\n2' })).ok).toBe(true);
    expect((await use('edit', { path: 'run.cmd', old: 'three', new: '3\n4' })).ok).toBe(true);
    expect(file('run.cmd')).toBe('1\r\n2\r\n3\r\n4\r\n');
    expect(editedText('a\nb\r\nc', 'a\nb', 'x', false)).toMatchObject({ ok: true, text: 'x\r\nc' });
  });

  it('edits of one file side by side all count', async () => {
    const { use, file } = workshop({ f: Array.from({ length: 20 }, (_, n) => `<${n}>`).join('\n') });
    const edits = Array.from({ length: 20 }, (_, n) => use('edit', { path: 'f', old: `<${n}>`, new: `done ${n}` }));
    expect((await Promise.all(edits)).every(({ ok }) => ok)).toBe(true);
    expect(file('f').split('\n')).toEqual(Array.from({ length: 20 }, (_, n) => `done ${n}`));
  });
});

describe('C1 patch', () => {
  const hunk = (name: string, old: string, fresh: string) =>
    `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-${old}\n+${fresh}\n`;

  it('changes, makes, moves and removes files', async () => {
    const { use, file, folder } = workshop({ a: 'one\n', b: 'two\n', c: 'three\n' });
    const made = '--- /dev/null\n+++ b/new/d\n@@ -0,0 +1 @@\n+four\n';
    const removed = '--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-two\n';
    const moved = '--- a/c\n+++ b/e\n@@ -1 +1 @@\n-three\n+tres\n';
    const used = await use('patch', { patch: hunk('a', 'one', 'uno') + made + removed + moved });
    expect(used).toMatchObject({ ok: true });
    expect([file('a'), file('new/d'), file('e')]).toEqual(['uno\n', 'four\n', 'tres\n']);
    expect([existsSync(join(folder, 'b')), existsSync(join(folder, 'c'))]).toEqual([false, false]);
  });

  it('does all of it or nothing', async () => {
    const { use, file, folder } = workshop({ a: 'one\n', b: 'two\n' });
    const used = await use('patch', { patch: hunk('a', 'one', 'uno') + hunk('b', 'other', 'dos') });
    expect(used).toMatchObject({ code: 'TOOL_INPUT_INVALID', text: expect.stringContaining('does not fit b') });
    expect([file('a'), file('b')]).toEqual(['one\n', 'two\n']);
    mkdirSync(join(folder, 'd'));
    const onFolder = '--- /dev/null\n+++ b/d\n@@ -0,0 +1 @@\n+x\n';
    expect((await use('patch', { patch: hunk('a', 'one', 'uno') + onFolder })).ok).toBe(false);
    expect(file('a')).toBe('one\n');
    // Only writing shows that one new file is in the way of the other's folder.
    const made = (name: string) => `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+x\n`;
    expect((await use('patch', { patch: hunk('a', 'one', 'uno') + made('n') + made('n/x') })).ok).toBe(false);
    expect([file('a'), existsSync(join(folder, 'n'))]).toEqual(['one\n', false]);
  });

  it('takes two parts on one file, and keeps CRLF', async () => {
    const { use, file } = workshop({ a: 'one\r\n' });
    expect((await use('patch', { patch: hunk('a', 'one', 'two') + hunk('a', 'two', 'three') })).ok).toBe(true);
    expect(file('a')).toBe('three\r\n');
  });

  it.each([
    ['words', 'please change a to b'],
    ['wrong counts', '--- a/a\n+++ b/a\n@@ -1,5 +1 @@\n-one\n+uno\n'],
    ['a way out', hunk('../../x', 'one', 'uno')],
    ['git’s own', hunk('.git/config', 'one', 'uno')],
    ['a new file that is there', '--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+four\n'],
  ])('refuses %s', async (_, patch) => {
    const { use, file } = workshop({ a: 'one\n' });
    expect((await use('patch', { patch })).ok).toBe(false);
    expect(file('a')).toBe('one\n');
  });

  it('asks for every path it touches', async () => {
    const { tools } = workshop({ a: 'one\n', b: 'two\n' });
    const prepared = await tools.get('patch')?.prepare({ patch: hunk('a', 'one', 'x') + hunk('b', 'two', 'y') });
    expect(prepared).toMatchObject({ ok: true, action: { type: 'write', paths: ['a', 'b'] } });
  });
});

describe('C1 search and list', () => {
  const files = {
    'src/a.ts': 'export const a = 1;\nconst b = 2;\n',
    'src/b.js': 'export const c = 3;\n',
    'skip/x.ts': 'export const skipped = 1;\n',
    '.gitignore': 'skip/\n',
    'bin.dat': Buffer.from('export \0'),
    '.github/w.yml': 'export: 1\n',
  };

  it('searches by expression and glob, with ripgrep and without, to the same end', async () => {
    const { use, folder } = workshop(files);
    const { text } = await use('search', { pattern: '^export const \\w', glob: '*.ts' });
    expect(text).toBe('src/a.ts:1:export const a = 1;');
    expect((await use('search', { pattern: 'EXPORT', ignoreCase: true })).text.split('\n')).toHaveLength(3);
    for (const query of [
      { pattern: 'export', path: '', ignoreCase: false },
      { pattern: 'export', path: 'src', ignoreCase: false },
      { pattern: 'CONST', path: 'src/a.ts', ignoreCase: true },
      { pattern: 'const', path: '', ignoreCase: false, glob: '*.{js,yml}' },
    ]) {
      const own = await ownSearch(folder, query, new AbortController().signal);
      const { path, ...rest } = query;
      const ours = own.type === 'found' ? own.lines.map((line) => `${line.path}:${line.rest}`) : [];
      expect(ours.join('\n')).toBe((await use('search', path === '' ? rest : query)).text);
    }
  });

  it('says what is wrong with a pattern or a path, and caps what it finds', async () => {
    const { use, folder } = workshop({ many: 'x\n'.repeat(5_000) });
    expect((await use('search', { pattern: '(' })).code).toBe('TOOL_INPUT_INVALID');
    expect((await use('search', { pattern: 'x', path: 'none' })).code).toBe('FILE_MISSING');
    expect((await use('search', { pattern: 'y' })).text).toBe('No line matches.');
    const lines = (await use('search', { pattern: 'x' })).text.split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([201, expect.stringContaining('There is more')]);
    const bad = await ownSearch(folder, { pattern: '(', path: '', ignoreCase: false }, new AbortController().signal);
    expect(bad).toMatchObject({ type: 'refused', error: { code: 'TOOL_INPUT_INVALID' } });
  });

  it('without ripgrep, does not let a pattern that never ends hold up the process', async () => {
    const { folder } = workshop({ f: `${'a'.repeat(60)}!\n` });
    const query = { pattern: '^(a+)+$', path: '', ignoreCase: false };
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    const found = await ownSearch(folder, query, new AbortController().signal, 400);
    clearInterval(ticking);
    expect(found).toMatchObject({ type: 'refused', error: { message: 'the search took too long' } });
    expect(ticks).toBeGreaterThan(3);
  });

  it('does not show by searching what may not be read', async () => {
    const permit: AttemptEnv['permit'] = async ({ action }) =>
      action.type === 'read' && action.paths.includes('secret.txt')
        ? { type: 'deny', by: 'rule', error: { code: 'X', message: 'no' } }
        : { type: 'allow', by: 'mode' };
    const { use } = workshop({ 'secret.txt': 'key=1\n', 'open.txt': 'key=2\n' }, { permit });
    expect((await use('search', { pattern: 'key' })).text).toBe(
      'open.txt:1:key=2\n[1 files are left out: they may not be read.]',
    );
  });

  it('lists a tree without what git ignores, and does not follow links', async () => {
    const { use, folder } = workshop(files);
    symlinkSync('/etc', join(folder, 'src/etc'));
    expect((await use('list', {})).text.split('\n')).toEqual([
      ...['.github/', '  w.yml', '.gitignore', 'bin.dat', 'src/', '  a.ts', '  b.js', '  etc -> /etc'],
    ]);
    expect((await use('list', { path: 'src' })).text.split('\n')[0]).toBe('a.ts');
    expect((await use('list', { path: 'nowhere' })).code).toBe('FILE_MISSING');
    expect((await use('list', { path: 'src/etc' })).code).toBe('PATH_OUTSIDE');
  });
});

describe('C1 shell', () => {
  it('reports how it ended, and its output', async () => {
    const { use } = workshop({ 'sub/x': '' });
    const used = await use('shell', { command: 'ls; echo oops >&2; exit 3', cwd: 'sub' });
    expect(used.text).toBe('exit code 3\nx\nstderr:\noops');
    expect((await use('shell', { command: 'sleep 60', seconds: 1 })).text).toContain('stopped after 1 s');
    expect((await use('shell', { command: 'head -c 3000 /dev/urandom' })).text).toMatch(/3000 bytes that are not text/);
    expect((await use('shell', { command: 'a\0b' })).code).toBe('TOOL_INPUT_INVALID');
    expect((await use('shell', { command: 'ls', cwd: '/' })).code).toBe('PATH_OUTSIDE');
  });

  it('does not exist if there are no commands', () => {
    const { exec: _exec, ...place } = placeOf();
    expect([...toolbox(place, pathLocks()).tools.keys()]).not.toContain('shell');
  });
});

describe('C1 the tools together', () => {
  it('cost a model less than 3,000 tokens', () => {
    const { tools } = workshop();
    expect([...tools.keys()]).toEqual([
      ...['read', 'list', 'find', 'search', 'write', 'edit', 'patch', 'shell', 'job', 'plan', 'task'],
    ]);
    const schemas = [...tools.values()].map(({ tool }) => toolSchema(tool));
    const tokens = countTokens(JSON.stringify(schemas));
    expect(tokens).toBeLessThan(3_000);
    expect(tokens).toBeGreaterThan(300);
  });
});
