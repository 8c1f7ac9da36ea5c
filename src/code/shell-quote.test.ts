import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { findOnPath } from '#host/find-system.ts';
import { quote } from './shell-quote.ts';

const BATCHES = process.env.ASSAY_SOAK === '1' ? 1_000 : 50;
vi.setConfig({ testTimeout: process.env.ASSAY_SOAK === '1' ? 3_600_000 : 120_000 });
const PATH = '/usr/local/bin:/usr/bin:/bin';
const SHELLS = [
  { name: 'dash', options: [] },
  { name: 'bash', options: ['--norc', '--noprofile'] },
  { name: 'zsh', options: ['-f'] },
];

/** What strings are made of here: everything shells treat specially, and the rest of Unicode. */
const special = fc.string({
  unit: fc.constantFrom(...'\'"\\$`!*?[]{}()<>|&;~#=%^-+,: \t\n\r', 'a', 'é', '\u0001', '\u007f'),
});
const argument = fc
  .oneof(special, fc.string({ unit: 'binary' }), fc.constantFrom('', '-n', 'if', '=ls', '~', 'a=b', '!!', '{a,b}'))
  .map((text) => text.replaceAll('\0', '').toWellFormed());

describe('T4 quote', () => {
  it('leaves plain words as they are and quotes the rest', () => {
    expect(quote(['git', 'log', '--oneline', 'a b', "it's", ''])).toBe(`git log --oneline 'a b' 'it'\\''s' ''`);
    expect(quote(['if', 'a=b', '~', '*'])).toBe(`'if' 'a=b' '~' '*'`);
  });

  it('refuses a NUL', () => {
    expect(() => quote(['a\0b'])).toThrow(AssayError);
  });

  for (const { name, options } of SHELLS) {
    const absent = findOnPath(name, { PATH }) === null;
    it.skipIf(absent)(`T4.4 gives the arguments back in ${name}${absent ? ' (skipped: not installed)' : ''}`, () => {
      const back = (args: string[]): string[] => {
        const done = spawnSync(name, [...options, '-c', `printf '%s\\0' ${quote(args)}`], {
          env: { PATH, LC_ALL: 'C.UTF-8' },
        });
        return done.stdout.toString('utf8').split('\0').slice(0, -1);
      };
      // Ten arguments a process: a process each would be slow.
      fc.assert(
        fc.property(fc.array(argument, { minLength: 1, maxLength: 10 }), (args) => {
          expect(back(args)).toEqual(args);
        }),
        { numRuns: BATCHES },
      );
    });

    it.skipIf(absent)(`runs the program that is named, whatever its name, in ${name}`, () => {
      const shell = findOnPath(name, { PATH }) ?? name;
      for (const word of ['if', 'time', 'function', 'a=b', '[[', '{', '!', 'noglob']) {
        const done = spawnSync(shell, [...options, '-c', `${quote([word])} x`], { env: { PATH: '/nonexistent' } });
        expect.soft(done.status, word).toBe(127);
      }
    });
  }
});
