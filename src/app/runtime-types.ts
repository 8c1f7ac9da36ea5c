import type { RunId } from '#contracts/ids.ts';
import type { DriverDeps } from '#engine/drive/types.ts';
import type { GraphRegistry } from '#engine/graph/registry.ts';

/** What it takes to drive a run: graphs, and a model for its agents. */
export interface RunRuntime {
  readonly deps: DriverDeps;
  readonly graphs: GraphRegistry;
  close(): Promise<void>;
}

export interface RunRuntimeOptions {
  /** Multiplies the latencies of a simulated model; 0 answers at once. */
  readonly timeScale?: number;
  /** The run to continue; it may be a fork. */
  readonly run?: RunId;
}
