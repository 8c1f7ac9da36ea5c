import { describe, expect, it } from 'vitest';
import { pathOf } from '#contracts/http/call-route.ts';
import { ROUTES, STREAMS } from '#contracts/http/routes.ts';
import type { StreamEvent } from '#contracts/http/stream-event.ts';
import { Seq, WorkerId } from '#contracts/ids.ts';
import { newEvent } from '#contracts/run-events.ts';
import { type Home, tempHome } from '../cli/assay.ts';
import { effects, makeRun } from './made-run.ts';
import { type Listening, listenTo } from './stream-client.ts';
import { type Client, openWindow, until, type Window } from './window.ts';

type RunStream = typeof STREAMS.runLive;

const listen = (client: Client, run: string, lastEventId?: string): Promise<Listening<RunStream>> =>
  listenTo(client, STREAMS.runLive, pathOf(STREAMS.runLive, { params: { run } }), lastEventId);

/** Reads until an event that fits. */
async function heard(stream: Listening<RunStream>, fits: (event: StreamEvent<RunStream>) => boolean): Promise<void> {
  for (;;) {
    const event = await stream.next();
    if (event === null) throw new Error('the stream ended before');
    if (fits(event)) return;
  }
}

const shownAs =
  (shown: string) =>
  (event: StreamEvent<RunStream>): boolean =>
    event.name === 'run' && event.data.shown === shown && (event.data.driver !== null) === (shown === 'running');

/** A window on the home of a command line. */
async function windowOn(home: Home): Promise<Window> {
  return openWindow({ home: home.root });
}

const latest = (window: Window) => until(async () => (await window.runs.store.list({ limit: 1 }))[0]?.run);

describe('live events of a run', () => {
  it('come while another process drives it; a client that reconnects misses none and gets none twice', async () => {
    const home = tempHome();
    const window = await windowOn(home);
    const other = home.start('demo', 'first-run', '--fast', '--json');
    const run = await latest(window);
    const seqs: number[] = [];
    let [ended, connections]: [string | null, number] = [null, 0];
    let lastId: string | undefined;
    while (ended === null) {
      const stream = await listen(window.client, run, lastId);
      connections += 1;
      // It broke off after the last event: who comes back then has seen it all.
      if (stream.status === 204) break;
      const wanted = seqs.length + 4;
      while (ended === null && seqs.length < wanted) {
        const event = await stream.next();
        if (event?.name === 'events') seqs.push(...event.data.events.map(({ seq }) => seq));
        if (event?.name === 'end') ended = event.data.shown;
        if (event === null) throw new Error('the stream ended without `end`');
      }
      lastId = stream.lastId ?? lastId;
      stream.leave();
    }
    const { head, shown } = (await window.client.call(ROUTES.run, { params: { run } })).run;
    expect([shown, ended ?? 'completed']).toEqual(['completed', 'completed']);
    expect(seqs).toEqual(Array.from({ length: head }, (_, index) => index + 1));
    expect(connections).toBeGreaterThan(2);
    expect((await other.ended).code).toBe(0);
    await until(async () => window.server.streams() === 0);
    // A client that has seen everything is told not to reconnect.
    expect((await listen(window.client, run, String(head))).status).toBe(204);
  });

  it('show a killed driver as interrupted, without waiting for its lease', async () => {
    const home = tempHome();
    const window = await windowOn(home);
    const other = home.start('demo', 'first-run');
    const run = await latest(window);
    const stream = await listen(window.client, run);
    await heard(stream, shownAs('running'));
    other.kill('SIGKILL');
    await heard(stream, shownAs('interrupted'));
    const { lease } = (await window.runs.store.list())[0] ?? {};
    expect(lease?.expiresAt, 'the lease itself still stands').toBeGreaterThan(Date.now());
    const { needs } = await window.client.call(ROUTES.needs, {});
    expect(needs).toMatchObject([{ kind: 'interrupted', run }]);
    stream.leave();
  });

  it('show a run as interrupted when the lease of a driver that cannot be seen runs out', async () => {
    const window = await openWindow();
    const { store, clock } = window.runs;
    const run = await makeRun(window.runs, { id: 'far' });
    await store.lease(run, WorkerId.parse('another-machine'), 1_500);
    const stream = await listen(window.client, run);
    await heard(stream, shownAs('running'));
    await heard(stream, shownAs('interrupted'));
    expect((await store.header(run))?.lease?.expiresAt).toBeLessThanOrEqual(clock.now());
    stream.leave();
  });

  it('tell what nodes of a run driven here say, and end with the run', async () => {
    const { client } = await openWindow();
    const { run } = await client.call(ROUTES.start, { body: {} });
    const stream = await listen(client, run);
    await heard(stream, ({ name }) => name === 'say');
    await client.call(ROUTES.cancel, { params: { run }, body: {} });
    await heard(stream, (event) => event.name === 'end' && event.data.shown === 'cancelled');
    expect(await stream.next()).toBeNull();
  });

  it('of a long run come in small pages, and a client that does not read blocks nobody', async () => {
    const { client, runs, server } = await openWindow();
    const run = await makeRun(runs, { id: 'long', events: effects(10_000) });
    const idle = await listen(client, run);
    const reader = await listen(client, run);
    let [seen, largest] = [0, 0];
    while (seen < 10_001) {
      const event = await reader.next();
      if (event?.name !== 'events') continue;
      largest = Math.max(largest, event.data.events.length);
      for (const { seq } of event.data.events) {
        if (seq !== seen + 1) throw new Error(`after ${seen} came ${seq}`);
        seen = seq;
      }
    }
    expect(largest).toBeLessThanOrEqual(200);
    expect(server.streams()).toBe(2);
    idle.leave();
    reader.leave();
    await until(async () => server.streams() === 0);
  });

  it('are not read for a client that does not take them', async () => {
    const { client, runs, server } = await openWindow();
    const pages = 30;
    const big = 'x'.repeat(4_000);
    const events = effects(pages * 200).map((event) =>
      event.type === 'effect.intended' ? newEvent(event.type, { ...event.data, key: big }) : event,
    );
    const run = await makeRun(runs, { id: 'big', events });
    const read = runs.store.read.bind(runs.store);
    let reads = 0;
    runs.store.read = (...wanted) => {
      reads += 1;
      return read(...wanted);
    };
    const idle = await listen(client, run);
    const untilQuiet = async (before: number): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return reads === before ? reads : untilQuiet(reads);
    };
    // Buffers of the kernel and of Node hold some; a server that did not wait would have read all.
    const taken = await untilQuiet(-1);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(pages / 2);
    for (let seen = 0; seen < pages * 200 + 1; ) {
      const event = await idle.next();
      if (event?.name === 'events') seen = event.data.events.at(-1)?.seq ?? seen;
    }
    expect(reads).toBeGreaterThanOrEqual(pages);
    idle.leave();
    await until(async () => server.streams() === 0);
  });

  it('of an unknown run are refused as JSON', async () => {
    const { client } = await openWindow();
    const { status, text } = await client.raw('/api/runs/none/live');
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'RUN_UNKNOWN']);
  });
});

describe('the live list', () => {
  it('reports runs that others begin and change', async () => {
    const { client, runs } = await openWindow();
    await makeRun(runs, { id: 'old' });
    const stream = await listenTo(client, STREAMS.live, STREAMS.live.path);
    const first = await stream.next();
    expect(first?.data).toMatchObject({
      all: true,
      needs: 1,
      running: 0,
      runs: [{ run: 'old', shown: 'interrupted' }],
    });
    const { store, clock, worker } = runs;
    const answer = await store.lease(await makeRun(runs, { id: 'new' }), worker, 60_000);
    if (!answer.ok) throw new Error('the lease is free');
    let told = await stream.next();
    while (!told?.data.runs.some(({ run, shown }) => run === 'new' && shown === 'running')) told = await stream.next();
    expect(told.data.runs.map(({ run }) => run)).toEqual(['new']);
    const ending = { status: 'cancelled', why: 'enough' } as const;
    await store.append(answer.token, Seq.parse(1), [newEvent('run.ended', { ending })], clock.now());
    while (!told?.data.runs.some(({ run, shown }) => run === 'new' && shown === 'cancelled'))
      told = await stream.next();
    expect(told.data).toMatchObject({ all: false, needs: 1, running: 0 });
    stream.leave();
  });
});
