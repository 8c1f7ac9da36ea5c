import { kit } from './kit.ts';
import { beginNode } from './nodes/begin.ts';
import { blindNodes } from './nodes/blind.ts';
import { designNodes } from './nodes/design.ts';
import { endNodes } from './nodes/end.ts';
import { mutationNodes } from './nodes/mutation.ts';
import { verifyNodes } from './nodes/verify.ts';
import type { HybridSite } from './site.ts';

/**
 * From a spec to merged code whose tests were written by someone who could not see it, were proven red on a skeleton,
 * and were tried with real mutants.
 */
export const hybridTdd = (site: HybridSite) =>
  kit.build('begin', {
    begin: beginNode(site),
    ...designNodes(site),
    ...blindNodes(site),
    ...verifyNodes(site),
    ...mutationNodes(site),
    ...endNodes(site),
  });
