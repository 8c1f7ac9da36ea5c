import { describe, expect, it } from 'vitest';
import { writtenLists } from './script-settings.ts';

describe('lists in a configuration that is a program', () => {
  it('are reported with the name of the object around them', () => {
    const program = `
      import { defineConfig } from 'vitest/config' // include: ['not/this']
      export default defineConfig({
        test: {
          coverage: { include: ['src/**'] },
          include: ['tests/**/*.{js,ts}', "it's/*.ts"],
          exclude: [...configDefaults.exclude, 'tests/_*'],
        },
      })`;
    expect(writtenLists(program, 'include')).toEqual([
      { of: 'coverage', texts: ['src/**'], partial: false },
      { of: 'test', texts: ['tests/**/*.{js,ts}', "it's/*.ts"], partial: false },
    ]);
    expect(writtenLists(program, 'exclude')).toEqual([{ of: 'test', texts: ['tests/_*'], partial: true }]);
  });

  it('of the object itself have no name around them; one text is a list of one, and computed values are left out', () => {
    const program =
      "const base = ['a'];\nmodule.exports = { 'testRegex': '\\\\.spec\\\\.ts$', testMatch: base, spec: base.map((x) => x) };";
    expect(writtenLists(program, 'testRegex')).toEqual([{ of: '', texts: ['\\.spec\\.ts$'], partial: false }]);
    expect(writtenLists(program, 'testMatch')).toEqual([]);
    expect(writtenLists(program, 'spec')).toEqual([]);
  });

  it('after a condition are not taken for the name before it', () => {
    const program = "export default { test: ci ? { include: ['a'] } : { include: ['b'] } }";
    expect(writtenLists(program, 'include').map(({ texts }) => texts)).toEqual([['a'], ['b']]);
  });
});
