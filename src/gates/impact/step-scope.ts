import { AssayConfig, CONFIG_PATH } from '#contracts/config.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';

/** `reached`: a step runs what its change reaches. Default: only where main takes long. */
export type StepScope = NonNullable<AssayConfig['steps']>;

/** The setting in a tree's configuration; null where there is none. */
export async function stepScope(treeRunner: TreeRunner, base: TreeHash): Promise<StepScope | null> {
  const text = await treeRunner.read(base, CONFIG_PATH);
  try {
    return AssayConfig.parse(JSON.parse(text ?? '{}')).steps ?? null;
  } catch {
    return null;
  }
}
