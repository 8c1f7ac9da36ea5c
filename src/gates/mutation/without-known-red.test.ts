import { expect, it } from 'vitest';
import type { TestCase, TestEvidence } from '#contracts/test-run.ts';
import type { MutantCopies, MutantRunOptions } from './mutant-copies.ts';
import { withoutKnownRed } from './without-known-red.ts';

const test = (id: string): TestCase => ({
  ...{ id, file: 'a', suites: [], title: id },
  state: 'failed',
  durationMs: 0,
});

const RUN: TestEvidence = {
  ...{ runner: 'x', command: [], tree: null, outcome: { type: 'ran' }, tests: [test('old'), test('new')] },
  ...{ exitCode: 1, durationMs: 1, leftovers: 0, output: null },
};

it('tests that are red on main decide nothing about a mutant, and end no run before the others', async () => {
  const asked: MutantRunOptions[] = [];
  const copies: MutantCopies = {
    open: async () => [
      {
        read: async () => '',
        write: async () => {},
        run: async (options) => {
          asked.push(options);
          return RUN;
        },
      },
    ],
    letWrite: () => false,
    close: async () => {},
  };
  const [copy] = await withoutKnownRed(copies, new Set(['old'])).open(1);
  const evidence = await copy?.run({ timeoutMs: 1, bail: true });
  expect(evidence?.tests.map(({ id }) => id)).toEqual(['new']);
  expect(asked).toEqual([{ timeoutMs: 1, bail: false }]);
});
