import { z } from 'zod';
import { RunId } from '#contracts/ids.ts';
import { LeaseInfo, type RunHeader } from '#contracts/run-header.ts';
import { RUN_STRIDE } from './sqlite-schema.ts';

/** Rows as the database returns them, checked and converted for the store. */
export const AppendRow = z
  .object({ id: z.number(), count: z.number(), at: z.number(), body: z.string(), chain: z.string() })
  .transform(({ id, ...row }) => ({ seq: id % RUN_STRIDE, ...row }));
export type AppendRow = z.infer<typeof AppendRow>;

/** A row. An unreadable one keeps its place and has no content, so that a reader of the chain stops there. */
export const appendIn = (row: unknown): AppendRow =>
  AppendRow.safeParse(row).data ?? { seq: Numbered.parse(row).id % RUN_STRIDE, count: 1, at: 0, body: '', chain: '' };

const Numbered = z.object({ id: z.number() });

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

/** What the list keeps of a run: the entry itself, and the columns by which it is found. */
export const EntryRow = z.object({
  no: z.number(),
  run: RunId,
  session: z.string(),
  status: z.string(),
  created_at: z.number(),
  head: z.number(),
  header: z.string(),
});
export type EntryRow = z.infer<typeof EntryRow>;

/** The entry of a run. Null where it cannot be read, or is another run's. */
export function headerOf({ run, header }: Pick<EntryRow, 'run' | 'header'>): RunHeader | null {
  try {
    // Headers are written by this code from typed values only; a schema for each would triple the cost of a long list.
    // Those of earlier versions counted an unknown price as zero.
    const kept = { unpriced: 0, ...JSON.parse(header) } as RunHeader;
    return kept.run === run ? kept : null;
  } catch {
    return null;
  }
}

export const ListedRow = EntryRow.extend({ pinned: z.number(), ...lease }).transform((row) => ({
  entry: row,
  pinned: row.pinned === 1,
  lease: leaseOf(row),
}));

export const HeadRow = EntryRow.extend({ chain: z.string(), ...lease }).transform((row) => ({
  entry: row,
  no: row.no,
  head: row.head,
  chain: row.chain,
  epoch: row.lease_epoch,
  lease: leaseOf(row),
}));
export type HeadRow = z.infer<typeof HeadRow>;

export const MailRow = z.object({ id: z.number(), at: z.number(), by: z.string(), mail: z.string() });
