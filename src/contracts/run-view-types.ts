import type { ErrorInfo } from './errors.ts';
import type { ActivationId, ScopeId } from './ids.ts';
import type { Payload } from './payload.ts';
import type { NodeKind } from './run-events.ts';
import type { RunStatus } from './run-header.ts';
import type { Moment } from './run-timeline.ts';
import type { Spent, UsageSum } from './usage.ts';

export type NodeState =
  | 'blocked'
  | 'ready'
  | 'running'
  | 'inside'
  | 'backing-off'
  | 'asking'
  | 'done'
  | 'failed'
  | 'cancelled';

/** One activation of a node, from its first mention to its end. */
export interface NodeView {
  readonly act: ActivationId;
  readonly node: string;
  readonly kind: NodeKind;
  readonly byAgent: boolean;
  /** The name of its task, if it has one. */
  readonly name: string | null;
  /** What this time of a repeated node is for, where its workflow says so. */
  readonly purpose?: string;
  readonly state: NodeState;
  readonly attempts: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Working time over all attempts. */
  readonly ms: number;
  readonly usage: UsageSum;
  /** Of the last attempt that failed; kept when a later one succeeds. */
  readonly error: ErrorInfo | null;
  /** Names of the tasks it still waits for. */
  readonly waitsFor: readonly string[];
  readonly retryAt: number | null;
  readonly scope: ScopeId;
  readonly by: ActivationId | null;
}

export interface OpenQuestion {
  readonly act: ActivationId;
  readonly signal: string;
  /** null where the engine itself asks what to do about a failure. */
  readonly question: Payload | null;
  readonly error: ErrorInfo | null;
}

export interface NoteView {
  readonly seq: number;
  readonly at: number;
  readonly act: ActivationId;
  readonly node: string;
  readonly note: Payload;
}

/** A run as people look at it, derived from its log alone. */
export interface RunView {
  readonly status: RunStatus | 'draining';
  readonly title: string;
  readonly simulated: boolean;
  readonly startedAt: number;
  /** When the last event happened. */
  readonly at: number;
  readonly endedAt: number | null;
  readonly nodes: readonly NodeView[];
  readonly timeline: readonly Moment[];
  readonly questions: readonly OpenQuestion[];
  readonly notes: readonly NoteView[];
  readonly spent: Spent;
  readonly output: Payload | null;
  readonly error: ErrorInfo | null;
  /** Why it waits or was cancelled. */
  readonly why: string | null;
  /** Who paused it: a person, or a budget that is used up. */
  readonly pausedBy: 'person' | 'budget' | null;
}

/** The display name of an activation: `build money`, or `check 2` where it has no name of its own. */
export function labelOf({ node, name, act }: Pick<NodeView, 'node' | 'name' | 'act'>): string {
  if (name !== null) return `${node} ${name}`;
  const nth = act.slice(act.lastIndexOf('#') + 1);
  return nth === '1' ? node : `${node} ${nth}`;
}
