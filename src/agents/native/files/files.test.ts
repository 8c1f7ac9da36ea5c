import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enter, openToRead } from '#host/enter-folder.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { globMatcher } from './ignore.ts';
import { locate, refuseGit } from './locate.ts';
import { pathLocks } from './path-locks.ts';
import { isBinary, readTextFile, writeText } from './text-file.ts';
import { walkFiles } from './walk.ts';

const code = (wanted: Promise<unknown>): Promise<unknown> =>
  wanted.then(
    () => 'allowed',
    ({ code }) => code,
  );

describe('C1 paths an agent names', () => {
  it('are found inside, also through links that stay inside', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'a/b'), { recursive: true });
    symlinkSync('a', join(folder, 'to-a'));
    symlinkSync('../b', join(folder, 'a/b/self'));
    symlinkSync(join(folder, 'a'), join(folder, 'absolute'));
    expect(await locate(folder, 'a/./b/../b/c.ts')).toEqual({ path: 'a/b/c.ts', asked: 'a/b/c.ts' });
    expect(await locate(folder, join(folder, 'x'))).toEqual({ path: 'x', asked: 'x' });
    expect((await locate(folder, 'to-a/b/new')).path).toBe('a/b/new');
    expect((await locate(folder, 'to-a/b/self/self/x')).path).toBe('a/b/x');
    expect((await locate(folder, 'absolute/x')).path).toBe('a/x');
    expect((await locate(folder, '.')).path).toBe('');
  });

  it('are refused if they lead out, directly or through any link', async () => {
    const [folder, other] = [tempFolder(), tempFolder()];
    mkdirSync(join(folder, 'in'));
    writeFileSync(join(other, 'secret'), 'x');
    symlinkSync(other, join(folder, 'out'));
    symlinkSync(join(other, 'secret'), join(folder, 'in/file'));
    symlinkSync('../..', join(folder, 'in/up'));
    symlinkSync('out', join(folder, 'chain'));
    symlinkSync('loop', join(folder, 'loop'));
    const ways = [
      '..',
      '../x',
      '/etc/passwd',
      'in/../../x',
      'out/secret',
      'in/file',
      'in/up/x',
      'chain/secret',
      'loop',
    ];
    for (const way of [...ways, 'a\0b', 'in/file/deeper', `${folder}-beside/x`]) {
      expect([way, await code(locate(folder, way))]).toEqual([way, 'PATH_OUTSIDE']);
    }
  });

  it('are not followed when a link takes their place after the check', async () => {
    const [folder, other] = [tempFolder(), tempFolder()];
    writeFileSync(join(other, 'f'), 'secret');
    const file = await locate(folder, 'f');
    const deep = await locate(folder, 'd/f');
    symlinkSync(join(other, 'f'), join(folder, 'f'));
    symlinkSync(other, join(folder, 'd'));
    expect(await code(readTextFile(folder, file))).toBe('PATH_OUTSIDE');
    expect(await code(readTextFile(folder, deep))).not.toBe('allowed');
    expect(await code(writeText(folder, deep, 'mine'))).not.toBe('allowed');
    await writeText(folder, file, 'mine'); // takes the link's place, and does not go through it
    expect(readFileSync(join(other, 'f'), 'utf8')).toBe('secret');
  });

  it('stay where they were opened when the folder is swapped under way', async () => {
    const [folder, other] = [tempFolder(), tempFolder()];
    mkdirSync(join(folder, 'd'));
    writeFileSync(join(folder, 'd/f'), 'inside');
    writeFileSync(join(other, 'f'), 'secret');
    const text = await enter(folder, (await locate(folder, 'd/f')).path, async (inside) => {
      spawnSync('mv', [join(folder, 'd'), join(folder, 'moved')]);
      symlinkSync(other, join(folder, 'd'));
      const handle = await openToRead(inside, 'd/f');
      return handle.readFile('utf8').finally(() => handle.close());
    });
    expect(text).toBe('inside');
  });

  it('do not reach git’s own records', async () => {
    const folder = tempFolder();
    for (const path of ['.git/hooks/pre-commit', 'sub/.GIT/config', '.git']) {
      const place = await locate(folder, path);
      expect(() => refuseGit(place)).toThrow(/belongs to git/);
    }
    const place = await locate(folder, '.gitignore');
    expect(() => refuseGit(place)).not.toThrow();
  });
});

describe('C1 text files', () => {
  it('keep their mode, are replaced as a whole, and stay intact if they are not text', async () => {
    const folder = tempFolder();
    const script = await locate(folder, 'bin/run');
    await writeText(folder, script, '#!/bin/sh\n');
    spawnSync('chmod', ['755', join(folder, 'bin/run')]);
    linkSync(join(folder, 'bin/run'), join(folder, 'kept'));
    const { mode } = await readTextFile(folder, script);
    await writeText(folder, script, 'new', mode);
    expect(await readTextFile(folder, script)).toEqual({ text: 'new', mode: 0o755 });
    expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('#!/bin/sh\n');
    writeFileSync(join(folder, 'latin'), Buffer.from([0x63, 0xe9]));
    expect(await code(readTextFile(folder, await locate(folder, 'latin')))).toBe('FILE_UNREADABLE');
    expect(await code(readTextFile(folder, await locate(folder, 'none')))).toBe('FILE_MISSING');
    expect(await code(readTextFile(folder, await locate(folder, 'bin')))).toBe('FILE_NOT_REGULAR');
  });

  it('are distinguished from binary data, even when cut within a character', () => {
    expect(isBinary(Buffer.from('é').subarray(0, 1))).toBe(false);
    expect(isBinary(Buffer.from([0xff, 0xfe, 65]))).toBe(true);
    expect(isBinary(Buffer.from('a\0'))).toBe(true);
  });

  it('do not hang on a pipe that no one writes to', async () => {
    const folder = tempFolder();
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    expect(await code(readTextFile(folder, await locate(folder, 'pipe')))).toBe('FILE_NOT_REGULAR');
  });
});

describe('C1 the walk', () => {
  it('leaves out what git leaves out', () => {
    const folder = tempFolder();
    const files = [
      'a.ts',
      'a.log',
      'keep.log',
      'build/x',
      'src/build/y',
      'src/b.ts',
      'src/c.tmp',
      'doc/api/z',
      'doc/z.md',
    ];
    for (const file of files) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    writeFileSync(join(folder, '.gitignore'), '# no\n*.log\n!keep.log\n/build/\ndoc/**/z\n');
    writeFileSync(join(folder, 'src/.gitignore'), '*.tmp\n');
    symlinkSync('..', join(folder, 'src/up'));
    spawnSync('git', ['init', '-q'], { cwd: folder });
    const git = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: folder, encoding: 'utf8' });
    const walked = [...walkFiles(folder, '')].filter(({ kind }) => kind !== 'folder').map(({ path }) => path);
    expect(walked.sort()).toEqual(git.stdout.trim().split('\n').sort());
    expect([...walkFiles(folder, 'src')].map(({ path }) => path)).toEqual([
      'src/.gitignore',
      'src/b.ts',
      'src/build',
      'src/build/y',
      'src/up',
    ]);
  });

  it('does not leave the folder for a link, and waits for no pipe, that took a place on the way', () => {
    const [folder, other] = [tempFolder(), tempFolder()];
    for (const file of [join(folder, 'a/b/mine'), join(other, 'b/secret')]) {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, '');
    }
    spawnSync('mkfifo', [join(folder, '.gitignore')]);
    const seen: string[] = [];
    for (const { path } of walkFiles(folder, '')) {
      seen.push(path);
      if (path !== 'a/b') continue;
      renameSync(join(folder, 'a'), join(folder, 'moved'));
      symlinkSync(other, join(folder, 'a'));
    }
    expect(seen).toEqual(['.gitignore', 'a', 'a/b']);
  });

  it('agrees with git about any pattern', () => {
    const folder = tempFolder();
    const names = ['a', 'b', 'ab', 'a.b', 'd/a', 'd/ab', 'd/e/a', 'd/e/b.a', 'a-b/x'];
    for (const name of names) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      spawnSync('mkdir', ['-p', join(folder, name)]);
      writeFileSync(join(folder, name, 'f'), '');
    }
    spawnSync('git', ['init', '-q'], { cwd: folder });
    const piece = fc.constantFrom('a', 'b', 'd', '*', '?', '/', '**', '[ab]', '[!a]', '.', 'e', 'f');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
        const pattern = pieces.join('');
        fc.pre(!/\/\/|^\/?$|\*\*[^/]|[^/]\*\*|\*\*$/.test(pattern));
        writeFileSync(join(folder, '.gitignore'), `${pattern}\n`);
        const git = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: folder, encoding: 'utf8' });
        const walked = [...walkFiles(folder, '')].filter(({ kind }) => kind !== 'folder').map(({ path }) => path);
        expect(walked.sort()).toEqual(git.stdout.trim().split('\n').filter(Boolean).sort());
      }),
      { numRuns: 60 },
    );
  });

  it('takes globs as people write them, and does not take for ever', () => {
    const fits = (glob: string, path: string) => globMatcher(glob)(path);
    expect([fits('*.ts', 'a/b.ts'), fits('src/*.ts', 'src/a/b.ts'), fits('src/**', 'src/a/b.ts')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([fits('*.{ts,tsx}', 'x.tsx'), fits('/a', 'b/a'), fits('a/', 'a/b')]).toEqual([true, false, true]);
    expect(fits(`${'*a'.repeat(60)}b`, 'a'.repeat(250))).toBe(false);
  });
});

describe('C1 path locks', () => {
  it('let one at a time at a path, in order, and never wait in a circle', async () => {
    const locks = pathLocks();
    const seen: string[] = [];
    const work = (name: string, paths: string[]) =>
      locks.hold(paths, async () => {
        seen.push(`${name}+`);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(`${name}-`);
      });
    await Promise.all([work('1', ['a', 'b']), work('2', ['b', 'a']), work('3', ['b'])]);
    expect(seen).toEqual(['1+', '1-', '2+', '2-', '3+', '3-']);
    await expect(locks.hold(['a'], async () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    await work('4', ['a']);
    expect(seen.at(-1)).toBe('4-');
  });
});
