import { z } from 'zod';
import { LeaseInfo, type RunHeader } from '#contracts/run-header.ts';

/** Rows as the database gives them, checked and turned into what the store works with. */
export const EventRow = z.object({
  seq: z.number(),
  at: z.number(),
  type: z.string(),
  v: z.number(),
  data: z.string(),
  chain: z.string(),
});

export type EventRow = z.infer<typeof EventRow>;
export const CopiedRow = EventRow.extend({ batch: z.number() });

const lease = { lease_epoch: z.number(), lease_worker: z.string().nullable(), lease_expires: z.number().nullable() };

interface LeaseColumns {
  readonly lease_epoch: number;
  readonly lease_worker: string | null;
  readonly lease_expires: number | null;
}

function leaseOf({ lease_epoch, lease_worker, lease_expires }: LeaseColumns): LeaseInfo | null {
  if (lease_worker === null || lease_expires === null) return null;
  return LeaseInfo.parse({ worker: lease_worker, epoch: lease_epoch, expiresAt: lease_expires });
}

// Headers are written by this code from typed values only; parsing each again would triple the cost of a long list.
const headerOf = (text: string): RunHeader => JSON.parse(text) as RunHeader;

export const HeaderRow = z
  .object({ header: z.string(), ...lease })
  .transform((row) => ({ header: headerOf(row.header), lease: leaseOf(row) }));

export const LeaseRow = z
  .object({ head: z.number(), chain: z.string(), header: z.string(), ...lease })
  .transform((row) => ({ ...row, header: headerOf(row.header), lease: leaseOf(row) }));
export type LeaseRow = z.infer<typeof LeaseRow>;

export const MailRow = z.object({ id: z.number(), at: z.number(), by: z.string(), mail: z.string() });
