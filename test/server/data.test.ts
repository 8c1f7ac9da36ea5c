import { describe, expect, it } from 'vitest';
import { pathOf } from '#contracts/http/call-route.ts';
import { FILES, ROUTES } from '#contracts/http/routes.ts';
import type { Runs } from '#engine/runs.ts';
import { completed, makeRun, scheduled, started } from './made-run.ts';
import { openWindow } from './window.ts';

describe('data from agents', () => {
  const NASTY = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028"\'`$\u007b1}';

  it('passes as data, never as a page', async () => {
    const { client, runs } = await openWindow();
    const events = [scheduled('a#1'), started('a#1'), completed('a#1', { text: NASTY })];
    const run = await makeRun(runs, { id: 'nasty', title: NASTY, events });
    const hash = await runs.blobs.put(`<html>${NASTY}`);
    for (const path of ['/api/runs', `/api/runs/${run}`, `/api/runs/${run}/events`, '/api/home']) {
      const { headers } = await client.raw(path);
      expect([path, headers['content-type'], headers['x-content-type-options']]).toEqual([
        path,
        'application/json; charset=utf-8',
        'nosniff',
      ]);
      expect(headers['content-security-policy']).toContain("default-src 'none'; sandbox");
    }
    expect((await client.call(ROUTES.run, { params: { run } })).run.title).toBe(NASTY);
    const blob = await client.raw(pathOf(FILES.blob, { params: { hash } }));
    expect([blob.headers['content-type'], blob.headers['x-content-type-options'], blob.text]).toEqual([
      'text/plain; charset=utf-8',
      'nosniff',
      `<html>${NASTY}`,
    ]);
  });

  it('X9.7 has its secrets taken out: events, views, blobs', async () => {
    const key = ['sk', 'ant', `${'x1'.repeat(20)}`].join('-');
    const { client, runs } = await openWindow({ env: { SHOP_TOKEN: 'swordfish-99' } });
    const events = [scheduled('a#1'), started('a#1'), completed('a#1', { said: `${key} swordfish-99`, password: 'p' })];
    const run = await makeRun(runs, { id: 'leaky', title: `with ${key}`, events });
    const hash = await runs.blobs.put(`token swordfish-99 ${key}`);
    const paths = [`/api/runs/${run}`, `/api/runs/${run}/events`, `/api/runs/${run}/nodes/a%231`, '/api/home'];
    for (const path of [...paths, '/api/runs', `/api/blobs/${hash}`, `/api/runs/${run}/export.html`]) {
      const { text, status } = await client.raw(path);
      expect([path, status, text.includes(key), text.includes('swordfish')]).toEqual([path, 200, false, false]);
      expect(text).toContain('[redacted:');
    }
    const { events: read } = await client.call(ROUTES.runEvents, { params: { run } });
    expect(JSON.stringify(read)).toContain('"password":"[redacted:password]"');
  });
});

describe('blobs', () => {
  const put = async (runs: Runs, text: string) => pathOf(FILES.blob, { params: { hash: await runs.blobs.put(text) } });

  it('come whole, in ranges, and never more than 4 MiB at once', async () => {
    const { client, runs } = await openWindow();
    const path = await put(runs, '0123456789');
    const get = async (range: string) => {
      const { status, text, headers } = await client.raw(path, { headers: { range } });
      return [status, text, headers['content-range']];
    };
    expect(await get('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await get('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await get('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await get('bytes=5-500')).toEqual([206, '56789', 'bytes 5-9/10']);
    expect(await get('lines=1-2')).toEqual([200, '0123456789', undefined]);
    expect((await get('bytes=10-'))[0]).toBe(416);
    const large = await client.raw(await put(runs, 'x'.repeat(5 * 1024 ** 2)));
    expect([large.text.length, large.headers['assay-total-bytes']]).toEqual([4 * 1024 ** 2, String(5 * 1024 ** 2)]);
  });

  it('that do not exist are reported as missing', async () => {
    const { client } = await openWindow();
    const { status, text } = await client.raw(`/api/blobs/${'0'.repeat(64)}`);
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'BLOB_MISSING']);
  });
});

describe('the machine', () => {
  it('shows names of keys and no values', async () => {
    const value = 'a-value-that-is-private';
    const { client } = await openWindow({ env: { ANTHROPIC_API_KEY: value } });
    const { text } = await client.raw('/api/doctor');
    expect(text).toContain('ANTHROPIC_API_KEY');
    expect(text).not.toContain(value);
    const { checks } = await client.call(ROUTES.doctor, {});
    expect(checks.map(({ name }) => name)).toContain('Claude Code');
  });

  it('keeps preferences, one at a time, and refuses what does not fit', async () => {
    const { client, runs } = await openWindow();
    expect(await client.call(ROUTES.preferences, {})).toMatchObject({ theme: 'system', permissions: { mode: 'ask' } });
    await Promise.all([
      client.call(ROUTES.setPreferences, { body: { theme: 'dark' } }),
      client.call(ROUTES.setPreferences, { body: { permissions: { mode: 'explore' } } }),
    ]);
    const kept = { theme: 'dark', permissions: { mode: 'explore' } };
    expect(await client.call(ROUTES.preferences, {})).toMatchObject(kept);
    const again = await openWindow({ home: runs.home.root });
    expect(await again.client.call(ROUTES.preferences, {})).toMatchObject(kept);
    const { status } = await client.raw('/api/preferences', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', origin: client.origin },
      body: '{"theme":"<script>"}',
    });
    expect(status).toBe(400);
  });

  it('lists tools, workflows and the use of the disk', async () => {
    const { client, runs } = await openWindow();
    await runs.blobs.put('x'.repeat(100_000));
    const { tools } = await client.call(ROUTES.tools, {});
    expect(tools.find(({ name }) => name === 'read')).toMatchObject({ readOnly: true, input: { type: 'object' } });
    const { workflows } = await client.call(ROUTES.workflows, {});
    expect(workflows).toEqual([
      { name: 'gated-pr', title: 'two PRs of a small library', version: 1, simulated: true },
      { name: 'first-run', title: 'a small shop', version: 1, simulated: true },
    ]);
    const disk = await client.call(ROUTES.workspaces, {});
    expect(disk.blobs).toBeGreaterThanOrEqual(100_000);
    expect(disk.free).toBeGreaterThan(0);
  });

  it('says of chat that it is not built', async () => {
    const { client } = await openWindow();
    const calls = [
      client.call(ROUTES.chats, {}),
      client.call(ROUTES.newChat, { body: {} }),
      client.call(ROUTES.chatPost, { params: { chat: 'c1' }, body: { text: 'hello' } }),
    ];
    // All at once: one that is refused while another is waited for would be refused unseen.
    const notBuilt = { status: 'rejected', reason: { status: 501, code: 'NOT_BUILT' } };
    expect(await Promise.allSettled(calls)).toMatchObject([notBuilt, notBuilt, notBuilt]);
    expect((await client.raw('/api/chats/c1/live')).status).toBe(501);
    expect((await client.call(ROUTES.session, {})).chat).toBe(false);
  });
});
