/** Who takes part in the durable-nodes benchmark, and in which forms. */
export interface Side {
  readonly file: string;
  readonly form?: string;
  /**
   * same: every node of the shape is a step of its own, as in Assay; the target is set against these.
   * other: quicker ways a peer has to do equal work without such a graph; shown, with their ratio.
   * reference: not a durable orchestrator at all.
   */
  readonly kind: 'assay' | 'same' | 'other' | 'reference';
  readonly shapes?: readonly Shape[];
  /** Not durable, whatever the setting says; shown once for each shape. */
  readonly sync?: 'memory';
}

export type Shape = 'chain' | 'layers';

export interface Setting {
  readonly label: string;
  readonly shape: Shape;
  readonly sync: 'full' | 'normal';
  readonly args: readonly string[];
}

const SHAPES = {
  chain: ['--shape', 'chain', '--nodes', '1000'],
  layers: ['--shape', 'layers', '--layers', '10', '--width', '100'],
} as const;

const setting = (shape: Shape, sync: Setting['sync']): Setting => ({
  label: `${shape}, ${sync.toUpperCase()}`,
  shape,
  sync,
  args: SHAPES[shape],
});

/** FULL: safe against power loss. NORMAL: safe against a killed process. */
export const SETTINGS: readonly Setting[] = [
  setting('chain', 'full'),
  setting('layers', 'full'),
  setting('chain', 'normal'),
  setting('layers', 'normal'),
];

/**
 * strict: every node is durable before the next one starts, as with the peers.
 * pure: the nodes are declared to compute only; they run ahead of the log and share commits, effects wait for it.
 */
export const ASSAY: readonly Side[] = [
  { file: 'bench/assay/durable-nodes.ts', form: 'strict', kind: 'assay' },
  { file: 'bench/assay/durable-nodes.ts', form: 'pure', kind: 'assay' },
];

const PEERS: readonly Side[] = [
  { file: 'bench/peers/langgraph.mjs', form: 'graph', kind: 'same' },
  { file: 'bench/peers/mastra.mjs', form: 'graph', kind: 'same' },
  { file: 'bench/peers/dbos.mjs', kind: 'same' },
  { file: 'bench/peers/langgraph.mjs', form: 'loop', kind: 'other' },
  // Not for layers: after a kill −9 it repeats finished tasks there, so it is not durable.
  { file: 'bench/peers/langgraph.mjs', form: 'tasks', kind: 'other', shapes: ['chain'] },
  { file: 'bench/peers/mastra.mjs', form: 'loop', kind: 'other' },
];

const REFERENCES: readonly Side[] = [
  { file: 'bench/peers/langgraph.mjs', form: 'graph', kind: 'reference', sync: 'memory' },
  { file: 'bench/peers/floor.mjs', kind: 'reference' },
];

export function sidesFor({ shape, sync }: Setting): Side[] {
  return [...ASSAY, ...PEERS, ...REFERENCES]
    .filter((side) => side.shapes === undefined || side.shapes.includes(shape))
    .filter((side) => side.sync !== 'memory' || sync === 'normal');
}
