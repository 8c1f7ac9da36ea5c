import type { Project } from '#attempts/open-project.ts';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { Runs } from '#engine/runs.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import type { Gatekeeper } from '#workflows/gated-pr/effects/gatekeeper.ts';
import { projectGates } from '#workflows/gated-pr/effects/project-gates.ts';
import { examineIn } from '../gated-pr/examine.ts';
import { treeRunnerOf } from '../gated-pr/make-graph.ts';

export interface ProjectMeasures {
  readonly treeRunner: TreeRunner;
  readonly gates: Gatekeeper;
  readEvidence(evidence: EvidenceRef): Promise<unknown>;
}

/** The gates of a gated PR, for work outside of any run: there is no review here. */
export function measuresOf({ blobs }: Pick<Runs, 'blobs'>, project: Project): ProjectMeasures {
  const treeRunner = treeRunnerOf(project, blobs);
  const examine = examineIn(project);
  const readEvidence = async ({ blob }: EvidenceRef) => JSON.parse(new TextDecoder().decode(await blobs.get(blob)));
  const gates = projectGates({
    ...{ treeRunner, readEvidence },
    requests: (from, to) => project.repository.dependencyRequests(from, to),
    examine,
    reviewers: async () => ({ author: null, reviewer: null }),
    reviewBy: async () => ({ problem: 'no review is possible here' }),
  });
  return { treeRunner, gates, readEvidence };
}
