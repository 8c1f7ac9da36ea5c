import type { HybridEffects } from './hybrid-effects.ts';
import { kit } from './kit.ts';
import { beginNode } from './nodes/begin.ts';
import { blindNodes } from './nodes/blind.ts';
import { designNodes } from './nodes/design.ts';
import { endNodes } from './nodes/end.ts';
import { landingNodes } from './nodes/landing.ts';
import { mutationNodes } from './nodes/mutation.ts';
import { verifyNodes } from './nodes/verify.ts';

/**
 * From a spec to merged code whose tests were written by an agent that could not see it, were proven red on a skeleton,
 * and were tried with real mutants.
 */
export const hybridTdd = (effects: HybridEffects) =>
  kit.build('begin', {
    begin: beginNode(effects),
    ...designNodes(effects),
    ...blindNodes(effects),
    ...verifyNodes(effects),
    ...mutationNodes(effects),
    ...landingNodes(effects),
    ...endNodes(effects),
  });
