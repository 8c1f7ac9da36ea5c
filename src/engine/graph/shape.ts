import { createHash } from 'node:crypto';
import { GraphHash } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { GraphRef, NodeKind } from '#contracts/run-events.ts';
import type { Lane } from '#contracts/scheduling.ts';

/** What happens when a node has failed and its retries are used up. */
export type OnFailure = 'fail' | 'skip' | 'ask';

export interface RetryPolicy {
  /** Tries in all, the first included. */
  readonly attempts: number;
  readonly backoffMs: number;
  /** The wait grows by this factor with every retry. */
  readonly factor: number;
  readonly maxBackoffMs: number;
}

/** A node as data: everything that decisions need to know of it. */
export interface NodeShape {
  readonly kind: NodeKind;
  /** Whether running it is an agent's attempt, which budgets count. */
  readonly byAgent: boolean;
  /** It only computes from its input: it may run before the log has caught up, since repeating it changes nothing. */
  readonly pure: boolean;
  /** Ports it may go to. */
  readonly to: readonly string[];
  readonly retry: RetryPolicy;
  readonly onFailure: OnFailure;
  readonly timeoutMs: number | null;
  /** Its work type for the scheduler. */
  readonly type: string;
  readonly lane: Lane | null;
  /** For joins: the slots to fill, or `null` to collect all that arrives. */
  readonly slots: readonly string[] | null;
  /** For observers: the nodes they watch. */
  readonly watches: readonly string[];
  /** For graph nodes: the inner start node. */
  readonly start: string | null;
}

/** A graph as data: sub-graphs are flattened, their nodes named `outer/inner`. */
export interface GraphShape {
  readonly name: string;
  readonly version: number;
  readonly start: string;
  readonly nodes: Readonly<Record<string, NodeShape>>;
  /** Watched node → its observers. */
  readonly observers: Readonly<Record<string, readonly string[]>>;
  /** JSON Schemas of ports, signals, input and output. */
  readonly schemas: Readonly<Record<string, Json>>;
}

export function graphRef(shape: GraphShape): GraphRef {
  return { name: shape.name, version: shape.version, hash: hashOf(shape) };
}

/** Of structure, policies and schemas. Handlers are left out: their decisions are recorded and not made again. */
function hashOf(shape: GraphShape): GraphHash {
  return GraphHash.parse(createHash('sha256').update(canonical(shape)).digest('hex').slice(0, 16));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** `gate.left` is the slot `left` of the join `gate`; any other port is a node. */
export function splitPort(port: string): { readonly node: string; readonly slot: string | null } {
  const dot = port.indexOf('.');
  return dot < 0 ? { node: port, slot: null } : { node: port.slice(0, dot), slot: port.slice(dot + 1) };
}

/** Advisory and observer nodes run beside the work: nothing waits for them and their failure fails nothing. */
export const isAside = (kind: NodeKind): boolean => kind === 'advisory' || kind === 'observer';
