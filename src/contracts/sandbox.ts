import type { Command, ExecResult } from './exec.ts';

/** What a sandboxed process tree may see and do. Everything not named here is not there. */
export interface SandboxPolicy {
  /** Host folder → where it appears inside. */
  readonly writable: readonly Mount[];
  readonly readOnly: readonly Mount[];
  readonly network: 'none' | { readonly hosts: readonly string[] };
  readonly limits: SandboxLimits;
}

export interface Mount {
  readonly from: string;
  readonly at: string;
}

export interface SandboxLimits {
  readonly processes: number;
  readonly memoryBytes: number;
  /** What the tree may write to its private /tmp and home. */
  readonly scratchBytes: number;
  readonly outputBytes: number;
}

/** What isolation can be had on this machine, found out by trying. Nothing is claimed that a probe did not show. */
export type SandboxAbility =
  | { readonly kind: 'bubblewrap' | 'sandbox-runtime'; readonly enforces: readonly SandboxFeature[] }
  | { readonly kind: 'none'; readonly why: string; readonly next: string };

export type SandboxFeature = 'files' | 'network' | 'processes' | 'memory' | 'environment' | 'kill-tree';

export interface Sandbox {
  readonly ability: SandboxAbility;
  exec(command: Command, policy: SandboxPolicy, signal?: AbortSignal): Promise<ExecResult>;
}
