import type { Maker } from '../maker.ts';
import { boundary } from './boundary.ts';
import { conditionFlip } from './condition-flip.ts';
import { offByOne } from './off-by-one.ts';
import { operator } from './operator.ts';
import { removedCall } from './removed-call.ts';
import { removedCheck } from './removed-check.ts';
import { returnValue } from './return-value.ts';
import { swappedArgs } from './swapped-args.ts';
import { wrongBranch } from './wrong-branch.ts';

/** In order of precedence: of two with the same text, the first stays. */
export const MAKERS: readonly Maker[] = [
  removedCheck,
  conditionFlip,
  boundary,
  offByOne,
  operator,
  wrongBranch,
  swappedArgs,
  returnValue,
  removedCall,
];
