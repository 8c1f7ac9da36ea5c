import type { Clock } from '#contracts/clock.ts';
import type { Sandbox, SandboxLimits } from '#contracts/sandbox.ts';
import type { Layers } from '#sandbox/layers/layer-types.ts';
import type { SpareFolders } from './checkout/spare-folders.ts';
import type { Git } from './git/git.ts';
import type { Leniency } from './git/survey.ts';
import type { TreeShell } from './git/tree-shell.ts';
import type { StoreFolders } from './store-folders.ts';

export interface StoreOptions {
  /** A folder of ours, on one disk. */
  readonly root: string;
  /** Where programs are looked for. */
  readonly path: string;
  readonly clock: Clock;
  /** Without it nothing can be run in a workspace. */
  readonly sandbox?: Sandbox;
  readonly layers?: Layers;
  readonly allow?: Partial<Leniency>;
  /** The person's own list of files to ignore everywhere (git's `core.excludesFile`), for reading their checkouts. */
  readonly excludesFile?: string;
  readonly sandboxLimits?: Partial<SandboxLimits>;
  /** Of one workspace; default 4 GiB. */
  readonly workspaceBytes?: number;
  /** Of everything under `root`; default 50 GiB. */
  readonly totalBytes?: number;
}

/** The dependencies of a store's parts. */
export interface StoreContext {
  readonly options: StoreOptions;
  readonly git: Git;
  readonly shell: TreeShell;
  readonly places: StoreFolders;
  readonly spares: SpareFolders;
  readonly workspaceBytes: number;
  readonly totalBytes: number;
}

export const SANDBOX_LIMITS: SandboxLimits = {
  processes: 512,
  memoryBytes: 4 * 1024 ** 3,
  scratchBytes: 1024 ** 3,
  outputBytes: 16 * 1024 ** 2,
};
