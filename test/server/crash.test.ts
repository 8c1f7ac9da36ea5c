import { describe, expect, it } from 'vitest';
import { withRuns } from '#app/open-runs.ts';
import { pathOf } from '#contracts/http/call-route.ts';
import { ROUTES, STREAMS } from '#contracts/http/routes.ts';
import { tempHome } from '../cli/assay.ts';
import { serveHome } from '../cli/serve-home.ts';
import { listenTo } from './stream-client.ts';
import { type Client, signIn, until } from './window.ts';

/** Real processes, on a machine that may be busy. */
const PATIENCE_MS = 180_000;

const shownOf = async (client: Client, run: string) => (await client.call(ROUTES.run, { params: { run } })).run;

describe('a server that is killed', { timeout: PATIENCE_MS }, () => {
  it('comes back to a page that is still let in, shows nothing as running, and continues the run', async () => {
    const home = tempHome();
    const first = await serveHome(home, '--port', '0');
    const client = await signIn(first.link);
    const { run } = await client.call(ROUTES.start, { body: { workflow: 'first-run' } });
    const path = pathOf(STREAMS.runLive, { params: { run } });
    const stream = await listenTo(client, STREAMS.runLive, path);
    const seqs: number[] = [];
    while (seqs.length < 8) {
      const event = await stream.next();
      if (event?.name === 'events') seqs.push(...event.data.events.map(({ seq }) => seq));
    }
    expect(await shownOf(client, run)).toMatchObject({ shown: 'running', here: true });
    first.process.kill('SIGKILL');
    await first.process.ended;
    for (let event = await stream.next(); event !== null; event = await stream.next()) {
      if (event.name === 'events') seqs.push(...event.data.events.map(({ seq }) => seq));
    }

    const second = await serveHome(home, '--port', String(first.port));
    expect(await shownOf(client, run)).toMatchObject({ shown: 'interrupted', driver: null, here: false });
    const { running } = await client.call(ROUTES.home, {});
    expect(running).toEqual([]);
    const again = await listenTo(client, STREAMS.runLive, path, stream.lastId ?? '');
    const resumed = await client.call(ROUTES.resume, { params: { run }, body: { fast: true } });
    expect(resumed).toMatchObject({ run, here: true });
    let ended = '';
    while (ended === '') {
      const event = await again.next();
      if (event === null) throw new Error('the stream ended before the run');
      if (event.name === 'events') seqs.push(...event.data.events.map(({ seq }) => seq));
      if (event.name === 'end') ended = event.data.shown;
    }
    expect(ended).toBe('completed');
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(seqs).toHaveLength((await shownOf(client, run)).head);
    second.process.kill('SIGKILL');
  });
});

describe('a server that is asked to stop', { timeout: PATIENCE_MS }, () => {
  it('closes its streams, lets go of its runs and gives their leases back', async () => {
    const home = tempHome();
    const { process, link } = await serveHome(home, '--port', '0');
    const client = await signIn(link);
    const { run } = await client.call(ROUTES.start, { body: { workflow: 'first-run' } });
    const stream = await listenTo(client, STREAMS.runLive, pathOf(STREAMS.runLive, { params: { run } }));
    await stream.next();
    process.kill('SIGTERM');
    expect((await process.ended).code).toBe(143);
    while ((await stream.next()) !== null);
    await withRuns({ ASSAY_HOME: home.root }, async ({ store }) => {
      const [header] = await store.list();
      expect(header).toMatchObject({ run, status: 'running', lease: null, nodes: { running: 0 } });
    });
  });
});

describe('a run that another process drives', { timeout: PATIENCE_MS }, () => {
  it('is steered by letter, and the driver is waited for', async () => {
    const home = tempHome();
    const { process, link } = await serveHome(home, '--port', '0');
    const client = await signIn(link);
    const driver = home.start('demo', 'first-run');
    const { run } = await until(async () => (await client.call(ROUTES.home, {})).running[0]);
    const held = client.call(ROUTES.resume, { params: { run }, body: {} });
    await expect(held).rejects.toMatchObject({ status: 409, code: 'RUN_HELD' });
    const cancelled = await client.call(ROUTES.cancel, { params: { run }, body: { why: 'seen enough' } });
    expect(cancelled).toMatchObject({ heard: true, here: false });
    await until(async () => (await shownOf(client, run)).shown === 'cancelled');
    expect((await driver.ended).code).toBe(1);
    process.kill('SIGINT');
    expect((await process.ended).code).toBe(0);
  });
});
