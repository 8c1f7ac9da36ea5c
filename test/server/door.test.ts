import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '#contracts/http/routes.ts';
import { Client, openWindow, signIn, tokenOf } from './window.ts';

const JSON_POST = (client: Client) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: client.origin },
  body: '{}',
});
const codeOf = (text: string): unknown => JSON.parse(text).error.code;

describe('the door of the window', () => {
  it('X9.4 lets no one in without a key', async () => {
    const { server } = await openWindow();
    const stranger = new Client(server.port);
    for (const path of ['/api/session', '/api/runs', '/api/live', '/api/runs/last/live', '/api/nothing']) {
      const { status, text, headers } = await stranger.raw(path);
      expect([path, status, codeOf(text)]).toEqual([path, 401, 'NOT_SIGNED_IN']);
      expect(headers['content-type']).toContain('application/json');
    }
    for (const path of ['/api/runs', '/api/stream', '/api/session/link']) {
      const posted = await stranger.raw(path, JSON_POST(stranger));
      expect([path, posted.status, codeOf(posted.text)]).toEqual([path, 401, 'NOT_SIGNED_IN']);
    }
  });

  it('X9.2 takes a link once, and sets no cookie: those go to every port of this machine', async () => {
    const { server } = await openWindow();
    const link = server.newLink();
    const stranger = new Client(server.port);
    const body = JSON.stringify({ token: tokenOf(link) });
    const first = await stranger.raw('/api/session/key', { ...JSON_POST(stranger), body });
    expect([first.status, first.headers['set-cookie']]).toEqual([200, undefined]);
    expect(JSON.parse(first.text)).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/) });
    const second = await stranger.raw('/api/session/key', { ...JSON_POST(stranger), body });
    expect([second.status, codeOf(second.text)]).toEqual([401, 'LINK_USED']);
  });

  it('keeps the token out of requests for the page: it comes after the #', async () => {
    const { server } = await openWindow();
    const { pathname, search, hash } = new URL(server.newLink());
    expect([pathname, search]).toEqual(['/', '']);
    expect(hash).toMatch(/^#token=[\w-]{43}$/);
  });

  it('X9.4 takes no made-up link, and no made-up key', async () => {
    const { server, client } = await openWindow();
    const stranger = new Client(server.port);
    const guess = await stranger.raw('/api/session/key', {
      ...JSON_POST(stranger),
      body: JSON.stringify({ token: 'A'.repeat(43) }),
    });
    expect([guess.status, codeOf(guess.text)]).toEqual([401, 'LINK_USED']);
    for (const key of ['A'.repeat(43), '', `${client.key}x`, `x${client.key}`]) {
      expect((await new Client(server.port, key).raw('/api/session')).status).toBe(401);
    }
    // A cookie is nothing to it, whatever it holds.
    const cookie = `assay=${client.key}; assay_key=${client.key}`;
    expect((await stranger.raw('/api/session', { headers: { cookie } })).status).toBe(401);
    expect((await client.raw('/api/session')).status).toBe(200);
  });

  it('keeps only hashes of sessions, for their owner alone', async () => {
    const { client, runs } = await openWindow();
    const file = join(runs.home.root, 'browser-sessions.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toContain(client.key);
  });

  it('forgets a browser that signs out, and no other', async () => {
    const { server, client } = await openWindow();
    const other = await signIn((await client.call(ROUTES.newLink, { body: {} })).url);
    await client.call(ROUTES.signOut, {});
    expect((await client.raw('/api/session')).status).toBe(401);
    expect((await other.raw('/api/session')).status).toBe(200);
    expect(server.port).toBe(other.port);
  });

  it('lets a browser back in after the server was started again', async () => {
    const { server, client, runs } = await openWindow();
    await server.close();
    const next = await openWindow({ home: runs.home.root, port: server.port });
    expect((await client.raw('/api/session')).status).toBe(200);
    expect(next.server.port).toBe(server.port);
  });
});

describe('X9.5 requests of other sites', () => {
  it('are refused by the name they were sent to (DNS rebinding), key or not', async () => {
    const { client } = await openWindow();
    for (const host of ['evil.example', `evil.example:${client.port}`, '127.0.0.1.evil.example', '10.0.0.1']) {
      for (const path of ['/', '/api/session', '/api/live']) {
        const { status, text } = await client.raw(path, { headers: { host } });
        expect([host, path, status, codeOf(text)]).toEqual([host, path, 403, 'FORBIDDEN']);
      }
    }
    expect((await client.raw('/api/session', { headers: { host: `localhost:${client.port}` } })).status).toBe(200);
  });

  it('are refused by their origin, reading or writing', async () => {
    const { client, runs } = await openWindow();
    for (const origin of [
      'http://evil.example',
      'null',
      `http://127.0.0.1:${client.port + 1}`,
      `${client.origin}.evil`,
    ]) {
      const read = await client.raw('/api/runs', { headers: { origin } });
      const write = await client.raw('/api/runs', { ...JSON_POST(client), headers: { ...JSON_TYPE, origin } });
      expect([origin, read.status, write.status]).toEqual([origin, 403, 403]);
      expect(read.headers['access-control-allow-origin']).toBeUndefined();
    }
    expect(await runs.store.list()).toEqual([]);
  });

  it('are refused where a browser says the page is another’s, also one on another port', async () => {
    const { client } = await openWindow();
    for (const prEffects of ['cross-site', 'same-site']) {
      const read = await client.raw('/api/runs', { headers: { 'sec-fetch-site': prEffects } });
      expect([prEffects, read.status]).toEqual([prEffects, 403]);
    }
    expect((await client.raw('/api/runs', { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
  });

  it('change nothing as a form, as text, or without an origin', async () => {
    const { client, runs } = await openWindow();
    const { origin } = client;
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const { status } = await client.raw('/api/runs', {
        method: 'POST',
        headers: { 'content-type': type, origin },
        body: '{}',
      });
      expect([type, status]).toEqual([type, 415]);
    }
    const silent = await client.raw('/api/runs', { method: 'POST', headers: JSON_TYPE, body: '{}' });
    const untyped = await client.raw('/api/runs', { method: 'POST', headers: { origin }, body: '{}' });
    expect([silent.status, untyped.status]).toEqual([403, 415]);
    expect(await runs.store.list()).toEqual([]);
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };

describe('what comes in', () => {
  it('has a size', async () => {
    const { client } = await openWindow();
    const body = JSON.stringify({ why: 'x'.repeat(2 * 1024 * 1024) });
    const big = await client.raw('/api/runs/last/pause', { ...JSON_POST(client), body });
    expect([big.status, codeOf(big.text)]).toEqual([413, 'BODY_TOO_LARGE']);
    const { headers } = JSON_POST(client);
    const chunked = { method: 'POST', headers: { ...headers, 'transfer-encoding': 'chunked' }, body };
    const unsaid = await client.raw('/api/runs/last/pause', chunked);
    expect([unsaid.status, codeOf(unsaid.text)]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('is JSON that fits', async () => {
    const { client } = await openWindow();
    const post = (body: string) => client.raw('/api/runs', { ...JSON_POST(client), body });
    for (const body of ['{', '', '[]', '{"fast":"yes"}', '{"budget":{"usd":-1}}', '"text"']) {
      const { status, text } = await post(body);
      expect([body, status, codeOf(text)]).toEqual([body, 400, 'BODY_INVALID']);
    }
  });

  it('is requested by a valid query', async () => {
    const { client } = await openWindow();
    for (const path of ['/api/runs?status=flying', '/api/runs?limit=-1', '/api/blobs/abc']) {
      const { status, text } = await client.raw(path);
      expect([path, status, codeOf(text)]).toEqual([path, 400, 'QUERY_INVALID']);
    }
  });

  it('gets every refusal as code, sentence and what to do', async () => {
    const { client } = await openWindow();
    const unknown = await client.raw('/api/runs/r-none');
    expect([unknown.status, JSON.parse(unknown.text)]).toEqual([
      404,
      { error: { code: 'RUN_UNKNOWN', message: expect.any(String), next: expect.any(String) } },
    ]);
    const nowhere = await client.raw('/api/none');
    expect([nowhere.status, codeOf(nowhere.text)]).toEqual([404, 'NOT_FOUND']);
    const method = await client.raw('/api/session', { ...JSON_POST(client), method: 'PUT' });
    expect([method.status, codeOf(method.text)]).toEqual([404, 'NOT_FOUND']);
  });
});
