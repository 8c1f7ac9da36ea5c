import type { Graph } from '#engine/graph/graph.ts';
import { gatedPr } from '#workflows/gated-pr/graph.ts';
import type { PrEffects } from '#workflows/gated-pr/pr-effects.ts';
import { onlyLookedAt, plainGraph } from '../workflow.ts';

const NO_EFFECTS: PrEffects = {
  mode: 'hosted',
  perform: onlyLookedAt,
  find: async () => undefined,
  inspect: async () => null,
  show: async () => {},
};

/** To be looked at; nothing of it is performed. */
export const drawnGatedPr = (): Graph => plainGraph(gatedPr(NO_EFFECTS));
