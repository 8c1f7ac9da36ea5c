import { z } from 'zod';
import { RunHeader, type ShownStatus } from '../run-header.ts';
import { SHOWN_STATUSES } from '../shown-statuses.ts';

/** As of now: `running` only while a live process holds the run. */
export const Shown: z.ZodType<ShownStatus, ShownStatus> = z.enum(SHOWN_STATUSES);

/** A run as lists show it. The header's own `status` is what the log last said; screens show `shown`. */
export const ShownRun = RunHeader.extend({
  shown: Shown,
  /** Who drives it, in words; null while nobody does. */
  driver: z.string().nullable(),
  /** This very server drives it. */
  here: z.boolean(),
});
export type ShownRun = z.infer<typeof ShownRun>;

export const isOver = (shown: ShownStatus): boolean =>
  shown === 'completed' || shown === 'failed' || shown === 'cancelled';
