import type { Graph } from '#engine/graph/graph.ts';
import { hybridTdd } from '#workflows/hybrid-tdd/graph.ts';
import type { HybridEffects } from '#workflows/hybrid-tdd/hybrid-effects.ts';
import { onlyLookedAt, plainGraph } from '../workflow.ts';

const NO_EFFECTS: HybridEffects = {
  prepare: onlyLookedAt,
  place: onlyLookedAt,
  take: onlyLookedAt,
  skeleton: onlyLookedAt,
  verify: onlyLookedAt,
  merge: onlyLookedAt,
  validate: onlyLookedAt,
  mutate: onlyLookedAt,
  examine: onlyLookedAt,
  land: onlyLookedAt,
  attest: onlyLookedAt,
  keep: onlyLookedAt,
  account: onlyLookedAt,
  cleanUp: onlyLookedAt,
};

/** For drawing only; none of it is executed. */
export const drawnHybridTdd = (): Graph => plainGraph(hybridTdd(NO_EFFECTS));
