import type { Sha } from '#contracts/workspace.ts';
import type { Refused } from '../pr-checkout.ts';

/** A pull request on its host. */
export interface PullRequest {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly head: string;
  /** The resulting commit on main; null before, and where the host does not report it. */
  readonly merge: string | null;
  readonly checks: readonly RequestCheck[];
}

export interface RequestCheck {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'pending';
}

export interface NewRequest {
  readonly branch: string;
  readonly main: string;
  readonly title: string;
  readonly body: string;
}

/** The host's own command-line tool, as the person has it: `gh`, `glab`. */
export interface RequestTool {
  readonly name: string;
  list(branch: string, main: string): Promise<readonly PullRequest[] | Refused>;
  look(number: number): Promise<PullRequest | Refused>;
  create(request: NewRequest): Promise<Refused | null>;
  /** Only while the branch is at this commit. */
  merge(number: number, head: Sha): Promise<Refused | null>;
}

/** The output of a person's program. `missing`: it is not installed. */
export type ToolSaid =
  | { readonly type: 'missing' }
  | { readonly type: 'ended'; readonly code: number | null; readonly out: string; readonly err: string };

export type PersonProgram = (program: string, args: readonly string[]) => Promise<ToolSaid>;

export const isRefused = (value: unknown): value is Refused =>
  typeof value === 'object' && value !== null && 'reasons' in value;
