import type { Refusal } from '#contracts/gate.ts';
import type { Bench } from '../bench.ts';
import type { Proof, ProofOrder } from '../proof.ts';
import { groundOf, isProof, type ProofGround } from './ground.ts';
import { isRunOf } from './is-run-of.ts';
import { provePassing } from './passing.ts';
import type { WholeRun } from './run-all.ts';

/** Whether the very tests that were red pass now, with everything else, and nothing was weakened on the way. */
export async function greenProof(bench: Bench, order: ProofOrder, signal: AbortSignal): Promise<Proof> {
  const ground = await groundOf(bench, order, 'none');
  if (isProof(ground)) return ground;
  const more = (run: WholeRun) => ({ problems: lockedProblems(order, ground, run) });
  return provePassing(
    bench,
    order,
    ground,
    { gate: 'green proof', change: ground.change, honest: OWN_STEP, more },
    signal,
  );
}

/** What is said of a test that was changed outside of RED. */
export const OWN_STEP = 'Put it back; a legitimate change of a test is a RED step of its own.';

/** Every locked test ran and passed; counts did not fall, skips did not rise. */
export function lockedProblems(order: ProofOrder, { after, before }: ProofGround, { tests }: WholeRun): Refusal[] {
  const written = [...after.values()].flatMap((file) => file.tests ?? []);
  const problems: Refusal[] = [];
  for (const locked of order.lock?.tests ?? []) {
    const test = written.find(({ file, path }) => file === locked.file && [file, ...path].join(' > ') === locked.id);
    const ran = test ? tests.filter((each) => isRunOf(each, test)) : [];
    if (ran.length === 0)
      problems.push({
        code: 'LOCKED_TEST_MISSING',
        message: `${locked.id} did not run`,
        next: 'The RED test itself must pass.',
        file: locked.file,
      });
    else if (ran.some(({ state }) => state !== 'passed')) {
      const state = ran.find((each) => each.state !== 'passed')?.state ?? 'failed';
      problems.push({
        code: 'LOCKED_TEST_NOT_PASSED',
        message: `${locked.id} is ${state}`,
        next: 'The RED test itself must pass.',
        file: locked.file,
      });
    }
  }
  const fewer = count(before) - count(after);
  if (fewer > 0)
    problems.push({
      code: 'FEWER_TESTS',
      message: `there are ${fewer} tests fewer than before`,
      next: 'Put them back.',
    });
  return problems;
}

const count = (files: ProofGround['before']): number =>
  [...files.values()].reduce((sum, { tests }) => sum + (tests?.length ?? 0), 0);
