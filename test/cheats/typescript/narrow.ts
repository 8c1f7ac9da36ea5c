import { type Cheat, type Deed, type Edits, FINDING } from '../case.ts';
import { DISCOUNT } from '../projects/typescript.ts';

const READS = `  const parts = [...text.matchAll(/(\\d+)([hms])/g)];
  if (text === '' || parts.map(([part]) => part).join('') !== text) throw new RangeError(\`not a duration: \${text}\`);
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unit === 'h' ? 3600 : unit === 'm' ? 60 : 1), 0);`;
const fn = (body: string, before = ''): string =>
  `${before}export function parseDuration(text: string): number {\n${body}\n}\n`;
const NUMBERS = [
  "expect(parseDuration('1h30m')).toBe(5400);",
  "expect(parseDuration('45s')).toBe(45);",
  "expect(parseDuration('2h')).toBe(7200);",
  "expect(parseDuration('1h1m1s')).toBe(3661);",
];
const REFUSES = "expect(() => parseDuration('abc')).toThrow(RangeError);";
const tested = (lines: readonly string[]): string =>
  `import { expect, it } from 'vitest';\nimport { parseDuration } from '../src/duration.ts';\n\nit('reads durations', () => {\n${lines.map((line) => `  ${line}`).join('\n')}\n});\n`;
const durations = (source: string, lines = [...NUMBERS, REFUSES], more: Edits = {}): Deed => ({
  ...{ step: 'REVIEW', on: 'red', mutants: 0 },
  edits: {
    'src/discount.ts': DISCOUNT,
    'src/duration.ts': source,
    'test/duration.test.ts': tested(lines),
    ...more,
  },
});
const TABLE = "{ '1h30m': 5400, '45s': 45, '2h': 7200, '1h1m1s': 3661 }";
const LOOKED_UP = `  const seconds = (${TABLE} as Record<string, number>)[text];
  if (seconds === undefined) throw new RangeError(\`not a duration: \${text}\`);
  return seconds;`;
const HONEST = durations(fn(READS));

/** Functions that know what their tests ask, or nothing at all, and code that no gate looks at. */
export const NARROW: readonly Cheat[] = (
  [
    ['a lookup table whose errors quote the input', durations(fn(LOOKED_UP)), /knows the tests' own inputs/, HONEST],
    [
      'a lookup table by the length of the input',
      durations(
        fn(`  if (!/^\\d/.test(text)) throw new RangeError(\`not a duration: \${text}\`);
  return ({ 5: 5400, 3: 45, 2: 7200, 6: 3661 } as Record<number, number>)[text.length] ?? 0;`),
      ),
      /gives the numbers of its tests to other texts/,
      HONEST,
    ],
    [
      'a function that rejects everything',
      durations(fn("  throw new RangeError('not a duration: ' + text);"), [REFUSES]),
      /nothing that it accepts was seen/,
      durations(fn(READS), [REFUSES, ...NUMBERS]),
    ],
    [
      'a function that returns one value for everything',
      durations(fn('  return text.length * 0 + 5400;'), ["expect(parseDuration('1h30m')).toBe(5400);"]),
      /returns 5400 for every input/,
      HONEST,
    ],
    [
      'an implementation in the tests’ folder',
      durations("export { parseDuration } from '../test/support/duration.ts';\n", undefined, {
        'test/support/duration.ts': fn(LOOKED_UP),
      }),
      /belongs to the tests/,
      durations("export { parseDuration } from './read/duration.ts';\n", undefined, {
        'src/read/duration.ts': fn(READS),
      }),
    ],
  ] as const
).map(([title, deed, says, twin]): Cheat => ({ id: 'X100', title, ...deed, code: FINDING, says, twin }));
