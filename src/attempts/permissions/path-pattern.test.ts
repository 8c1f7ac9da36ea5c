import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { isExactPath, pathMatches, pathPlaceOf, patternFor } from './path-pattern.ts';

const project = '/projects/app';
const home = '/home/me';
const at = (path: string) => pathPlaceOf(path, { project, home });

describe('C8 places', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/../a.ts', 'a.ts'],
    ['/projects/app/x', 'x'],
    ['.', ''],
    ['../other', null],
    ['/projects/app2/x', null],
    ['src/../../x', null],
    ['~/x', null],
    ['..x', '..x'],
  ])('%s is %s from the top', (path, inside) => {
    expect(at(path).inside).toBe(inside);
  });

  it.each([
    ['.', 'a.ts', 'a.ts'],
    ['src', '../a.ts', 'a.ts'],
    ['src', '../../a.ts', null],
    ['/elsewhere', 'a.ts', null],
  ])('from the folder %s, %s is %s from the top, wherever this process stands', (cwd, path, inside) => {
    expect(pathPlaceOf(path, { project, cwd }).inside).toBe(inside);
  });
});

describe('C8 path patterns', () => {
  it.each([
    ['.env', '.env', true],
    ['.env', 'a/b/.env', true],
    ['secrets', 'a/secrets/key', true],
    ['/secrets', 'a/secrets/key', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/b/a.ts', false],
    ['src/*', 'src/.hidden', true],
    ['src/**', 'src/b/.a', true],
    ['**/gen/*', 'x/y/gen/a', true],
    ['a?c', 'abc', true],
    ['[ab].ts', 'a.ts', true],
    ['[!a].ts', 'a.ts', false],
    ['*', '/etc/passwd', false],
    ['/**', '/etc/passwd', false],
    ['/etc/passwd', '/etc/passwd', false],
    ['//etc/passwd', '/etc/passwd', true],
    ['//etc', '/etc/ssl/x', true],
    ['~/.ssh', '/home/me/.ssh/id', true],
    ['~/.ssh', '.ssh/id', false],
    ['//projects/app/x', 'x', true],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(pathMatches(pattern, at(path), { home })).toBe(expected);
  });

  it('refuses patterns that it would misread', () => {
    expect(() => pathMatches('!a', at('a'))).toThrow('cannot be used');
    expect(() => pathMatches('/', at('a'))).toThrow('cannot be used');
  });

  it('makes a pattern that means exactly one file', () => {
    const name = fc
      .string({ unit: fc.constantFrom(...'ab.*?[]!#\\ -'), minLength: 1, maxLength: 6 })
      .filter((text) => !/^\.+$/.test(text));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), name, (parts, other) => {
        const place = pathPlaceOf(parts.join('/'), { project });
        fc.pre(place.inside !== null && place.inside !== '');
        const pattern = patternFor(place);
        expect(isExactPath(pattern)).toBe(true);
        expect(pathMatches(pattern, place)).toBe(true);
        const elsewhere = pathPlaceOf(`${other}/${place.inside}`, { project });
        expect(pathMatches(pattern, elsewhere)).toBe(
          elsewhere.inside === place.inside || elsewhere.inside?.startsWith(`${place.inside}/`) === true,
        );
      }),
    );
  });

  it('agrees with git about the paths that a pattern matches', async () => {
    const folder = await tempFolder();
    execFileSync('git', ['init', '-q', folder]);
    const names = fc.constantFrom('a', 'b', '.a', 'ab', 'a.ts', 'b.ts');
    const part = fc.constantFrom('a', 'b', '*', '**', '?', '.a', 'a*', '*.ts', '[ab]', '[!a]*');
    const pattern = fc
      .tuple(fc.constantFrom('', '/'), fc.array(part, { minLength: 1, maxLength: 3 }))
      .map(([top, parts]) => top + parts.join('/'));
    const samples = fc.sample(fc.tuple(pattern, fc.array(names, { minLength: 1, maxLength: 4 })), {
      numRuns: 150,
      seed: 7,
    });
    const wrong = samples.flatMap(([ignore, parts]) => {
      const path = parts.join('/');
      writeFileSync(join(folder, '.gitignore'), `${ignore}\n`);
      const git = isIgnored(folder, path);
      const ours = pathMatches(ignore, pathPlaceOf(path, { project: folder }));
      return git === ours ? [] : [{ ignore, path, git, ours }];
    });
    expect(wrong).toEqual([]);
  });
});

function isIgnored(folder: string, path: string): boolean {
  try {
    execFileSync('git', ['-C', folder, 'check-ignore', '-q', '--no-index', path]);
    return true;
  } catch {
    return false;
  }
}
