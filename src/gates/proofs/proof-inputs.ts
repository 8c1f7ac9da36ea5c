import type { EvidenceRef, Refusal } from '#contracts/gate.ts';
import { refused, unmeasured } from '#contracts/gate.ts';
import { readTestCommand } from '../command/read-test-command.ts';
import { compareInventories, type InventoryChange } from '../inventory/compare.ts';
import { withoutMovedHelpers } from '../inventory/moved-helpers.ts';
import { inventoryOf, type TestFile } from '../inventory/test-inventory.ts';
import { idleProblem } from '../ledger/idle-units.ts';
import type { Proof, ProofOrder } from '../proof.ts';
import { checkTamper, type TamperOrder } from '../tamper/check-tamper.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { unprovenProblem } from '../unproven.ts';

/** The facts that every proof checks before anything runs. */
export interface ProofInputs {
  readonly runners: readonly ProjectRunner[];
  readonly before: ReadonlyMap<string, TestFile>;
  readonly after: ReadonlyMap<string, TestFile>;
  readonly change: InventoryChange;
  readonly tampering: readonly Refusal[];
}

export async function proofInputsOf(
  treeRunner: TreeRunner,
  order: ProofOrder,
  testsMayChange: TamperOrder['testsMayChange'],
): Promise<ProofInputs | Proof> {
  // The project's runners are those of main: a submitted tree does not choose how it is measured.
  const runners = await treeRunner.runners(order.base);
  const idle = await idleProblem(treeRunner, order);
  if (idle) return { ...notAccepted(RUNNER_GATE, [idle]), verdict: unmeasured(RUNNER_GATE, idle) };
  const unproven = await unprovenProblem(treeRunner, order.base, order.tree, runners);
  if (unproven) return { ...notAccepted(LANGUAGE_GATE, [unproven]), verdict: unmeasured(LANGUAGE_GATE, unproven) };
  const [after, before] = await Promise.all([
    inventoryOf(treeRunner, order.tree, runners),
    inventoryOf(treeRunner, order.accepted, runners),
  ]);
  if (order.testCommand !== null) {
    const scripts = scriptsOf(await treeRunner.read(order.base, 'package.json'));
    const tests = [...after.values()].map((file) => ({
      file: file.path,
      tests: file.tests?.map(({ path }) => path) ?? null,
    }));
    const refusal = await readTestCommand(order.testCommand, { runners, scripts, tests });
    if (refusal) return notAccepted(COMMAND_GATE, [refusal]);
  }
  const tampering = await checkTamper(treeRunner, { ...order, runners, testsMayChange });
  const change = await withoutMovedHelpers(treeRunner, order.tree, compareInventories(before, after), before);
  return { runners, before, after, change, tampering };
}

/** Refuses a call that names no runner of the project's: nothing was measured, so nothing is counted. */
export const COMMAND_GATE = 'test command';

const LANGUAGE_GATE = 'language';
const RUNNER_GATE = 'test runner';

export const isProof = (value: ProofInputs | Proof): value is Proof => 'verdict' in value;

/** Refused before anything ran. */
export function notAccepted(
  gate: string,
  reasons: readonly [Refusal, ...Refusal[]],
  evidence: readonly EvidenceRef[] = [],
): Proof {
  const output = reasons.map(({ message }) => message).join('\n');
  return { verdict: refused(gate, reasons, evidence), failed: false, lock: null, run: null, output };
}

function scriptsOf(manifest: string | null): Record<string, string> {
  try {
    const { scripts } = JSON.parse(manifest ?? '{}');
    return scripts !== null && typeof scripts === 'object' ? scripts : {};
  } catch {
    return {};
  }
}
