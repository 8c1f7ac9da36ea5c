import { z } from 'zod';
import type { EvidenceRef, Refusal } from '#contracts/gate.ts';
import { TestState } from '#contracts/test-run.ts';
import type { Proof, ProofOrder } from '../proof.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { OWN_STEP } from './green.ts';
import { provePassing } from './passing.ts';
import { isProof, proofInputsOf } from './proof-inputs.ts';
import type { WholeRun } from './run-all.ts';

export interface EarlierRun {
  readonly read: (evidence: EvidenceRef) => Promise<unknown>;
  readonly isAsked: (file: string) => boolean;
}

/** Ids begin with the file. */
const fileOf = (id: string): string => id.split(' > ')[0] ?? id;

const Outcomes = z.array(z.object({ id: z.string(), state: TestState }));

/**
 * Whether every requested test that ran before still runs and ends the same way. `read` returns stored evidence;
 * `isAsked`: whether the tests of a file are among those that this proof runs.
 */
export async function refactorProof(
  treeRunner: TreeRunner,
  order: ProofOrder,
  { read, isAsked }: EarlierRun,
  signal: AbortSignal,
): Promise<Proof> {
  const inputs = await proofInputsOf(treeRunner, order, 'none');
  if (isProof(inputs)) return inputs;
  const more = async (run: WholeRun) => ({
    problems: order.acceptedRun
      ? outcomeChanges(
          Outcomes.parse(await read(order.acceptedRun)).filter(({ id }) => isAsked(fileOf(id))),
          run,
        )
      : [],
  });
  const passing = { gate: 'refactor proof', change: inputs.change, honest: OWN_STEP, more };
  return provePassing(treeRunner, order, inputs, passing, signal);
}

function outcomeChanges(before: z.infer<typeof Outcomes>, { tests }: WholeRun): Refusal[] {
  const now = new Map(tests.map(({ id, state }) => [id, state]));
  // Failures are compared with main's; failures that were accepted before are main's too.
  const changed = before.filter(
    ({ id, state }) => now.get(id) !== state && state !== 'failed' && now.get(id) !== 'failed',
  );
  if (changed.length === 0) return [];
  const names = changed.slice(0, 5).map(({ id, state }) => `${id} (${state} → ${now.get(id) ?? 'not run'})`);
  const next = 'A REFACTOR must not change any outcome. A change of behaviour needs its own RED step.';
  return [{ code: 'OUTCOME_CHANGED', message: `outcomes changed: ${names.join('; ')}`, next }];
}
