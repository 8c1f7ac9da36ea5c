import { HYBRID_TDD } from '#contracts/workflow-names.ts';
import { hybridTdd } from '#workflows/hybrid-tdd/graph.ts';
import type { HybridEffects } from '#workflows/hybrid-tdd/hybrid-effects.ts';
import { HybridBegin } from '#workflows/hybrid-tdd/ports.ts';
import { onlyLookedAt, plainGraph, type Workflow } from '../workflow.ts';
import { hybridTddRuntime } from './runtime.ts';

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

export const hybridTddWorkflow: Workflow = {
  name: HYBRID_TDD,
  runtime: (runs, run, input, options) =>
    hybridTddRuntime(runs, HybridBegin.parse(input), process.env, { ...options, run }),
  graph: async () => plainGraph(hybridTdd(NO_EFFECTS)),
};
