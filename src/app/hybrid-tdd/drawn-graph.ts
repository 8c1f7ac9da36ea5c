import type { Graph } from '#engine/graph/graph.ts';
import { hybridTdd } from '#workflows/hybrid-tdd/graph.ts';
import type { HybridEffects } from '#workflows/hybrid-tdd/hybrid-effects.ts';
import { forDrawingOnly, plainGraph } from '../workflow.ts';

const NO_EFFECTS: HybridEffects = {
  prepare: forDrawingOnly,
  place: forDrawingOnly,
  take: forDrawingOnly,
  skeleton: forDrawingOnly,
  verify: forDrawingOnly,
  merge: forDrawingOnly,
  validate: forDrawingOnly,
  mutate: forDrawingOnly,
  examine: forDrawingOnly,
  land: forDrawingOnly,
  attest: forDrawingOnly,
  keep: forDrawingOnly,
  account: forDrawingOnly,
  cleanUp: forDrawingOnly,
};

/** For drawing only; none of it is executed. */
export const drawnHybridTdd = (): Graph => plainGraph(hybridTdd(NO_EFFECTS));
