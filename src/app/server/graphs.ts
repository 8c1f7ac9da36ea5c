import type { Graph } from '#engine/graph/graph.ts';
import { CHAT } from '#sessions/chat/chat-types.ts';
import { checkpointEngine } from '#tools/checkpoint/engine.ts';
import { CHECKPOINT } from '#tools/checkpoint/graph.ts';
import { gatedPr } from '#workflows/gated-pr/graph.ts';
import type { PrEffects } from '#workflows/gated-pr/pr-effects.ts';
import { hybridTdd } from '#workflows/hybrid-tdd/graph.ts';
import type { HybridEffects } from '#workflows/hybrid-tdd/hybrid-effects.ts';
import { loadExamples } from '../examples.ts';
import type { Runs } from '../runs.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The graphs this Assay has, for drawing them and for checking answers. */
export interface Graphs {
  get(name: string): Promise<Graph | null>;
}

const nothing = (): Promise<never> => Promise.reject(new Error('this graph is only looked at'));

/** For looking at a workflow: it stands nowhere, so nothing of it can be performed. */
const NOWHERE: PrEffects = {
  mode: 'hosted',
  perform: nothing,
  find: async () => undefined,
  inspect: async () => null,
  show: async () => {},
};
const NOWHERE_HYBRID: HybridEffects = {
  prepare: nothing,
  place: nothing,
  take: nothing,
  skeleton: nothing,
  verify: nothing,
  merge: nothing,
  validate: nothing,
  mutate: nothing,
  examine: nothing,
  land: nothing,
  keep: nothing,
  account: nothing,
  cleanUp: nothing,
};

// The type says what a graph takes; for its picture that does not matter.
const plainGraph = (graph: unknown): Graph => graph as Graph;

export function knownGraphs(runs: Runs, env: Env): Graphs {
  let loading: Promise<Map<string, Graph>> | undefined;
  const load = async (): Promise<Map<string, Graph>> => {
    const examples = (await loadExamples()).map(({ graph }) => graph);
    // Only its shape and schemas are looked at here; the registry forgets what a graph takes.
    const checkpoint = checkpointEngine({ ...runs, env }, 1).graphs.get(CHECKPOINT);
    const { ChatHost } = await import('../chat/chat-host.ts');
    const chat = new ChatHost({ runs, env, me: '' }).graphs.get(CHAT);
    const found = [
      ...examples,
      ...[checkpoint, chat].filter((graph) => graph !== undefined),
      plainGraph(gatedPr(NOWHERE)),
      plainGraph(hybridTdd(NOWHERE_HYBRID)),
    ];
    return new Map(found.map((graph) => [graph.ref.name, graph]));
  };
  return {
    get: async (name) => {
      loading ??= load();
      return (await loading).get(name) ?? null;
    },
  };
}
