import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchName } from './branch-name.ts';

const free = () => false;

describe('G2.13 a branch is named from the title', () => {
  it.each([
    ['feat: New Thing', 'feat/new-thing'],
    ['fix(cart)!: Café résumé', 'fix/cafe-resume'],
    ['Add a parser', 'pr/add-a-parser'],
    ['日本語', 'pr/change'],
  ])('%s → %s', (title, name) => {
    expect(branchName(title, free)).toBe(name);
  });

  it('avoids existing names', () => {
    const taken = new Set(['feat/x', 'feat/x-2']);
    expect(branchName('feat: x', (name) => taken.has(name))).toBe('feat/x-3');
  });

  it('is always a name git takes', () => {
    fc.assert(
      fc.property(fc.string(), (title) => {
        expect(branchName(title, free)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    );
  });
});
