import { Begin, GATED_PR, gatedPr } from '#workflows/gated-pr/graph.ts';
import type { PrEffects } from '#workflows/gated-pr/pr-effects.ts';
import { onlyLookedAt, plainGraph, type Workflow } from '../workflow.ts';
import { gatedPrRuntime } from './runtime.ts';

const NO_EFFECTS: PrEffects = {
  mode: 'hosted',
  perform: onlyLookedAt,
  find: async () => undefined,
  inspect: async () => null,
  show: async () => {},
};

export const gatedPrWorkflow: Workflow = {
  name: GATED_PR,
  runtime: (runs, run, input, options) => gatedPrRuntime(runs, Begin.parse(input), process.env, { ...options, run }),
  graph: async () => plainGraph(gatedPr(NO_EFFECTS)),
  personOnly: true,
};
