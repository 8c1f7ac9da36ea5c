import type { Project } from '#attempts/open-project.ts';
import type { DriverDeps } from '#engine/drive/types.ts';
import type { GraphRegistry } from '#engine/graph/registry.ts';
import type { Runs } from '#engine/runs.ts';
import type { gatedPr } from '#workflows/gated-pr/graph.ts';

/** The dependencies of client calls. */
export interface ClientCallsOptions {
  readonly runs: Runs;
  readonly project: Project;
  readonly graph: ReturnType<typeof gatedPr>;
  readonly graphs: GraphRegistry;
  readonly deps: DriverDeps;
  readonly patienceMs?: number;
  /** Lets another process drive the run, which continues after this one has ended. */
  readonly elsewhere?: (ticket: string) => void;
  /** Progress messages of the gates. */
  readonly say?: (line: string) => void;
}
