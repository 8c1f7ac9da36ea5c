import { z } from 'zod';

export const TaskName = z.enum(['money', 'cart', 'discount', 'receipt']);
export type TaskName = z.infer<typeof TaskName>;

/** A piece of the shop: what is wanted, and the tests that decide. The agents never see or touch the tests. */
export interface Task {
  readonly file: string;
  readonly wanted: string;
  readonly tests: Readonly<Record<string, string>>;
  /** What the tests need of the file. */
  readonly exports: string;
}

export const TASKS: Readonly<Record<TaskName, Task>> = {
  money: {
    file: 'money.js',
    wanted: 'format(cents) writes a whole number of cents as euros: 1250 is "€12.50".',
    exports: 'format',
    tests: {
      'writes cents as euros': `assert.equal(format(1250), '€12.50')`,
      'keeps two digits': `assert.equal(format(5), '€0.05')`,
      'refuses half a cent': `assert.throws(() => format(1.5))`,
    },
  },
  cart: {
    file: 'cart.js',
    wanted: 'total(items) adds up { cents, quantity } items.',
    exports: 'total',
    tests: {
      'an empty cart costs nothing': `assert.equal(total([]), 0)`,
      'adds the prices up': `assert.equal(total([{ cents: 100, quantity: 1 }, { cents: 50, quantity: 1 }]), 150)`,
      'counts the quantity': `assert.equal(total([{ cents: 100, quantity: 3 }]), 300)`,
    },
  },
  discount: {
    file: 'discount.js',
    wanted: 'reduce(cents, percent) takes a percentage off, rounded to whole cents.',
    exports: 'reduce',
    tests: {
      'takes a tenth off': `assert.equal(reduce(1000, 10), 900)`,
      'rounds to whole cents': `assert.equal(reduce(999, 50), 500)`,
    },
  },
  receipt: {
    file: 'receipt.js',
    wanted: 'lines(items) writes one line per { name, cents } item, with format from money.js.',
    exports: 'lines',
    tests: {
      'one line per item': `assert.deepEqual(lines([{ name: 'tea', cents: 250 }]), ['tea €2.50'])`,
      'no items, no lines': `assert.deepEqual(lines([]), [])`,
    },
  },
};

/** The test file that the check writes for itself. */
export function testSource({ file, exports, tests }: Task): string {
  const cases = Object.entries(tests).map(([name, body]) => `test(${JSON.stringify(name)}, () => ${body});`);
  return [
    `import assert from 'node:assert/strict';`,
    `import test from 'node:test';`,
    `import { ${exports} } from './${file}';`,
    ...cases,
    '',
  ].join('\n');
}
