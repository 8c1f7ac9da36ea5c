import { projectGates } from '#workflows/gated-pr/effects/project-gates.ts';
import { proveChange } from '#workflows/prove/prove-change.ts';
import type { ProveReport } from '#workflows/prove/prove-report.ts';
import type { Waiver } from '#workflows/prove/waivers.ts';
import { examineIn } from '../gated-pr/examine.ts';
import { treeRunnerOf } from '../gated-pr/make-graph.ts';
import type { Project } from '../project/open-project.ts';
import type { Runs } from '../runs.ts';
import type { Range } from './read-range.ts';

export interface ProveOptions {
  readonly waivers: readonly Waiver[];
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** One range as one change, with the gates of a gated PR. */
export async function proveRange(
  { blobs, clock }: Pick<Runs, 'blobs' | 'clock'>,
  project: Project,
  range: Range,
  { waivers, say, signal }: ProveOptions,
): Promise<ProveReport> {
  const began = clock.now();
  const treeRunner = treeRunnerOf(project, blobs);
  const examine = examineIn(project);
  const gates = projectGates({
    treeRunner,
    readEvidence: async ({ blob }) => JSON.parse(new TextDecoder().decode(await blobs.get(blob))),
    examine: (base, tree, stop) => examine(treeRunner, base, tree, stop),
    reviewers: async () => ({ author: null, reviewer: null }),
    reviewBy: async () => ({ problem: 'nobody reviews here' }),
  });
  const proved = await proveChange(
    { treeRunner, gates, base: range.base.tree, head: range.head.tree, waivers, say },
    signal,
  );
  return {
    version: 1,
    range: range.asked,
    base: range.base,
    head: range.head,
    commits: range.commits.map(({ commit, title }) => ({ commit, title })),
    ...proved,
    notes: [...range.notes],
    durationMs: clock.now() - began,
  };
}
