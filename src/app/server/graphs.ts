import type { Graph } from '#engine/graph/graph.ts';
import { CHAT } from '#sessions/chat/chat-types.ts';
import { checkpointEngine } from '#tools/checkpoint/engine.ts';
import { CHECKPOINT } from '#tools/checkpoint/graph.ts';
import { loadExamples } from '../examples.ts';
import type { Runs } from '../runs.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The graphs this Assay has, for drawing them and for checking answers. */
export interface Graphs {
  get(name: string): Promise<Graph | null>;
}

export function knownGraphs(runs: Runs, env: Env): Graphs {
  let loading: Promise<Map<string, Graph>> | undefined;
  const load = async (): Promise<Map<string, Graph>> => {
    const examples = (await loadExamples()).map(({ graph }) => graph);
    // Only its shape and schemas are looked at here; the registry forgets what a graph takes.
    const checkpoint = checkpointEngine({ ...runs, env }, 1).graphs.get(CHECKPOINT);
    const { ChatHost } = await import('../chat/chat-host.ts');
    const chat = new ChatHost({ runs, env, me: '' }).graphs.get(CHAT);
    return new Map(
      [...examples, ...[checkpoint, chat].filter((graph) => graph !== undefined)].map((graph) => [
        graph.ref.name,
        graph,
      ]),
    );
  };
  return {
    get: async (name) => {
      loading ??= load();
      return (await loading).get(name) ?? null;
    },
  };
}
