import type { ExecResult } from '#contracts/exec.ts';
import type { SandboxLimits } from '#contracts/sandbox.ts';
import type { World } from './world.ts';

/** An attempt from inside to see or touch something that is not the agent's. It knows every path, number and port it needs. */
export interface Peek {
  readonly id: string;
  readonly title: string;
  readonly language?: 'sh' | 'python';
  /** Runs in the agent's workspace; `W_…` variables name the targets outside, never the secret itself. */
  readonly script: string;
  /** A git command in the workspace afterwards: outside with the sandbox off, inside with it on. */
  readonly afterwards?: readonly string[];
  /** Whether it got what it wanted; by default, when it printed the secret or GOT-IN. */
  readonly gotIn?: (run: PeekRun, world: World) => boolean | Promise<boolean>;
  readonly limits?: Partial<SandboxLimits>;
  /** Tried from the sandbox of an agent's own program, while others of the same kind sit in theirs. */
  readonly programSandbox?: true;
  /** An ordinary user cannot do this with the sandbox off either, so only root shows that it bites. */
  readonly rootOnly?: true;
  /** Why this machine holds a user back even with the sandbox off, if it does. */
  readonly heldBySystem?: (asRoot: boolean) => string | null;
}

export type PeekRun = Pick<ExecResult, 'outcome' | 'exitCode' | 'stdout' | 'stderr'>;

export const GOT_IN = 'GOT-IN';
