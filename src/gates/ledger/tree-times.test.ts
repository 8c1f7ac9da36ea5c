import { expect, it } from 'vitest';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { timeOnMain } from './time-limit.ts';
import { brokenCodeTimeout, timeOnTree } from './tree-times.ts';

const runner = { runner: 'mocha', root: '.', isTestFile: () => true };
const tree = 'a'.repeat(40) as TreeHash;
const knowing = (times: Record<string, number>): TreeRunner =>
  ({ recall: async (name: string) => (name in times ? { ms: times[name] } : null) }) as unknown as TreeRunner;

it('G3.4 tests of code that we broke have a multiple of the time they take when it is right', async () => {
  const [own, main] = [timeOnTree(tree, runner), timeOnMain(runner)];
  expect(await brokenCodeTimeout(knowing({ [own]: 60_000, [main]: 1_000 }), tree, runner)).toBe(240_000);
  expect(await brokenCodeTimeout(knowing({ [main]: 20_000 }), tree, runner)).toBe(80_000);
  expect(await brokenCodeTimeout(knowing({ [main]: 100 }), tree, runner)).toBe(30_000);
  expect(await brokenCodeTimeout(knowing({}), tree, runner)).toBe(180_000);
});
