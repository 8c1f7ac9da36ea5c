import type { Scenario } from '../types.ts';
import { claim } from './claim.ts';
import { echo } from './echo.ts';
import { flaky } from './flaky.ts';
import { garbage } from './garbage.ts';
import { liar } from './liar.ts';
import { refusal } from './refusal.ts';
import { research } from './research.ts';
import { stubborn } from './stubborn.ts';
import { toolLoop } from './tool-loop.ts';

/** The scenarios that can be asked for by name. */
export const scenarios: readonly Scenario[] = [
  echo,
  toolLoop,
  claim,
  flaky,
  liar,
  stubborn,
  refusal,
  garbage,
  research,
];
