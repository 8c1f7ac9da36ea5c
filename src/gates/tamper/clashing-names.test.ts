import { expect, it } from 'vitest';
import type { DiffFile } from '#contracts/workspace.ts';
import { clashingNames } from './clashing-names.ts';

const added = (path: string, more: Partial<DiffFile> = {}): DiffFile => ({
  ...{ path, status: 'added', kind: 'file', oldKind: null, binary: false, added: 1, deleted: 0, truncated: false },
  hunks: [],
  ...more,
});
const said = (paths: readonly string[], all: readonly string[]) =>
  clashingNames(
    paths.map((path) => added(path)),
    all,
  ).map(({ code, message }) => `${code} ${message.split(' are one')[0]}`);

it('G14.24 a name that differs from another only by case hides one of the two files', () => {
  const all = ['src/cart.js', 'src/Cart.js', 'src/total.js'];
  expect(said(['src/Cart.js'], all)).toEqual(['CODE_HIDDEN "src/Cart.js" and "src/cart.js"']);
  expect(said(['Src/pay.js'], ['Src/pay.js', 'src/cart.js'])).toEqual(['CODE_HIDDEN "Src" and "src"']);
  expect(said(['caf\u00e9.js'], ['caf\u00e9.js', 'cafe\u0301.js'])).toHaveLength(1);
});

it('names that main has already, and a rename from one to the other, are fine', () => {
  const all = ['src/cart.js', 'src/Cart.js', 'src/total.js'];
  expect(said(['src/total.js'], all)).toEqual([]);
  expect(clashingNames([added('src/Cart.js', { status: 'modified' })], all)).toEqual([]);
  expect(said(['src/Cart.js'], ['src/Cart.js', 'src/total.js'])).toEqual([]);
});
