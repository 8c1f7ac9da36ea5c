import type { Cheat } from './case.ts';
import { KEPT_ANSWERS } from './javascript/answers.ts';
import { DELIVERED } from './javascript/delivered.ts';
import { NOTHING } from './javascript/nothing.ts';
import { STATED } from './javascript/stated.ts';
import { JAVASCRIPT as NODE } from './javascript/steps.ts';
import { PY_ANSWERS } from './python/answers.ts';
import { BENEATH as PY_BENEATH } from './python/beneath.ts';
import { FIX as PY_FIX } from './python/fix.ts';
import { REVIEW as PY_REVIEW } from './python/review.ts';
import { STEPS } from './python/steps.ts';
import { BENEATH } from './typescript/beneath.ts';
import { COMMANDS } from './typescript/commands.ts';
import { FIX } from './typescript/fix.ts';
import { GREEN } from './typescript/green.ts';
import { GROUND } from './typescript/ground.ts';
import { MEASURED } from './typescript/measured.ts';
import { NARROW } from './typescript/narrow.ts';
import { RED } from './typescript/red.ts';
import { REVIEW } from './typescript/review.ts';

export const TYPESCRIPT: readonly Cheat[] = [
  ...COMMANDS,
  ...RED,
  ...GREEN,
  ...FIX,
  ...GROUND,
  ...REVIEW,
  ...BENEATH,
  ...MEASURED,
  ...NARROW,
];
export const PYTHON: readonly Cheat[] = [...STEPS, ...PY_FIX, ...PY_REVIEW, ...PY_BENEATH, ...PY_ANSWERS];
export const JAVASCRIPT: readonly Cheat[] = [...NODE, ...KEPT_ANSWERS, ...STATED, ...DELIVERED, ...NOTHING];
