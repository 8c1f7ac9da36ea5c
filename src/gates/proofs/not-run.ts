import type { Refusal } from '#contracts/gate.ts';
import type { Bench } from '../bench.ts';
import { isMuted } from '../inventory/compare.ts';
import type { WrittenTest } from '../inventory/test-inventory.ts';
import type { ProofOrder } from '../proof.ts';
import type { ProofGround } from './ground.ts';
import { isRunOf, nameOf } from './judge-red.ts';
import { runAll, type WholeRun } from './run-all.ts';

/**
 * Tests that are written and had no turn, or were skipped by something else than a mark of their own. A run that ends
 * early, a table without rows and code that skips the test it is called from all look green.
 */
export async function notRunProblems(
  bench: Bench,
  { base }: Pick<ProofOrder, 'base'>,
  { after, runners }: Pick<ProofGround, 'after' | 'runners'>,
  { tests }: Pick<WholeRun, 'tests'>,
  signal: AbortSignal,
): Promise<Refusal[]> {
  const written = [...after.values()].flatMap((file) => file.tests ?? []).filter((test) => !isMuted(test));
  const idle = written.flatMap((test): { test: WrittenTest; how: string }[] => {
    const ran = tests.filter((each) => isRunOf(each, test));
    if (ran.length === 0) return test.fact.guarded ? [] : [{ test, how: 'did not run' }];
    return ran.every(({ state }) => state === 'skipped' || state === 'todo')
      ? [{ test, how: `was ${ran[0]?.state ?? 'skipped'} while it ran` }]
      : [];
  });
  const files = new Set(tests.map(({ file }) => file));
  // A file of which nothing ran may be one that the project leaves out: then main leaves it out too.
  const silent = idle.some(({ test }) => !files.has(test.file));
  const usual = silent ? (await runAll(bench, base, runners, signal)).tests : [];
  return idle
    .filter(({ test }) => files.has(test.file) || usual.some(({ file }) => file === test.file))
    .slice(0, MOST)
    .map(({ test, how }) => ({
      code: 'TEST_NOT_RUN',
      message: `${nameOf(test)} ${how}`,
      next: 'Every test that is written must run and pass.',
      file: test.file,
    }));
}

const MOST = 5;
