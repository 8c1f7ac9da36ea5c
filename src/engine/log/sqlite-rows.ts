import { z } from 'zod';
import { LeaseInfo, type RunHeader } from '#contracts/run-header.ts';
import { RUN_STRIDE } from './sqlite-schema.ts';

/** Rows as the database gives them, checked and turned into what the store works with. */
export const AppendRow = z
  .object({ id: z.number(), count: z.number(), at: z.number(), body: z.string(), chain: z.string() })
  .transform(({ id, ...row }) => ({ seq: id % RUN_STRIDE, ...row }));
export type AppendRow = z.infer<typeof AppendRow>;

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
// Those of earlier versions counted what had no price as nothing.
export const headerOf = (text: string): RunHeader => ({ unpriced: 0, ...JSON.parse(text) }) as RunHeader;

export const HeaderRow = z
  .object({ header: z.string(), pinned: z.number(), ...lease })
  .transform((row) => ({ header: headerOf(row.header), pinned: row.pinned === 1, lease: leaseOf(row) }));

export const HeadRow = z
  .object({ no: z.number(), head: z.number(), chain: z.string(), header: z.string(), ...lease })
  .transform((row) => ({
    no: row.no,
    head: row.head,
    chain: row.chain,
    header: headerOf(row.header),
    epoch: row.lease_epoch,
    lease: leaseOf(row),
  }));
export type HeadRow = z.infer<typeof HeadRow>;

export const MailRow = z.object({ id: z.number(), at: z.number(), by: z.string(), mail: z.string() });
