import type { Graph } from '#engine/graph/graph.ts';
import { gatedPr } from '#workflows/gated-pr/graph.ts';
import type { PrEffects } from '#workflows/gated-pr/pr-effects.ts';
import { forDrawingOnly, plainGraph } from '../workflow.ts';

const NO_EFFECTS: PrEffects = {
  mode: 'hosted',
  perform: forDrawingOnly,
  find: async () => undefined,
  inspect: async () => null,
  show: async () => {},
};

/** For drawing only; none of it is executed. */
export const drawnGatedPr = (): Graph => plainGraph(gatedPr(NO_EFFECTS));
