import { List, Map as PMap } from 'immutable';
import { type ActivationId, ROOT_SCOPE, type RunId, type ScopeId, type Seq, type SessionId } from '#contracts/ids.ts';
import type { Payload } from '#contracts/payload.ts';
import type { Ending, GraphRef, NodeKind } from '#contracts/run-events.ts';
import type { Lane } from '#contracts/scheduling.ts';
import { type Budget, NOTHING_SPENT, type Reserve, type Spent, type Usage } from '#contracts/usage.ts';

/** The status of a live activation. Finished ones leave the state; the log keeps them. */
export type ActivationStatus =
  | { readonly is: 'blocked'; readonly by: number }
  | { readonly is: 'ready' }
  | { readonly is: 'running' }
  /** A graph node whose sub-graph is at work. */
  | { readonly is: 'inside' }
  | { readonly is: 'backing-off'; readonly until: number }
  | { readonly is: 'asking'; readonly signal: string; readonly question: Payload | null };

export interface Activation {
  readonly act: ActivationId;
  readonly node: string;
  readonly kind: NodeKind;
  readonly byAgent: boolean;
  readonly scope: ScopeId;
  readonly input: Payload;
  readonly status: ActivationStatus;
  /** Tries started. */
  readonly attempt: number;
  /** Tries that failed; interruptions do not count. */
  readonly failures: number;
  /** Times a driver died while this ran. */
  readonly crashes: number;
  readonly name: string | null;
  readonly after: readonly string[];
  readonly answers: PMap<string, Payload>;
  readonly effects: PMap<string, Payload | 'intended'>;
  /** A graph node's inner output, once it has exited. */
  readonly child: Payload | null;
  /** Of the running attempt: what is reserved for it, and what it has used so far. */
  readonly reserved: Reserve | null;
  readonly used: Usage;
}

export interface Scope {
  readonly id: ScopeId;
  readonly kind: 'root' | 'fork' | 'graph';
  readonly parent: ScopeId | null;
  readonly by: ActivationId | null;
  readonly collect: string | null;
  /** Live activations plus open scopes directly inside. */
  readonly live: number;
}

export interface Arrival {
  readonly slot: string | null;
  readonly from: ActivationId;
  readonly payload: Payload;
}

export interface NamedTask {
  readonly act: ActivationId;
  readonly state: 'live' | 'done' | 'failed';
  readonly result: Payload | null;
  readonly waiting: List<ActivationId>;
}

export interface RecordedNote {
  readonly node: string;
  readonly act: ActivationId;
  readonly note: Payload;
}

export type Counts = Readonly<Record<ActivationStatus['is'], number>>;

/** The state of a run: the fold of its events. It holds only live work, so its size depends on what is in progress. */
export interface RunState {
  readonly run: RunId | null;
  readonly session: SessionId | null;
  readonly graph: GraphRef | null;
  readonly lane: Lane;
  readonly simulated: boolean;
  readonly status: 'new' | 'running' | 'paused' | 'draining' | 'ended';
  readonly ending: Ending | null;
  readonly acts: PMap<ActivationId, Activation>;
  readonly counts: Counts;
  /** Live advisory and observer activations. */
  readonly aside: number;
  readonly scopes: PMap<ScopeId, Scope>;
  readonly arrivals: PMap<string, List<Arrival>>;
  readonly names: PMap<string, NamedTask>;
  readonly activated: PMap<string, number>;
  readonly notes: List<RecordedNote>;
  /** Signals that arrived before they were asked for. */
  readonly early: PMap<string, List<Payload>>;
  readonly budget: Budget;
  /** By attempts that have ended. */
  readonly spent: Spent;
  /** By those that run. */
  readonly using: { readonly tokens: number; readonly usd: number };
  /** Who paused it: only the end of that reason resumes it. */
  readonly pausedBy: 'budget' | 'person' | null;
  readonly seq: Seq;
  readonly at: number;
}

const root: Scope = { id: ROOT_SCOPE, kind: 'root', parent: null, by: null, collect: null, live: 0 };

export const EMPTY: RunState = {
  run: null,
  session: null,
  graph: null,
  lane: 'normal',
  simulated: false,
  status: 'new',
  ending: null,
  acts: PMap(),
  counts: { blocked: 0, ready: 0, running: 0, inside: 0, 'backing-off': 0, asking: 0 },
  aside: 0,
  scopes: PMap([[ROOT_SCOPE, root]]),
  arrivals: PMap(),
  names: PMap(),
  activated: PMap(),
  notes: List(),
  early: PMap(),
  budget: {},
  spent: NOTHING_SPENT,
  using: { tokens: 0, usd: 0 },
  pausedBy: null,
  // The log's positions start at 1; 0 is "nothing yet".
  seq: 0 as Seq,
  at: 0,
};

export const arrivalKey = (scope: ScopeId, join: string): string => `${scope}|${join}`;

/** Nothing runs, nothing could, and a question is open: only a person moves this run on. */
export function isParked(state: RunState): boolean {
  if (state.status === 'paused') return state.counts.running === 0;
  const { ready, running, asking } = state.counts;
  return state.status === 'running' && asking > 0 && ready === 0 && running === 0 && state.counts['backing-off'] === 0;
}
