import { corrections } from '../inventory/corrections.ts';
import { inventoryOf } from '../inventory/test-inventory.ts';
import { knownOnMain } from '../ledger/known-on-main.ts';
import type { Proof, ProofOrder } from '../proof.ts';
import { isBesideTests } from '../tamper/beside-tests.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { lockedProblems } from './green.ts';
import { type AskedMore, provePassing } from './passing.ts';
import { isProof, proofInputsOf } from './proof-inputs.ts';
import type { WholeRun } from './run-all.ts';
import { runProblems } from './run-problems.ts';
import { stillRed } from './still-red.ts';

/**
 * Whether a finding of the review was settled without harm: a GREEN in which tests that this PR added may be corrected
 * too, as long as they check no less.
 */
export async function fixProof(treeRunner: TreeRunner, order: ProofOrder, signal: AbortSignal): Promise<Proof> {
  const inputs = await proofInputsOf(treeRunner, order, 'own');
  if (isProof(inputs)) return inputs;
  const { runners, before, after, change } = inputs;
  const { left, corrected, all } = corrections(change, {
    base: await inventoryOf(treeRunner, order.base, runners),
    before,
    after,
  });
  const isBeside = isBesideTests(runners);
  const support = (await treeRunner.diff(order.accepted, order.tree)).files.some(
    ({ path }) => isBeside(path) && !runners.some((runner) => runner.isTestFile(path)),
  );
  const more = async (run: WholeRun): Promise<AskedMore> => {
    const problems = await lockedProblems(treeRunner, order, inputs, run, signal);
    const known = await knownOnMain(treeRunner, { main: order.base, tree: order.tree, runners }, run, signal);
    if (problems.length > 0 || runProblems(run, known).length > 0) return { problems };
    return stillRed(treeRunner, order, inputs, support ? all : corrected, signal);
  };
  return provePassing(treeRunner, order, inputs, { gate: 'fix proof', change: left, honest: HONEST, more }, signal);
}

const HONEST = 'Put it back: main has this test. If the finding cannot be settled without it, say so in `blocker`.';
