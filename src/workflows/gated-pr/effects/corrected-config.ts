import { CONFIG_PATH } from '#contracts/config.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { GatedState } from '../state.ts';
import type { PrEffectsParts } from './pr-effects-parts.ts';

/** A configuration that a person corrected on main while a PR was in progress. */
export interface CorrectedConfig {
  /** The commit of main that has it. */
  readonly commit: string;
  /** A tree with main's configuration in place of its own. */
  on(tree: TreeHash): Promise<TreeHash>;
}

/**
 * Null where main's configuration is the branch's. Only for hosted runs: there only a person writes to main. In a
 * person's own checkout an agent could, and would then choose how it is measured.
 */
export async function correctedConfig(
  { repository }: Pick<PrEffectsParts, 'repository'>,
  state: GatedState,
): Promise<CorrectedConfig | null> {
  if (state.mode !== 'hosted' || !state.base) return null;
  const commit = await repository.resolve(`refs/heads/${state.main}`);
  const tree = await repository.treeOf(commit);
  const [now, then] = [
    await repository.readFileAt(tree, CONFIG_PATH),
    await repository.readFileAt(state.base.tree, CONFIG_PATH),
  ];
  if (now === null || (then !== null && Buffer.from(now).equals(Buffer.from(then)))) return null;
  const edits = new Map([[CONFIG_PATH, { type: 'as-in', tree } as const]]);
  return { commit, on: (each) => repository.editTree(each, edits) };
}
