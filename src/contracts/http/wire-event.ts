import { z } from 'zod';
import type { RawEvent } from '../event.ts';
import { Seq } from '../ids.ts';
import { type RunEvent, readRunEvent } from '../run-events.ts';

/** A run's event as it is sent. The data is checked once, by the definition of its type. */
export const WireEvent: z.ZodType<RunEvent, unknown> = z
  .object({
    seq: Seq,
    at: z.number(),
    type: z.string(),
    v: z.number().int().positive(),
    data: z.custom<RawEvent['data']>((data) => data !== undefined),
  })
  .transform((raw) => readRunEvent(raw));
