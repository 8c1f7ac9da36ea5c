import { z } from 'zod';
import type { ProjectRunner } from '../tree-runner.ts';

/** How long all tests of a runner took on main. */
export const MainTime = z.object({ ms: z.number().nonnegative() });

export const timeOnMain = ({ runner, root }: Pick<ProjectRunner, 'runner' | 'root'>): string =>
  `time of ${runner} in ${root} on main`;

/** How much longer than on main a run may take. Machines are shared: a slow run is not necessarily stuck. */
const TIMES = 10;
/** The minimum, for a suite of seconds on a machine that is busy with ten others. */
const LEAST_MS = 10 * 60_000;
/** Before main was measured: beyond any suite that a person would wait for. */
const UNMEASURED_MS = 2 * 60 * 60_000;

/** The limit of a run where the configuration sets none (`test.timeout`). */
export const timeLimit = (onMainMs: number | null): number =>
  onMainMs === null ? UNMEASURED_MS : Math.max(LEAST_MS, Math.ceil(onMainMs) * TIMES);
