import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toErrorInfo } from '#contracts/errors.ts';
import { BlobHash } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { workspacePrefix } from '#contracts/run-workspaces.ts';
import type { CheckedLog } from '#engine/log/check-log.ts';
import { type VerifiedLog, verifyLogs } from '#engine/log/verify.ts';
import type { Runs } from '#engine/runs.ts';
import { listFolders } from '#workspace/checkout/create-workspace.ts';
import { readRecord } from '#workspace/checkout/record.ts';
import { placesIn, treeIn } from '#workspace/store-folders.ts';

export interface RunFault {
  readonly what: 'log' | 'blob' | 'workspace' | 'lease' | 'mail';
  readonly seen: string;
  /** Of the log: the first faulty event. */
  readonly seq?: number;
  readonly next?: string;
}

/** What was checked of one run, and what is faulty. */
export interface RunCheck {
  readonly run: string;
  readonly title: string;
  readonly events: number;
  readonly blobs: number;
  readonly workspaces: number;
  readonly troubles: readonly RunFault[];
}

/** Everything a run needs to be read and to continue: its chain, its blobs, its workspaces, its lease, its mail. */
export async function verifyRun(runs: Runs, header: ListedRun): Promise<RunCheck> {
  const { run, title, head } = header;
  const [log] = [...verifyLogs(runs.home.database, { run })];
  const blobs = log ? blobsIn(log.good) : new Set<BlobHash>();
  const places = isOpen(header) ? await placesOf(runs, run) : [];
  const troubles = [
    ...(log ? logTroubles(log) : []),
    ...(await blobTroubles(runs, blobs)),
    ...places.flatMap(({ trouble }) => (trouble === null ? [] : [trouble])),
    ...leaseTroubles(runs, header),
    ...(await mailTroubles(runs, header)),
  ];
  return { run, title, events: head, blobs: blobs.size, workspaces: places.length, troubles };
}

export const isOpen = ({ status }: Pick<ListedRun, 'status'>): boolean => status === 'running' || status === 'paused';

export function logTroubles({ run, trouble }: VerifiedLog): RunFault[] {
  if (!trouble) return [];
  const { seq, seen } = trouble;
  return [{ what: 'log', seq, seen, next: mendingOf(run, trouble) }];
}

function mendingOf(run: string, { kind, seq }: NonNullable<VerifiedLog['trouble']>): string {
  if (kind !== 'damaged') return `\`assay runs repair ${run}\` mends it; no event is lost.`;
  if (seq > 1) return `\`assay runs repair ${run} --cut\` keeps events 1 to ${seq - 1}, and a copy of the damaged log.`;
  return `Nothing of it can be believed: restore the database from a backup, or \`assay runs delete ${run}\`.`;
}

/** Payloads that lie outside the log. */
function blobsIn(good: CheckedLog['good']): Set<BlobHash> {
  const found = new Set<BlobHash>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('blob' in value && 'bytes' in value) {
      const hash = BlobHash.safeParse(value.blob);
      if (hash.success) found.add(hash.data);
    }
    for (const each of Object.values(value)) walk(each);
  };
  for (const { events } of good) for (const { data } of events) walk(data);
  return found;
}

async function blobTroubles({ blobs }: Runs, hashes: ReadonlySet<BlobHash>): Promise<RunFault[]> {
  const troubles: RunFault[] = [];
  for (const hash of hashes) {
    await blobs.get(hash).catch((thrown: unknown) => {
      const { message, next } = toErrorInfo(thrown);
      troubles.push({ what: 'blob', seen: message, ...(next === undefined ? {} : { next }) });
    });
  }
  return troubles;
}

/** The existing workspaces. A missing one is recreated from what is committed. */
async function placesOf({ home }: Runs, run: string): Promise<{ name: string; trouble: RunFault | null }[]> {
  const { workspaces } = placesIn(join(home.root, 'workspaces'));
  const names = (await listFolders(workspaces)).filter((name) => name.startsWith(workspacePrefix(run)));
  return Promise.all(names.map(async (name) => ({ name, trouble: await placeTrouble(join(workspaces, name), name) })));
}

async function placeTrouble(folder: string, name: string): Promise<RunFault | null> {
  const bad = (seen: string): RunFault => ({
    what: 'workspace',
    seen: `the workspace ${name} ${seen}`,
    next: `Remove ${folder}; what was committed in it is kept, and it is recreated from there.`,
  });
  try {
    const record = await readRecord(folder);
    if (!record?.ready) return null;
    if (!existsSync(treeIn(folder))) return bad('has lost its files');
    return existsSync(record.gitDir) ? null : bad('has lost its history');
  } catch (thrown) {
    return bad(`cannot be read: ${toErrorInfo(thrown).message}`);
  }
}

/** A lease lasts seconds and is renewed. One that ends much later was written while the clock was wrong. */
const LONGEST_LEASE_MS = 10 * 60_000;

function leaseTroubles({ clock, isGone }: Runs, { run, lease }: ListedRun): RunFault[] {
  if (!lease || isGone(lease.worker)) return [];
  const left = lease.expiresAt - clock.now();
  if (left <= LONGEST_LEASE_MS) return [];
  const seen = `its lease ends ${new Date(lease.expiresAt).toISOString()}: the clock was wrong when it was taken`;
  return [{ what: 'lease', seen, next: `End the process that holds it (${lease.worker}), then resume ${run}.` }];
}

async function mailTroubles({ store }: Runs, { run }: ListedRun): Promise<RunFault[]> {
  try {
    await store.mail(run);
    return [];
  } catch (thrown) {
    const { message, next } = toErrorInfo(thrown);
    return [{ what: 'mail', seen: message, ...(next !== undefined && { next }) }];
  }
}
