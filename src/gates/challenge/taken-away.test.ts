import { describe, expect, it } from 'vitest';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { takenAway } from './taken-away.ts';

type Files = Readonly<Record<string, string>>;

const TRIM = 'export function trim(text) {\n  return text.trim();\n}\n';
const SLUG = "export function slug(text) {\n  return text.replaceAll(' ', '-');\n}\n";
const BASE: Files = { 'package.json': '{"name":"texts"}', 'src/index.js': TRIM + SLUG };

/** Names that are found missing when `change` is made to a project; null takes a file away. */
async function missing(change: Readonly<Record<string, string | null>>, base: Files = BASE): Promise<string[]> {
  const after: Record<string, string> = { ...base };
  for (const [path, text] of Object.entries(change)) {
    if (text === null) delete after[path];
    else after[path] = text;
  }
  const trees: Record<string, Files> = { base, tree: after };
  const filesOf = (tree: TreeHash): Files => trees[tree] ?? {};
  const changed = Object.keys(change).map((path) => ({
    path,
    status: after[path] === undefined ? 'deleted' : base[path] === undefined ? 'added' : 'modified',
    hunks: [{ newStart: 1, lines: (base[path] ?? '').split('\n').map((line) => `-${line}`) }],
  }));
  const treeRunner = {
    diff: async () => ({ files: changed }),
    list: async (tree: TreeHash) => Object.keys(filesOf(tree)),
    read: async (tree: TreeHash, path: string) => filesOf(tree)[path] ?? null,
    readAll: async (tree: TreeHash, paths: readonly string[]) =>
      new Map(paths.flatMap((path) => (filesOf(tree)[path] === undefined ? [] : [[path, filesOf(tree)[path]]]))),
  } as unknown as TreeRunner;
  const runner = { runner: 'node:test', root: '.', isTestFile: (path: string) => path.startsWith('test/') };
  const order = { base: 'base' as TreeHash, tree: 'tree' as TreeHash };
  const { findings } = await takenAway(treeRunner, order, [runner]);
  return findings.map(({ message }) => /no longer has ([\w.]+)/.exec(message)?.[1] ?? message);
}

describe('G14.21 what main delivers and the change does not', () => {
  it('is found in the entry, behind its re-exports, and in CommonJS', async () => {
    expect(await missing({ 'src/index.js': TRIM })).toEqual(['slug']);
    const passed: Files = {
      'package.json': '{"exports":{".":"./dist/main.js"}}',
      'src/main.ts': "export * from './texts.js';\nexport { slug as toSlug } from './slug.js';\n",
      'src/texts.ts': TRIM,
      'src/slug.ts': SLUG,
    };
    expect(await missing({ 'src/texts.ts': 'export const other = 1;\n' }, passed)).toEqual(['trim']);
    expect(await missing({ 'src/main.ts': "export * from './texts.js';\n", 'src/slug.ts': null }, passed)).toEqual([
      'toSlug',
    ]);
    const common: Files = { 'index.js': 'exports.a = () => 1;\nexports.b = () => 2;\n', 'package.json': '{}' };
    expect(await missing({ 'index.js': 'module.exports = { a: () => 1 };\n' }, common)).toEqual(['b']);
  });

  it('is found in a class and an object, unless it has moved', async () => {
    const store = (body: string, of = 'Store'): string =>
      `export class ${of} {\n  save() {}\n  ${body}\n  #own() {}\n}\n`;
    const base: Files = {
      'package.json': '{}',
      'index.js': "export { Store } from './store.js';\n",
      'store.js': store('load() {}'),
    };
    expect(await missing({ 'store.js': store('') }, base)).toEqual(['Store.load']);
    expect(await missing({ 'store.js': store('').replace('Store', 'Store extends Kept') }, base)).toEqual([]);
    expect(await missing({ 'store.js': `${store('')}class Kept {\n  load() {}\n}\n` }, base)).toEqual([]);
    expect(await missing({ 'store.js': store('load = () => 1;').replace('#own', '#other') }, base)).toEqual([]);
    expect(await missing({ 'index.js': 'export const other = 1;\n' }, base)).toEqual(['Store']);
    const object: Files = {
      'package.json': '{}',
      'index.js': 'export const shop = { buy() {}, sell: () => 1 };\nexport const _own = 1;\n',
    };
    expect(await missing({ 'index.js': 'export const shop = { buy() {} };\n' }, object)).toEqual(['shop.sell']);
  });

  it('is intended if a test of the change mentions it', async () => {
    const test =
      "import * as texts from '../src/index.js';\ntest('slug went', () => assert.equal(texts.slug, undefined));\n";
    expect(await missing({ 'src/index.js': TRIM, 'test/gone.test.js': test })).toEqual([]);
  });

  it('is nothing that moved, was never delivered, is a type, or cannot be told', async () => {
    const moved = { 'src/index.js': `${TRIM}export { slug } from './slug.js';\n`, 'src/slug.js': SLUG };
    expect(await missing(moved)).toEqual([]);
    expect(await missing({ 'src/index.js': null, 'src/index.ts': TRIM + SLUG })).toEqual([]);
    const inner: Files = { ...BASE, 'src/inner.js': 'export const a = 1;\nexport const b = 2;\n' };
    expect(await missing({ 'src/inner.js': 'export const a = 1;\n' }, inner)).toEqual([]);
    const typed: Files = {
      'package.json': '{}',
      'src/index.ts': `${TRIM}export interface Slug {\n  text: string;\n}\n`,
    };
    expect(await missing({ 'src/index.ts': TRIM }, typed)).toEqual([]);
    const common: Files = { 'index.js': 'exports.a = () => 1;\n', 'package.json': '{}' };
    expect(await missing({ 'index.js': "module.exports = require('./made');\n" }, common)).toEqual([]);
  });
});
