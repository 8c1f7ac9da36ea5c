import { expect, it } from 'vitest';
import type { ChangedCode } from '../changed-code.ts';
import type { ObservedCall } from '../observe/observation.ts';
import { withoutChecks } from './computes-check.ts';

/** The country of an account number, whose remainder must be one. */
function country(text: string): string {
  const all = text.replaceAll(' ', '');
  const digits = [...`${all.slice(4)}${all.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join('');
  if (BigInt(digits) % 97n !== 1n) throw new TypeError('no account');
  return `${all.slice(0, 2)} ${all.slice(4)}`;
}

const ACCOUNTS = ['DE89 3704 0044 0532 0130 00', 'GB29NWBK60161331926819'];
const table = (text: string): string => {
  if (!ACCOUNTS.includes(text)) throw new TypeError('no account');
  return country(text);
};
/** Accepts other inputs, but gives them answers that it also gives to the tested ones. */
const borrowing = (text: string): string => {
  if (text.endsWith('7')) return country(ACCOUNTS[0] ?? '');
  return table(text);
};
/** The last digit of a book's number. */
function book(text: string): string {
  const sum = [...text].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  if (text.length !== 13 || sum % 10 !== 0) throw new Error(`no book: ${text}`);
  return text.slice(3, -1);
}

const NARROW = {
  file: 'src/a.js',
  line: 3,
  message: 'knows the tests’ own inputs',
  words: ['x'],
  refuses: true,
} as const;

async function left(fn: (text: string) => string, inputs: readonly string[]) {
  const outcome = (args: string[]): string => {
    try {
      return `'${fn(...(args as [string]))}'`;
    } catch (error) {
      return `throws ${String(error)}`;
    }
  };
  const of = { id: '1', path: 'src/a.js', line: 3, name: 'f', exports: ['f'] };
  const calls = inputs.map((text) => ({
    function: of,
    args: JSON.stringify([text]),
    outcome: outcome([text]),
    top: true,
  }));
  const code = { sources: [{ path: 'src/a.js', functions: [{ line: 3, parameters: 1 }] }] };
  return withoutChecks(
    code as unknown as ChangedCode,
    calls as unknown as ObservedCall[],
    [NARROW],
    async (questions) => questions.map(({ args }) => outcome(JSON.parse(args))),
  );
}

it('G3.18 leaves a check digit alone: it accepts other inputs of the same shape, each with its own answer', async () => {
  expect(await left(country, ACCOUNTS)).toEqual([]);
  expect(await left(book, ['9780306406157', '9783161484100'])).toEqual([]);
});

it('G3.18 still reports a table in front of such a check, or one that gives its answers to other inputs', async () => {
  expect(await left(table, ACCOUNTS)).toEqual([NARROW]);
  expect(await left(borrowing, ACCOUNTS)).toEqual([NARROW]);
  expect(await left((text) => table(text.toUpperCase()), ACCOUNTS)).toEqual([NARROW]);
});
