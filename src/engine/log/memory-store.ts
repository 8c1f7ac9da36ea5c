import { AssayError } from '#contracts/errors.ts';
import { MailId, type RunId, Seq, type WorkerId } from '#contracts/ids.ts';
import type { Mail, StoredMail } from '#contracts/mail.ts';
import { type NewEvent, newEvent, type RunEvent } from '#contracts/run-events.ts';
import { type LeaseInfo, type ListedRun, nextHeader, type RunHeader } from '#contracts/run-header.ts';
import type {
  AppendOptions,
  LeaseAnswer,
  LeaseOptions,
  LeaseToken,
  RunFilter,
  RunStore,
  StoreListener,
} from '#contracts/store.ts';
import { isUnrenewed } from '#contracts/store.ts';
import { numberedEvents } from './encode.ts';
import { Listeners } from './listeners.ts';
import { appendConflict, leaseLost, runExists, runHeld, runUnknown } from './store-errors.ts';

interface Log {
  header: RunHeader;
  lease: LeaseInfo | null;
  epoch: number;
  isPinned: boolean;
  readonly events: RunEvent[];
  /** Seq of the last event of each append. */
  readonly ends: number[];
  mail: StoredMail[];
}

/** Keeps logs in memory: for tests and temporary runs. Same contract as the durable store, without durability. */
export class MemoryStore implements RunStore {
  readonly #logs = new Map<RunId, Log>();
  readonly #now: () => number;
  readonly #listeners = new Listeners();
  #mails = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async create(run: RunId, events: readonly NewEvent[], at: number, worker: WorkerId, ms: number): Promise<LeaseToken> {
    if (this.#logs.has(run)) throw runExists(run);
    this.#begin(run, numberedEvents(events, 0, at));
    const answer = await this.lease(run, worker, ms);
    if (!answer.ok) throw runExists(run);
    return answer.token;
  }

  async append(
    lease: LeaseToken,
    after: Seq,
    events: readonly NewEvent[],
    at: number,
    { consume = [] }: AppendOptions = {},
  ): Promise<Seq> {
    const log = this.#log(lease.run);
    if (log.epoch !== lease.epoch) throw leaseLost(lease);
    if (log.header.head !== after) throw appendConflict(lease.run, after, log.header.head);
    for (const event of numberedEvents(events, after, at)) {
      log.events.push(event);
      log.header = nextHeader(log.header, event);
    }
    if (events.length > 0) log.ends.push(log.header.head);
    log.mail = log.mail.filter(({ id }) => !consume.includes(id));
    this.#listeners.tell({ run: lease.run, what: 'log' });
    return log.header.head;
  }

  async *read(run: RunId, from: Seq = Seq.parse(1)): AsyncIterable<RunEvent> {
    yield* this.#log(run).events.slice(from - 1);
  }

  async list({ session, status, after, limit = Number.POSITIVE_INFINITY }: RunFilter = {}): Promise<ListedRun[]> {
    const newestFirst = [...this.#logs.values()]
      .map(listed)
      .sort((a, b) => b.createdAt - a.createdAt || (a.run < b.run ? 1 : -1));
    const start = after === undefined ? 0 : newestFirst.findIndex(({ run }) => run === after) + 1;
    const wanted = newestFirst
      .slice(start)
      .filter((run) => (session === undefined || run.session === session) && (!status || status.includes(run.status)));
    return wanted.slice(0, limit);
  }

  async header(run: RunId): Promise<ListedRun | null> {
    const log = this.#logs.get(run);
    return log ? listed(log) : null;
  }

  async fork(run: RunId, seq: Seq, into: RunId, at: number): Promise<void> {
    const log = this.#log(run);
    if (this.#logs.has(into)) throw runExists(into);
    const end = log.ends.find((last) => last >= seq);
    if (end === undefined)
      throw new AssayError('RUN_UNKNOWN', `run ${run} has no event ${seq}; its last is ${log.header.head}`);
    const forked = newEvent('run.forked', { run: into, from: run, seq: Seq.parse(end) });
    const kept = log.ends.filter((last) => last <= end);
    this.#begin(into, [...log.events.slice(0, end), ...numberedEvents([forked], end, at)], [...kept, end + 1]);
  }

  async remove(run: RunId, { isGone }: LeaseOptions = {}): Promise<void> {
    const { lease } = this.#log(run);
    if (lease && lease.expiresAt > this.#now() && !isGone?.(lease.worker)) throw runHeld(run);
    this.#logs.delete(run);
    this.#listeners.tell({ run, what: 'log' });
  }

  async pin(run: RunId, isPinned: boolean): Promise<void> {
    this.#log(run).isPinned = isPinned;
    this.#listeners.tell({ run, what: 'log' });
  }

  async lease(
    run: RunId,
    worker: WorkerId,
    ms: number,
    { isGone, unrenewed }: LeaseOptions = {},
  ): Promise<LeaseAnswer> {
    const log = this.#log(run);
    const { lease } = log;
    if (lease && lease.expiresAt > this.#now() && !isGone?.(lease.worker) && !isUnrenewed(lease, unrenewed)) {
      return { ok: false, holder: lease };
    }
    log.epoch += 1;
    log.lease = { worker, epoch: log.epoch, expiresAt: this.#now() + ms };
    this.#listeners.tell({ run, what: 'lease' });
    return { ok: true, token: { run, worker, epoch: log.epoch } };
  }

  async renew(lease: LeaseToken, ms: number): Promise<boolean> {
    const log = this.#log(lease.run);
    if (log.epoch !== lease.epoch || !log.lease) return false;
    log.lease = { ...log.lease, expiresAt: this.#now() + ms };
    return true;
  }

  async release(lease: LeaseToken): Promise<void> {
    const log = this.#log(lease.run);
    if (log.epoch !== lease.epoch) return;
    log.lease = null;
    log.epoch += 1;
    this.#listeners.tell({ run: lease.run, what: 'lease' });
  }

  async postMail(run: RunId, mail: Mail, by: string, at: number): Promise<MailId> {
    const log = this.#log(run);
    this.#mails += 1;
    const id = MailId.parse(String(this.#mails));
    log.mail.push({ id, at, by, mail });
    this.#listeners.tell({ run, what: 'mail' });
    return id;
  }

  async mail(run: RunId): Promise<StoredMail[]> {
    return [...this.#log(run).mail];
  }

  watch(listener: StoreListener): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {}

  #begin(run: RunId, events: readonly RunEvent[], ends: number[] = [events.length]): void {
    let header: RunHeader | null = null;
    for (const event of events) header = nextHeader(header, event);
    if (!header) throw new Error('a log begins with run.created');
    this.#logs.set(run, { header, lease: null, epoch: 0, isPinned: false, events: [...events], ends, mail: [] });
    this.#listeners.tell({ run, what: 'log' });
  }

  #log(run: RunId): Log {
    const log = this.#logs.get(run);
    if (!log) throw runUnknown(run);
    return log;
  }
}

const listed = ({ header, lease, isPinned }: Log): ListedRun => ({
  ...header,
  lease,
  ...(isPinned && { pinned: true }),
});
