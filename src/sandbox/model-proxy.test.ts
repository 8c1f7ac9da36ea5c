import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SANDBOX_LIMITS } from './limits.ts';
import type { SocketServer } from './listen-on-socket.ts';
import { ANTHROPIC_CALLS, anthropicKey, startModelProxy } from './model-proxy.ts';
import { createSandbox } from './sandbox.ts';

const KEY = 'the-real-key';
let folder = '';
let provider: Server;
let proxy: SocketServer;
const seen: { url: string | undefined; key: unknown; authorization: unknown; body: string }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-model-'));
  provider = createServer(answer).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const baseUrl = `http://127.0.0.1:${portOf(provider)}/gateway/`;
  proxy = await startModelProxy({
    socket: join(folder, 's'),
    baseUrl,
    secretHeaders: anthropicKey(KEY),
    allow: ANTHROPIC_CALLS,
  });
});
afterAll(async () => {
  await proxy.close();
  provider.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Streams two events, the second only after the first has had time to arrive. */
async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url, headers } = incoming;
  seen.push({ url, key: headers['x-api-key'], authorization: headers.authorization, body: await text(incoming) });
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'r1' });
  response.write('data: one\n\n');
  await sleep(100);
  response.end('data: two\n\n');
}

async function ask(path: string, method = 'POST') {
  const outgoing = request({
    socketPath: proxy.socket,
    path,
    method,
    headers: { 'x-api-key': 'dummy', authorization: 'Bearer dummy' },
  });
  outgoing.end(method === 'POST' ? '{"q":1}' : undefined);
  const [response] = await once(outgoing, 'response');
  const chunks: string[] = [];
  for await (const chunk of response) chunks.push(String(chunk));
  return { status: response.statusCode, headers: response.headers, chunks };
}

describe('startModelProxy', () => {
  it('adds the key outside and streams the answer as it comes', async () => {
    const { status, headers, chunks } = await ask('/v1/messages?beta=true');
    expect(status).toBe(200);
    expect(headers['request-id']).toBe('r1');
    expect(chunks).toEqual(['data: one\n\n', 'data: two\n\n']);
    expect(seen.at(-1)).toEqual({
      url: '/gateway/v1/messages?beta=true',
      key: KEY,
      authorization: undefined,
      body: '{"q":1}',
    });
  });

  it.each([
    ['DELETE', '/v1/messages'],
    ['GET', '/v1/organizations/api_keys'],
    ['POST', '/v1/messages/../files'],
    ['POST', '/v1/files'],
    ['GET', 'http://elsewhere.example.org/v1/models'],
    ['GET', '//elsewhere.example.org/v1/models'],
    ['GET', '/v1/models/..%2f..%2fadmin'],
  ])('refuses %s %s', async (method, path) => {
    const before = seen.length;
    const { status, chunks } = await ask(path, method);
    expect(status).toBe(403);
    expect(chunks.join('')).toContain('may make');
    expect(seen).toHaveLength(before);
  });

  it('says so when the provider cannot be reached', async () => {
    const dead = await startModelProxy({
      socket: join(folder, 'd'),
      baseUrl: 'http://127.0.0.1:9',
      secretHeaders: {},
      allow: ANTHROPIC_CALLS,
    });
    const outgoing = request({ socketPath: dead.socket, path: '/v1/models' }).end();
    const [response] = await once(outgoing, 'response');
    expect(response.statusCode).toBe(502);
    response.resume();
    await dead.close();
  });
});

const missing = spawnSync('bwrap', ['--version']).error !== undefined;
describe.skipIf(missing)(`from inside a sandbox${missing ? ' (skipped: needs bwrap)' : ''}`, () => {
  const inside = async (script: string, network: 'none' | { hosts: string[] }) => {
    const sandbox = await createSandbox({ folder: join(folder, 'own'), env: process.env });
    return sandbox.exec(
      { program: '/usr/bin/python3', args: ['-c', script] },
      {
        writable: [{ from: folder, at: '/ws' }],
        readOnly: [],
        network,
        ports: [{ socket: proxy.socket, port: 8080 }],
        limits: DEFAULT_SANDBOX_LIMITS,
      },
    );
  };

  it('G9.7 a client reaches its model on a port of 127.0.0.1, without the key', async () => {
    const result = await inside(
      `import os, urllib.request
q = urllib.request.Request("http://127.0.0.1:8080/v1/messages", data=b"hello", headers={"x-api-key": "dummy"})
print(urllib.request.urlopen(q).read().decode(), os.environ)`,
      'none',
    );
    expect(result.stdout.text, result.stderr.text).toContain('data: two');
    expect(result.stdout.text).not.toContain(KEY);
    expect(seen.at(-1)).toMatchObject({ key: KEY, body: 'hello' });
  });

  it('reaches the hosts of its list, and no other', async () => {
    const port = portOf(provider);
    const result = await inside(
      `import http.client
def ask(host):
    c = http.client.HTTPConnection("127.0.0.1", 3128)
    c.set_tunnel(host, ${port})
    try:
        c.request("GET", "/direct")
        return c.getresponse().status
    except OSError as e: return str(e)
print(ask("127.0.0.1"), "|", ask("localhost"), "|", ask("example.org"))`,
      { hosts: [`127.0.0.1:${port}`, `localhost:${port}`] },
    );
    const [listed, name, other] = result.stdout.text.split('|');
    expect(listed, result.stderr.text).toContain('200');
    expect(name).toContain('403'); // a name that leads to this machine
    expect(other).toContain('403');
  });
});

function portOf(server: Server): number {
  // A server listening on TCP has an address of this kind.
  return (server.address() as AddressInfo).port;
}
