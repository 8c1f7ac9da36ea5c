import type { Refusal } from '#contracts/gate.ts';
import type { Sha } from '#contracts/workspace.ts';
import type { Taken } from '../hybrid-effects.ts';
import type { VerifiedWork } from '../ports.ts';
import type { HybridParts } from './parts.ts';
import { putWorkspace } from './put-workspace.ts';

/** Both sides on the skeleton in a fresh workspace, with the fixes that were made to an earlier merge. */
export async function mergeWork(parts: MergeParts, verified: Sides, place: string): Promise<Taken> {
  const { repository, workspaces } = parts;
  const { skeleton, tests, impl, fixes } = verified;
  const workspace = await putWorkspace(parts, place, skeleton.point, true);
  const picks: { place: string; commit: Sha }[] = [];
  for (const side of [impl, tests])
    for (const { sha } of await repository.commitsBetween(skeleton.point.commit, side.commit))
      picks.push({ place: side.place, commit: sha });
  let last = skeleton.point;
  for (const { place: from, commit } of [...picks, ...fixes]) {
    const taken = await workspace.take(await workspaces.open(from), commit);
    if (taken.type === 'conflict')
      return { ok: false, problems: taken.conflicts.map(({ message, paths }) => conflict(message, paths)) };
    last = { commit: taken.sha, tree: taken.tree };
  }
  return { ok: true, point: last };
}

type MergeParts = Pick<HybridParts, 'repository' | 'workspaces'>;
type Made = Pick<VerifiedWork['impl'], 'place' | 'commit'>;
interface Sides extends Pick<VerifiedWork, 'fixes'> {
  readonly skeleton: Pick<VerifiedWork['skeleton'], 'point'>;
  readonly impl: Made;
  readonly tests: Made;
}

const conflict = (message: string, paths: readonly string[]): Refusal => ({
  code: 'MERGE_CONFLICT',
  message: `${message} (${paths.join(', ')})`,
  next: 'The sides may not touch the same file.',
});
