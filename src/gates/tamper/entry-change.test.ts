import { describe, expect, it } from 'vitest';
import { redirectedEntries } from './entry-change.ts';

const FILES = new Set(['index.js', 'src/index.js', 'src/legacy.js', 'src/sub.js', 'bin/a.js', 'bin/b.js']);
const told = (before: unknown, after: unknown, path = 'package.json', files: ReadonlySet<string> = FILES): string[] =>
  redirectedEntries(path, JSON.stringify(before), JSON.stringify(after), files);

describe('G14.21 the files that a package delivers', () => {
  it.each([
    [{ main: 'src/index.js' }, { main: 'src/legacy.js' }, '. led to src/index.js and leads to src/legacy.js'],
    [{}, { main: './src/legacy' }, '. led to index.js and leads to src/legacy.js'],
    [
      { main: 'src/index.js' },
      { main: 'src/index.js', exports: { '.': { import: './src/legacy.js', types: './src/index.d.ts' } } },
      '. led to src/index.js and leads to src/legacy.js',
    ],
    [{ exports: { './sub': './src/sub.js' } }, { exports: { './sub': './src/legacy.js' } }, './sub led to src/sub.js'],
    [{ bin: { a: 'bin/a.js' } }, { bin: { a: 'bin/b.js' } }, 'bin a led to bin/a.js and leads to bin/b.js'],
  ])('%j cannot become %j', (before, after, words) => {
    expect(told(before, after)).toEqual([expect.stringContaining(words)]);
  });

  it.each([
    [{ main: 'src/index.js' }, { main: './src/index', version: '2.0.0' }],
    [
      { main: 'src/index.js' },
      { main: 'src/index.js', exports: { import: './src/other.mjs', require: './src/index.js' } },
    ],
    [{ exports: { '.': './src/index.js' } }, { exports: { '.': './src/index.js', './sub': './src/sub.js' } }],
    [{ main: 'lib/old.js' }, { main: 'src/index.js' }],
    [{ main: 'src/index.js' }, { main: 'dist/index.js' }],
    [
      { types: 'src/a.d.ts', main: 'src/index.js' },
      { types: 'src/b.d.ts', main: 'src/index.js' },
    ],
    [{ bin: 'bin/a.js' }, { bin: 'bin/a.js', keywords: ['a'] }],
  ])('%j may become %j', (before, after) => {
    expect(told(before, after)).toEqual([]);
  });

  it('are read from the manifest’s own folder, and only if both can be read', () => {
    const files = new Set(['packages/a/src/index.js', 'packages/a/src/legacy.js']);
    expect(told({ main: 'src/index.js' }, { main: 'src/legacy.js' }, 'packages/a/package.json', files)).toEqual([
      '. led to packages/a/src/index.js and leads to packages/a/src/legacy.js',
    ]);
    expect(redirectedEntries('package.json', '{', '{"main":"a.js"}', FILES)).toEqual([]);
    expect(redirectedEntries('package.json', null, '{"main":"src/legacy.js"}', FILES)).toEqual([]);
  });
});
