import { onTestFinished } from 'vitest';
import type { Strictness } from '#workflows/hybrid-tdd/spec.ts';
import { honest, type Scripts, type TddExample } from '../../examples/hybrid-tdd/example.ts';
import { TYPESCRIPT_STACK } from '../../examples/hybrid-tdd/stack/typescript.ts';
import { hybridRig } from './hybrid-rig.ts';
import type { Turn } from './scripted-attempt-runner.ts';

/** The bounded stack with some of its agents gone wrong, on a real repository that is removed after the test. */
export async function stackRig(
  others: Scripts<Turn>,
  strictness: Partial<Strictness> = {},
  example: TddExample = TYPESCRIPT_STACK,
) {
  const rig = await hybridRig(example, honest(example, others), { maxMutants: 2, ...strictness });
  onTestFinished(() => rig.close());
  const asked = (node: string) => rig.turns.filter((turn) => turn.node === node);
  return { rig, asked };
}

/** The same, run to its end. */
export async function playStack(
  others: Scripts<Turn>,
  strictness: Partial<Strictness> = {},
  example: TddExample = TYPESCRIPT_STACK,
) {
  const { rig, asked } = await stackRig(others, strictness, example);
  const main = rig.git('rev-parse', 'main');
  const { result } = await rig.run();
  return { rig, result, asked, mainMoved: rig.git('rev-parse', 'main') !== main };
}
