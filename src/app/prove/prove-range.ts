import type { Project } from '#attempts/open-project.ts';
import type { Runs } from '#engine/runs.ts';
import { proveChange } from '#workflows/prove/prove-change.ts';
import type { ProveReport } from '#workflows/prove/prove-report.ts';
import type { ProveWaiver } from '#workflows/prove/waivers.ts';
import { measuresOf } from './gates-of.ts';
import type { CommitRange } from './read-range.ts';

export interface ProveOptions {
  readonly waivers: readonly ProveWaiver[];
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** One range as one change, with the gates of a gated PR. */
export async function proveRange(
  runs: Pick<Runs, 'blobs' | 'clock'>,
  project: Project,
  range: CommitRange,
  { waivers, say, signal }: ProveOptions,
): Promise<ProveReport> {
  const began = runs.clock.now();
  const { treeRunner, gates } = measuresOf(runs, project);
  const order = { treeRunner, gates, base: range.base.tree, head: range.head.tree, waivers, say };
  const { run: _, ...proved } = await proveChange(order, signal);
  return {
    version: 1,
    range: range.asked,
    base: range.base,
    head: range.head,
    commits: range.commits.map(({ commit, title }) => ({ commit, title })),
    ...proved,
    notes: [...range.notes],
    durationMs: runs.clock.now() - began,
  };
}
