import type { RunEvent } from '#contracts/run-events.ts';
import { hybridAccountOf } from '../account.ts';
import type { HybridEffects } from '../hybrid-effects.ts';
import { attest } from './attest.ts';
import { cleanUp } from './clean-up.ts';
import { examine } from './examine.ts';
import { keepPoint, land } from './land.ts';
import { mergeWork } from './merge.ts';
import { mutate } from './mutate.ts';
import type { HybridParts } from './parts.ts';
import { prepare } from './prepare.ts';
import { putWorkspace } from './put-workspace.ts';
import { skeleton } from './skeleton.ts';
import { take } from './take.ts';
import { validate } from './validate.ts';
import { verifyStep } from './verify.ts';

/** The effects on real workspaces and gates. */
export const makeHybridEffects = (parts: HybridParts): HybridEffects => ({
  prepare: (spec, main, context) => prepare(parts, spec, main, context),
  place: async (name, from, anew) => void (await putWorkspace(parts, name, from, anew)),
  take: (order, context) => take(parts, order, context),
  skeleton: (designed, place, context) => skeleton(parts, designed, place, context),
  verify: (blind, context) => verifyStep(parts, blind, context),
  merge: (verified, place) => mergeWork(parts, verified, place),
  validate: (merged, context) => validate(parts, merged, context),
  mutate: (merged, context) => mutate(parts, merged, context),
  examine: (mutated, context) => examine(parts, mutated, context),
  land: (job, point) => land(parts, job, point),
  attest: (ending, context) => attest(parts, ending, context),
  keep: (point, context) => keepPoint(parts, point, context),
  account: async (run) => {
    const events: RunEvent[] = [];
    for await (const event of parts.events(run)) events.push(event);
    return hybridAccountOf(events);
  },
  cleanUp: (run, except) => cleanUp(parts, run, except),
});
