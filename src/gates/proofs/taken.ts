import { refused, type Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { checkTamper } from '../tamper/check-tamper.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { mergedProof } from './merged.ts';

export interface TakenSettings {
  readonly preflight: string | false | null;
  readonly mayChange: readonly string[];
}

/**
 * A branch that a person merged with main. Its tests may differ, because the person resolved conflicts and a reviewer
 * reads the result. Files that decide how it is measured must be as on main.
 */
export async function takenProof(
  treeRunner: TreeRunner,
  main: TreeHash,
  tree: TreeHash,
  { preflight, mayChange }: TakenSettings,
  signal: AbortSignal,
): Promise<Verdict> {
  const runners = await treeRunner.runners(main);
  const order = { base: main, accepted: main, tree, runners, preflight, mayChange };
  const [first, ...rest] = await checkTamper(treeRunner, { ...order, testsMayChange: 'all' });
  if (first) return refused('taken branch', [first, ...rest]);
  return mergedProof(treeRunner, main, tree, preflight, signal);
}
