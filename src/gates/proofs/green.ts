import type { Refusal } from '#contracts/gate.ts';
import type { TestCase } from '#contracts/test-run.ts';
import { isReportedAs } from '../inventory/reported-as.ts';
import { mainRun } from '../ledger/main-run.ts';
import { treeRun } from '../ledger/tree-run.ts';
import type { Proof, ProofOrder } from '../proof.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { isRunOf } from './is-run-of.ts';
import { provePassing } from './passing.ts';
import { isProof, type ProofInputs, proofInputsOf } from './proof-inputs.ts';
import type { WholeRun } from './run-all.ts';

/** Whether the very tests that were red pass now, with everything else, and nothing was weakened on the way. */
export async function greenProof(treeRunner: TreeRunner, order: ProofOrder, signal: AbortSignal): Promise<Proof> {
  const inputs = await proofInputsOf(treeRunner, order, 'none');
  if (isProof(inputs)) return inputs;
  const more = async (run: WholeRun) => ({ problems: await lockedProblems(treeRunner, order, inputs, run, signal) });
  return provePassing(
    treeRunner,
    order,
    inputs,
    { gate: 'green proof', change: inputs.change, honest: OWN_STEP, more },
    signal,
  );
}

/** The message for a test that was changed outside of RED. */
export const OWN_STEP = 'Restore it; a legitimate change to a test needs its own RED step.';

/** Every locked test ran and passed; counts did not fall, skips did not rise. */
export async function lockedProblems(
  treeRunner: TreeRunner,
  order: ProofOrder,
  { after, before, runners }: ProofInputs,
  { tests }: WholeRun,
  signal: AbortSignal,
): Promise<Refusal[]> {
  const written = [...after.values()].flatMap((file) => file.tests ?? []);
  const locked = order.lock?.tests ?? [];
  const ofMain = new Set(
    locked.some(({ by }) => by === 'file')
      ? (await mainRun(treeRunner, order.base, runners, signal)).tests.map(({ id }) => id)
      : [],
  );
  const runsOf = ({ by, file, id }: (typeof locked)[number]): readonly TestCase[] => {
    if (by === 'report') return tests.filter((each) => each.id === id);
    if (by === 'file')
      return tests.filter(
        (each) => !ofMain.has(each.id) && runners.some((runner) => isReportedAs(runner, each.file, file)),
      );
    const test = written.find((each) => each.file === file && [file, ...each.path].join(' > ') === id);
    return test ? tests.filter((each) => isRunOf(each, test)) : [];
  };
  const skippedWhenRed = await rowsSkippedWhenRed(treeRunner, order.lock, runners, locked.flatMap(runsOf), signal);
  const problems = locked.flatMap((each): Refusal[] => {
    const ran = runsOf(each);
    const left = ran.find(({ id, state }) => state !== 'passed' && !(state === 'skipped' && skippedWhenRed.has(id)));
    if (ran.some(({ state }) => state === 'passed') && left === undefined) return [];
    const [code, how] =
      left === undefined
        ? ['LOCKED_TEST_MISSING', each.by === 'file' ? 'has no new test that ran' : 'did not run']
        : ['LOCKED_TEST_NOT_PASSED', `is ${left.state}`];
    return [{ code, message: `${each.id} ${how}`, next: 'The RED test itself must pass.', file: each.file }];
  });
  const fewer = count(before) - count(after);
  if (fewer > 0)
    problems.push({
      code: 'FEWER_TESTS',
      message: `there are ${fewer} fewer tests than before`,
      next: 'Put them back.',
    });
  return problems;
}

/** Rows of a locked test that did not run when its others were red: this machine lacks what they need. */
async function rowsSkippedWhenRed(
  treeRunner: TreeRunner,
  lock: ProofOrder['lock'],
  runners: ProofInputs['runners'],
  ran: readonly TestCase[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (!lock || !ran.some(({ state }) => state === 'skipped')) return new Set();
  const { tests } = await treeRun(treeRunner, lock.tree, runners, signal);
  return new Set(tests.flatMap(({ id, state }) => (state === 'skipped' ? [id] : [])));
}

const count = (files: ProofInputs['before']): number =>
  [...files.values()].reduce((sum, { tests }) => sum + (tests?.length ?? 0), 0);
