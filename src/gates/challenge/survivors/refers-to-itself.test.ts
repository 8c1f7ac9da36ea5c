import { expect, it } from 'vitest';
import { refersToItself } from './refers-to-itself.ts';

it.each([
  ['an enum, both ways round', [{ '0': 'Key2', Key2: 1, Key1: 0 }], true],
  ['links by name, below', ['a', [{ graph: { a: 'b', b: 'c', c: null } }]], true],
  ['options', [{ size: 99, tags: ['size'], name: 'name' }], false],
  ['a list of records', [[{ id: 1, next: 2 }]], false],
  ['texts', ['a', 'b'], false],
])('%s', (_, args, expected) => {
  expect(refersToItself(JSON.stringify(args))).toBe(expected);
});
