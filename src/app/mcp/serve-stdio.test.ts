import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { ShellLimits } from './shell.ts';
import { FIXTURE_SERVER, INITIALIZE, RawServer } from './testing/raw-server.ts';
import { until } from './testing/until.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

function rawServer(limits: Partial<ShellLimits> = {}): RawServer {
  const server = new RawServer(limits);
  cleanUps.push(() => server.child.kill('SIGKILL'));
  return server;
}

/** The SDK's own client, with everything a real one sends along. */
async function sdkClient(limits: Partial<ShellLimits> = {}, env: Record<string, string> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [FIXTURE_SERVER, JSON.stringify(limits)],
    env: { PATH: '/usr/bin:/bin', ...env },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const client = new Client({ name: 'test', version: '1' });
  const errors: string[] = [];
  client.onerror = (error) => errors.push(error.message);
  cleanUps.push(() => client.close());
  await client.connect(transport);
  // Only now does the client check answers against the output schemas.
  const { tools } = await client.listTools();
  return { client, tools, errors, stderr: () => stderr };
}

describe('a proper client over stdio', () => {
  it('is told who serves, how to use it, and everything about each tool', async () => {
    const { client, tools } = await sdkClient();
    expect(client.getServerVersion()).toEqual({ name: 'fixture', version: '0.0.1' });
    expect(client.getInstructions()).toBe('Use echo to hear yourself.');
    expect(tools.map((tool) => tool.name)).toEqual(['echo', 'hold', 'release', 'misbehave', 'check_call']);
    for (const tool of tools) {
      expect(tool.title).toBeTruthy();
      expect(tool.description).toBeTruthy();
      expect(tool._meta).toEqual({ 'anthropic/alwaysLoad': true });
      const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
      expect(hints.map((hint) => typeof tool.annotations?.[hint])).toEqual(Array(4).fill('boolean'));
      expect(tool.outputSchema?.type).toBe('object');
    }
  });

  it('gets results and errors that fit the schemas it was shown', async () => {
    const { client } = await sdkClient();
    const answer = await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
    expect(answer).toMatchObject({ structuredContent: { said: ['hi'] }, content: [{ type: 'text' }] });
    const refused = await client.callTool({ name: 'misbehave', arguments: { how: 'refuse' } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'RUN_UNKNOWN', next: 'List them.' } });
    const unfit = await client.callTool({ name: 'echo', arguments: { text: 'hi', times: 9 } });
    expect(unfit).toMatchObject({ isError: true, structuredContent: { code: 'TOOL_INPUT_INVALID' } });
    await expect(client.callTool({ name: 'nothing' })).rejects.toThrow(/Unknown tool "nothing".*echo, hold/);
  });

  it('collects a long call', async () => {
    const { client } = await sdkClient({ answerMs: 20 });
    const first = await client.callTool({ name: 'hold', arguments: { key: 'a' } });
    expect(first.structuredContent).toMatchObject({ status: 'running' });
    const ticket = Reflect.get(Object(first.structuredContent), 'ticket');
    const again = await client.callTool({ name: 'check_call', arguments: { ticket } });
    expect(again.structuredContent).toMatchObject({ status: 'running', ticket });
    await client.callTool({ name: 'release', arguments: { key: 'a' } });
    const done = await client.callTool({ name: 'check_call', arguments: { ticket } });
    expect(done.structuredContent).toEqual({ held: 'a' });
    const gone = await client.callTool({ name: 'check_call', arguments: { ticket } });
    expect(gone).toMatchObject({ isError: true });
  });

  it('gets progress if it asked for it', async () => {
    const { client } = await sdkClient();
    const heard: unknown[] = [];
    const held = client.callTool({ name: 'hold', arguments: { key: 'a' } }, undefined, {
      onprogress: ({ progress, message }) => heard.push([progress, message]),
    });
    await until(() => heard.length === 1);
    await client.callTool({ name: 'release', arguments: { key: 'a' } });
    await held;
    // The SDK's client loses a line that comes together with the answer, so only the first is certain to be heard.
    expect(heard[0]).toEqual([1, 'holding a']);
  });

  it('can cancel a call, and the tool is told', async () => {
    const { client, stderr } = await sdkClient();
    const cancel = new AbortController();
    const held = client.callTool({ name: 'hold', arguments: { key: 'a' } }, undefined, { signal: cancel.signal });
    await until(() => stderr().includes('note holding a'));
    cancel.abort('enough');
    await expect(held).rejects.toThrow('enough');
    await until(() => stderr().includes('note aborted a'));
    expect((await client.callTool({ name: 'echo', arguments: { text: 'still here' } })).isError).toBeUndefined();
  });

  it('can send and get megabytes', async () => {
    const { client } = await sdkClient();
    const text = 'é'.repeat(2_000_000);
    const answer = await client.callTool({ name: 'echo', arguments: { text } });
    expect(answer.structuredContent).toEqual({ said: [text] });
  });

  it('is not disturbed by a tool that prints, and its secrets do not reach tools', async () => {
    const { client, errors, stderr } = await sdkClient({}, { ANTHROPIC_API_KEY: 'sk-secret', LANG: 'C' });
    const answer = await client.callTool({ name: 'misbehave', arguments: { how: 'print' } });
    expect(JSON.stringify(answer.structuredContent)).toContain('LANG');
    expect(JSON.stringify(answer.structuredContent)).not.toContain('sk-secret');
    await until(() => stderr().includes('printed by a tool'));
    expect(errors).toEqual([]);
  });
});

describe('a strange client over stdio', () => {
  it('may ask an unknown method first, then initialize', async () => {
    const server = rawServer();
    const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    expect(await server.request(0, 'server/discover', meta)).toMatchObject({ id: 0, error: { code: -32601 } });
    expect(await server.request('x', 'no/such/method')).toMatchObject({ id: 'x', error: { code: -32601 } });
    server.send({ jsonrpc: '2.0', method: 'notifications/unheard_of' });
    expect(await server.initialize()).toMatchObject({ result: { serverInfo: { name: 'fixture' } } });
    expect(await server.request(2, 'tools/list')).toMatchObject({ result: { tools: expect.any(Array) } });
  });

  it('may send a wrong initialize and a right one after it', async () => {
    const server = rawServer();
    expect(await server.request(1, 'initialize', {})).toMatchObject({ error: { code: expect.any(Number) } });
    expect(await server.request(2, 'initialize', { ...INITIALIZE, protocolVersion: '1999-01-01' })).toMatchObject({
      result: { protocolVersion: '2025-11-25' },
    });
  });

  it('may send garbage: each line is answered and the server continues', async () => {
    const server = rawServer();
    await server.initialize();
    server.send('this is not JSON');
    server.send('');
    server.send('{"jsonrpc":"2.0","id":5,"method":');
    server.send('{"id":6,"method":"ping"}');
    server.send('[{"jsonrpc":"2.0","id":7,"method":"ping"}]');
    server.send('{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}');
    expect(await server.request(8, 'ping')).toMatchObject({ result: {} });
    const errors = server.messages().filter((message) => 'error' in message);
    expect(errors).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: null, error: { code: -32700 } },
      { id: 6, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  it('may send a message that is too long, and then a normal one', async () => {
    const server = rawServer({ messageBytes: 10_000 });
    await server.initialize();
    server.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'x'.repeat(50_000) } },
    });
    expect(await server.received((message) => message.id === null)).toMatchObject({ error: { code: -32600 } });
    expect(await server.request(2, 'ping')).toMatchObject({ result: {} });
  });

  it('gets no progress it did not ask for, and none of its lines is anything but protocol', async () => {
    const server = rawServer();
    await server.initialize();
    await server.request(1, 'tools/call', { name: 'misbehave', arguments: { how: 'print' } });
    const held = server.request(2, 'tools/call', { name: 'hold', arguments: { key: 'a' } });
    await server.noted('holding a');
    await server.request(3, 'tools/call', { name: 'release', arguments: { key: 'a' } });
    await held;
    expect(
      server
        .messages()
        .map((message) => message.id)
        .sort(),
    ).toEqual([1, 2, 3, 'init']);
  });

  it('gets the progress it asked for: counted up, under its token, before the answer', async () => {
    const server = rawServer();
    await server.initialize();
    const params = { name: 'hold', arguments: { key: 'a' }, _meta: { progressToken: 'mine' } };
    const held = server.request(1, 'tools/call', params);
    await server.noted('holding a');
    await server.request(2, 'tools/call', { name: 'release', arguments: { key: 'a' } });
    await held;
    const heard = server.messages().filter((message) => message.method === 'notifications/progress');
    expect(heard.map((message) => message.params)).toEqual([
      { progressToken: 'mine', progress: 1, message: 'holding a' },
      { progressToken: 'mine', progress: 2, message: 'releasing a' },
    ]);
    const order = server.messages().map((message) => message.id ?? message.method);
    expect(order.lastIndexOf('notifications/progress')).toBeLessThan(order.indexOf(1));
  });

  it('may cancel with a raw notification: no answer comes, the tool is aborted', async () => {
    const server = rawServer();
    await server.initialize();
    server.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hold', arguments: { key: 'a' } } });
    await server.noted('holding a');
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await server.noted('aborted a');
    await server.request(2, 'ping');
    expect(server.messages().some((message) => message.id === 1)).toBe(false);
  });
});

describe('the end of a stdio server', () => {
  const withRunning = async () => {
    const server = rawServer({ answerMs: 20 });
    await server.initialize();
    // One that was answered with a ticket, and one that may still be waited for.
    await server.request(1, 'tools/call', { name: 'hold', arguments: { key: 'a' } });
    server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'hold', arguments: { key: 'b' } } });
    await server.noted('holding b');
    return server;
  };

  it('comes when the client leaves: what runs is aborted, the exit is clean', async () => {
    const server = await withRunning();
    server.child.stdin.end();
    expect(await server.exit).toBe(0);
    expect(server.stderr).toContain('note aborted a');
    expect(server.stderr).toContain('note aborted b');
    expect(server.stderr).toContain('info closed');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('comes with %s in the same way', async (signal) => {
    const server = await withRunning();
    server.child.kill(signal);
    expect(await server.exit).toBe(0);
    expect(server.stderr).toContain('note aborted a');
    expect(server.stderr).toContain('info closed');
  });

  it('comes even if a tool will not stop', async () => {
    const server = rawServer({ closeMs: 20 });
    await server.initialize();
    server.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'misbehave', arguments: { how: 'deaf' } },
    });
    await server.noted('deaf');
    server.child.stdin.end();
    expect(await server.exit).toBe(0);
    expect(server.stderr).toContain('warn Tools did not stop');
  });

  it('comes when no one reads any more', async () => {
    const server = await withRunning();
    server.child.stdout.destroy();
    server.send({ jsonrpc: '2.0', id: 3, method: 'ping' });
    server.send({ jsonrpc: '2.0', id: 4, method: 'ping' });
    expect(await server.exit).toBe(0);
    expect(server.stderr).toContain('note aborted a');
  });
});
