/** What the simulated engineer writes, attempt by attempt. */
export interface Piece {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly red: string;
  readonly green: string;
  readonly test: string;
  /** The honest mistake of the first PR. */
  readonly mistaken?: string;
  /** The first PR's cheat: the same test, weakened. */
  readonly weakened?: string;
  readonly code: string;
}

const PARSE_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/parse.js';

test('adds up units', () => {
  assert.equal(parse('1h 30m'), 5400);
  assert.equal(parse('45s'), 45);
});

test('refuses invalid durations', () => {
  assert.throws(() => parse('soon'), RangeError);
  assert.throws(() => parse(''), RangeError);
});
`;

export const PIECES: readonly Piece[] = [
  {
    name: 'parse',
    title: 'feat: parse durations',
    summary: 'parse reads durations such as 1h 30m into seconds',
    red: 'parse adds up units and refuses invalid durations',
    green: 'parse durations into seconds',
    test: PARSE_TEST,
    weakened: PARSE_TEST.replace("  assert.throws(() => parse('soon'), RangeError);\n", ''),
    mistaken: `import { UNITS } from './units.js';

export function parse(text) {
  const sizes = Object.fromEntries(UNITS);
  return text.split(' ').reduce((sum, part) => sum + Number.parseInt(part, 10) * sizes[part.at(-1)], 0);
}
`,
    code: `import { UNITS } from './units.js';

const SIZES = Object.fromEntries(UNITS);

export function parse(text) {
  return text.split(' ').reduce((sum, part) => {
    const [, count, unit] = /^(\\d+)([hms])$/.exec(part) ?? [];
    if (unit === undefined) throw new RangeError(\`not a duration: \${text}\`);
    return sum + Number(count) * SIZES[unit];
  }, 0);
}
`,
  },
  {
    name: 'format',
    title: 'feat: format durations',
    summary: 'format writes seconds as people read them',
    red: 'format leaves out units that are zero',
    green: 'format seconds as hours, minutes and seconds',
    test: `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from '../src/format.js';

test('leaves out units that are zero', () => {
  assert.equal(format(5400), '1h 30m');
  assert.equal(format(3601), '1h 1s');
  assert.equal(format(59), '59s');
  assert.equal(format(60), '1m');
});

test('shows nothing as 0s', () => {
  assert.equal(format(0), '0s');
});
`,
    code: `import { UNITS } from './units.js';

export function format(seconds) {
  let left = seconds;
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [\`\${count}\${unit}\`];
  });
  return parts.join(' ') || '0s';
}
`,
  },
];
