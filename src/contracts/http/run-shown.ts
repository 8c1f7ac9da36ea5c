import { z } from 'zod';
import { RunHeader, type ShownStatus } from '../run-header.ts';
import { SHOWN_STATUSES } from '../shown-statuses.ts';

/** As of now: `running` only while a live process holds the run. */
export const Shown: z.ZodType<ShownStatus, ShownStatus> = z.enum(SHOWN_STATUSES);

/** A run in a list. The header's own `status` is what the log last said; screens show `shown`. */
export const ShownRun = RunHeader.extend({
  shown: Shown,
  /** The driver, in words; null while there is none. */
  driver: z.string().nullable(),
  /** This server drives it. */
  here: z.boolean(),
});
export type ShownRun = z.infer<typeof ShownRun>;

export const isOver = (shown: ShownStatus): boolean =>
  shown === 'completed' || shown === 'failed' || shown === 'cancelled';
