import type { NodeState, NodeView } from '#contracts/run-view-types.ts';

export type NodeTone = 'run' | 'good' | 'bad' | 'warn' | 'ask' | 'quiet';

export interface NodeLook {
  readonly label: string;
  readonly tone: NodeTone;
  readonly glyph: 'run' | 'check' | 'claim' | 'cross' | 'wait' | 'ask' | 'stop' | 'dot' | 'break';
  readonly moving: boolean;
}

const LOOKS: Readonly<Record<NodeState, NodeLook>> = {
  blocked: { label: 'waits for others', tone: 'quiet', glyph: 'wait', moving: false },
  ready: { label: 'is next', tone: 'quiet', glyph: 'dot', moving: false },
  running: { label: 'running', tone: 'run', glyph: 'run', moving: true },
  inside: { label: 'at work inside', tone: 'run', glyph: 'run', moving: false },
  'backing-off': { label: 'will try again', tone: 'warn', glyph: 'wait', moving: false },
  asking: { label: 'asks a person', tone: 'ask', glyph: 'ask', moving: false },
  // That a step has run says nothing about its result: green is for evidence that is green.
  done: { label: 'done', tone: 'quiet', glyph: 'check', moving: false },
  failed: { label: 'failed', tone: 'bad', glyph: 'cross', moving: false },
  cancelled: { label: 'cancelled', tone: 'quiet', glyph: 'stop', moving: false },
};

/** An agent's statement is a claim until code has measured it. */
const CLAIMED: NodeLook = { label: 'claims to be done', tone: 'quiet', glyph: 'claim', moving: false };
const HELD_UP: NodeLook = { label: 'was interrupted', tone: 'warn', glyph: 'break', moving: false };

/** How an activation is shown. `driven`: a live process holds the run; without one nothing is running. */
export function lookOf({ state, byAgent }: Pick<NodeView, 'state' | 'byAgent'>, driven: boolean): NodeLook {
  if (!driven && (state === 'running' || state === 'inside' || state === 'backing-off')) return HELD_UP;
  return state === 'done' && byAgent ? CLAIMED : LOOKS[state];
}

/** The most informative first. */
const WEIGHT: Readonly<Record<NodeState, number>> = {
  asking: 0,
  running: 1,
  inside: 2,
  'backing-off': 3,
  ready: 4,
  failed: 5,
  blocked: 6,
  done: 7,
  cancelled: 8,
};

/** Of several activations of one node, the most informative one. */
export function foremost(nodes: readonly NodeView[]): NodeView | null {
  let [first] = nodes;
  for (const node of nodes) if (first && WEIGHT[node.state] < WEIGHT[first.state]) first = node;
  return first ?? null;
}
