import { networkInterfaces } from 'node:os';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpOptions, serveHttp } from './serve-http.ts';
import type { ShellLimits } from './shell.ts';
import { post } from './testing/http-client.ts';
import { INITIALIZE } from './testing/raw-server.ts';
import { testShell } from './testing/test-shell.ts';
import { until } from './testing/until.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function serve(limits: Partial<ShellLimits> = {}, options: Partial<HttpOptions> = {}) {
  const shell = testShell(limits);
  const server = await serveHttp(shell, { port: 0, ...options });
  cleanUps.push(() => server.close());
  return { shell, server, url: server.url };
}

async function sdkClient(url: string, headers: Record<string, string> = {}) {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = new Client({ name: 'test', version: '1' });
  // The cast is the SDK's own gap: its class does not fit its interface under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  cleanUps.push(() => client.close());
  await client.listTools();
  const call = (name: string, args: Record<string, unknown>, options = {}) =>
    client.callTool({ name, arguments: args }, undefined, options);
  return { client, transport, call };
}

const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE };

describe('clients over HTTP', () => {
  it('list and call tools', async () => {
    const { url } = await serve();
    const { client, call } = await sdkClient(url);
    expect(client.getInstructions()).toBe('Use echo to hear yourself.');
    expect((await call('echo', { text: 'hi' })).structuredContent).toEqual({ said: ['hi'] });
    expect(await call('misbehave', { how: 'throw' })).toMatchObject({ isError: true });
  });

  it('work side by side, each in a session of its own', async () => {
    const { shell, server, url } = await serve({ answerMs: 1_000 });
    const [a, b] = await Promise.all([sdkClient(url), sdkClient(url)]);
    expect(a.transport.sessionId).not.toBe(b.transport.sessionId);
    expect(server.sessions()).toBe(2);
    const held = a.call('hold', { key: 'a' });
    await until(() => shell.notes.includes('holding a'));
    expect((await b.call('echo', { text: 'meanwhile' })).structuredContent).toEqual({ said: ['meanwhile'] });
    shell.clock.advance(1_000);
    const ticket = Reflect.get(Object((await held).structuredContent), 'ticket');
    await b.call('release', { key: 'a' });
    expect(await b.call('check_call', { ticket })).toMatchObject({ isError: true });
    expect((await a.call('check_call', { ticket })).structuredContent).toEqual({ held: 'a' });
  });

  it('hear progress on the stream of their own call, before its answer', async () => {
    const { url, shell } = await serve();
    const { session = '' } = await post(url, initialize);
    const inside = { 'mcp-session-id': session };
    const call = (id: number, name: string, _meta = {}) =>
      post(url, { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: { key: 'a' }, _meta } }, inside);
    const held = call(2, 'hold', { progressToken: 'mine' });
    await until(() => shell.notes.includes('holding a'));
    expect((await call(3, 'release')).messages).toHaveLength(1);
    expect((await held).messages).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'mine', progress: 1, message: 'holding a' } },
      { method: 'notifications/progress', params: { progressToken: 'mine', progress: 2, message: 'releasing a' } },
      { id: 2, result: { structuredContent: { held: 'a' } } },
    ]);
  });

  it('cancel a call of theirs, and the tool is told', async () => {
    const { url, shell } = await serve();
    const { call } = await sdkClient(url);
    const cancel = new AbortController();
    const held = call('hold', { key: 'a' }, { signal: cancel.signal });
    await until(() => shell.notes.includes('holding a'));
    cancel.abort('enough');
    await expect(held).rejects.toThrow('enough');
    await until(() => shell.notes.includes('aborted a'));
  });

  it('end their session: its calls are aborted, the others continue', async () => {
    const { url, shell, server } = await serve();
    const [a, b] = [await sdkClient(url), await sdkClient(url)];
    void a.call('hold', { key: 'a' }).catch(() => {});
    void b.call('hold', { key: 'b' }).catch(() => {});
    await until(() => shell.notes.length === 2);
    await a.transport.terminateSession();
    await until(() => server.sessions() === 1);
    expect(shell.notes).toContain('aborted a');
    expect(shell.notes).not.toContain('aborted b');
  });
});

describe('raw requests over HTTP', () => {
  it('may ask an unknown method first, then initialize', async () => {
    const { url } = await serve();
    const discover = { jsonrpc: '2.0', id: 'd', method: 'server/discover' };
    const answer = await post(url, discover, { 'mcp-protocol-version': '2026-07-28' });
    expect(answer).toMatchObject({ status: 200, messages: [{ id: 'd', error: { code: -32601 } }] });
    const opened = await post(url, initialize);
    expect(opened).toMatchObject({
      status: 200,
      messages: [{ id: 1, result: { serverInfo: { name: 'test-shell' } } }],
    });
    const inside = await post(url, discover, { 'mcp-session-id': opened.session ?? '' });
    expect(inside.messages).toMatchObject([{ id: 'd', error: { code: -32601 } }]);
  });

  it('need a session for some calls, and are told how to get one', async () => {
    const { url } = await serve();
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    expect(await post(url, list)).toMatchObject({ status: 400, messages: [{ id: 2, error: { code: -32600 } }] });
    expect(await post(url, list, { 'mcp-session-id': 'gone' })).toMatchObject({ status: 404, messages: [{ id: 2 }] });
    expect((await fetch(url, { headers: { accept: 'text/event-stream' } })).status).toBe(400);
    expect((await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': 'gone' } })).status).toBe(404);
  });

  it('may be garbage: each is answered and the server continues', async () => {
    const { url, server } = await serve({ messageBytes: 10_000 });
    expect(await post(url, 'not JSON')).toMatchObject({ status: 400, messages: [{ error: { code: -32700 } }] });
    expect(await post(url, '{"id":3}')).toMatchObject({ status: 400, messages: [{ id: 3, error: { code: -32600 } }] });
    expect(await post(url, { jsonrpc: '2.0', id: 4, method: 'initialize' })).toMatchObject({
      status: 400,
      messages: [{ id: 4 }],
    });
    expect((await post(url, { ...initialize, padding: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await post(url, initialize, { accept: 'text/html' })).status).toBe(406);
    expect((await post(url, initialize, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(url.replace('/mcp', '/other'), initialize)).status).toBe(404);
    await until(() => server.sessions() === 0);
    expect((await post(url, initialize)).status).toBe(200);
  });

  it('may come in chunks, and are held to the same length', async () => {
    const { url, server } = await serve({ messageBytes: 10_000 });
    const inChunks = { 'transfer-encoding': 'chunked' };
    expect(await post(url, initialize, inChunks)).toMatchObject({
      status: 200,
      messages: [{ id: 1, result: { serverInfo: { name: 'test-shell' } } }],
    });
    expect(server.sessions()).toBe(1);
    const long = await post(url, { ...initialize, padding: 'x'.repeat(20_000) }, inChunks);
    expect(long).toMatchObject({ status: 413, messages: [{ error: { message: expect.stringContaining('10000') } }] });
    expect(server.sessions()).toBe(1);
  });

  it('are refused with a foreign Host or Origin', async () => {
    const { url, server } = await serve();
    expect((await post(url, initialize, { host: 'evil.example' })).status).toBe(403);
    expect((await post(url, initialize, { origin: 'http://evil.example' })).status).toBe(403);
    expect(server.sessions()).toBe(0);
    expect((await post(url, initialize, { origin: new URL(url).origin })).status).toBe(200);
  });

  it('need the token when there is one', async () => {
    const { url } = await serve({}, { token: 'secret' });
    expect(await post(url, initialize)).toMatchObject({ status: 401 });
    await expect(sdkClient(url, { authorization: 'Bearer wrong' })).rejects.toThrow();
    const { call } = await sdkClient(url, { authorization: 'Bearer secret' });
    expect((await call('echo', { text: 'in' })).structuredContent).toEqual({ said: ['in'] });
  });

  it('reach the server on loopback only', async () => {
    const { server } = await serve();
    const outside = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const addresses = outside
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/mcp`);
    for (const address of addresses) {
      await expect(fetch(`http://${address}:${server.port}/mcp`)).rejects.toThrow();
    }
  });
});

describe('HTTP sessions', () => {
  it('are dropped when idle, with their running calls', async () => {
    const { url, shell, server } = await serve({ answerMs: 1_000, idleSessionMs: 60_000 });
    const { session = '' } = await post(url, initialize);
    const inside = { 'mcp-session-id': session };
    const hold = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'hold', arguments: { key: 'a' } } };
    const held = post(url, hold, inside);
    await until(() => shell.notes.includes('holding a'));
    shell.clock.advance(1_000);
    await held;
    // The end of the exchange reaches the server a moment after the client; only the idle timer is left then.
    await until(() => shell.clock.pending() === 1);
    shell.clock.advance(59_000);
    expect((await post(url, { jsonrpc: '2.0', id: 3, method: 'ping' }, inside)).status).toBe(200);
    await until(() => shell.clock.pending() === 1);
    shell.clock.advance(59_000);
    expect(server.sessions()).toBe(1);
    shell.clock.advance(1_000);
    expect(server.sessions()).toBe(0);
    await until(() => shell.notes.includes('aborted a'));
    expect((await post(url, { jsonrpc: '2.0', id: 4, method: 'ping' }, inside)).status).toBe(404);
  });

  it('are kept while the client holds an event stream open', async () => {
    const { url, shell, server } = await serve({ idleSessionMs: 60_000 });
    const { session = '' } = await post(url, initialize);
    await until(() => shell.clock.pending() === 1);
    const stream = new AbortController();
    await fetch(url, { headers: { accept: 'text/event-stream', 'mcp-session-id': session }, signal: stream.signal });
    shell.clock.advance(600_000);
    expect(server.sessions()).toBe(1);
    stream.abort();
    await until(() => shell.clock.pending() === 1);
    shell.clock.advance(60_000);
    expect(server.sessions()).toBe(0);
  });

  it('make room: the one idle for longest goes, never one in use', async () => {
    const { url, shell, server } = await serve({ sessions: 2 });
    const first = await post(url, initialize);
    await until(() => shell.clock.pending() === 1);
    const busy = await post(url, initialize);
    const held = post(
      url,
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'hold', arguments: { key: 'a' } } },
      { 'mcp-session-id': busy.session ?? '' },
    );
    await until(() => shell.notes.includes('holding a'));
    const third = await post(url, initialize);
    expect(third.status).toBe(200);
    expect(server.sessions()).toBe(2);
    const ping = (session = '') => post(url, { jsonrpc: '2.0', id: 3, method: 'ping' }, { 'mcp-session-id': session });
    expect((await ping(first.session)).status).toBe(404);
    expect((await ping(busy.session)).status).toBe(200);
    const stream = new AbortController();
    const headers = { accept: 'text/event-stream', 'mcp-session-id': third.session ?? '' };
    await fetch(url, { headers, signal: stream.signal });
    expect((await post(url, initialize)).status).toBe(503);
    stream.abort();
    await server.close();
    await held;
  });
});

describe('closing an HTTP server', () => {
  it('aborts what runs, waits for it, and frees the port', async () => {
    const { url, shell, server } = await serve();
    const { call } = await sdkClient(url);
    const held = call('hold', { key: 'a' });
    held.catch(() => {});
    await until(() => shell.notes.includes('holding a'));
    await server.close();
    expect(shell.notes).toContain('aborted a');
    expect(server.sessions()).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
    const again = await serveHttp(testShell(), { port: server.port });
    await again.close();
  });

  it('is not needed when the port is taken: the error says so', async () => {
    const { server } = await serve();
    await expect(serveHttp(testShell(), { port: server.port })).rejects.toMatchObject({ code: 'PORT_IN_USE' });
  });
});
