import type { Graph } from '#engine/graph/graph.ts';
import type { Runs } from '#engine/runs.ts';
import { loadExamples } from '../examples.ts';
import type { Env } from '../workflow.ts';
import { WORKFLOWS } from '../workflows.ts';

/** The graphs this Assay has, for drawing them and for checking answers. */
export interface Graphs {
  get(name: string): Promise<Graph | null>;
}

export function knownGraphs(runs: Runs, env: Env, among = WORKFLOWS): Graphs {
  let loading: Promise<Map<string, Graph>> | undefined;
  const load = async (): Promise<Map<string, Graph>> => {
    const examples = (await loadExamples()).map(({ graph }) => graph);
    const workflows = await Promise.all(among.map(({ graph }) => graph(runs, env)));
    const found = [...examples, ...workflows.filter((graph) => graph !== undefined)];
    return new Map(found.map((graph) => [graph.ref.name, graph]));
  };
  return {
    get: async (name) => {
      loading ??= load();
      return (await loading).get(name) ?? null;
    },
  };
}
