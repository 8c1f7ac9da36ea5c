import { GraphHash, RunId, type Seq, SessionId, WorkerId } from '#contracts/ids.ts';
import { type NewEvent, newEvent, type RunEvent } from '#contracts/run-events.ts';
import type { RunStore } from '#contracts/store.ts';

export interface StoreUnderTest {
  readonly store: RunStore;
  /** Moves the store's clock. */
  advance(ms: number): void;
  close(): Promise<void>;
}

export const worker = WorkerId.parse('worker-a');
export const rival = WorkerId.parse('worker-b');
export const id = (text: string): RunId => RunId.parse(text);

export const created = (run: RunId, session = 's'): NewEvent =>
  newEvent('run.created', {
    run,
    session: SessionId.parse(session),
    title: `title of ${run}`,
    graph: { name: 'g', version: 1, hash: GraphHash.parse('0123456789abcdef') },
    input: { inline: { deep: [1, 'two', null] } },
    lane: 'normal',
    budget: {},
    simulated: false,
  });

export const attached = newEvent('driver.attached', { worker });

export async function readAll(store: RunStore, run: RunId, from?: Seq): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of store.read(run, from)) events.push(event);
  return events;
}

export type WithStore = (check: (store: RunStore, under: StoreUnderTest) => Promise<void>) => () => Promise<void>;

/** A store of its own for each check, closed after it. */
export const withStoreOf =
  (open: () => Promise<StoreUnderTest>): WithStore =>
  (check) =>
  async () => {
    const under = await open();
    try {
      await check(under.store, under);
    } finally {
      await under.close();
    }
  };
