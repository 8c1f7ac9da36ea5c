import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHostProxy } from './host-proxy.ts';
import { upstreamFor } from './upstream-proxy.ts';

const target = { host: 'registry.example.org', port: 443 };

describe('upstreamFor', () => {
  it.each([
    [{}, null],
    [{ HTTPS_PROXY: 'http://proxy.example:3128' }, 'http://proxy.example:3128/'],
    [{ https_proxy: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
    [{ ALL_PROXY: 'socks5://proxy.example' }, null],
    [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'localhost, .example.org' }, null],
    [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'example.org:443' }, null],
    [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: '*' }, null],
    [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'le.org,example.org:80' }, 'http://proxy.example/'],
  ])('%j', (env, url) => expect(upstreamFor(target, env)?.href ?? null).toBe(url));
});

/** The machine's own proxy; it records requests, and sends all of them to one server. */
async function machineProxy(answer: string): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      asked.push(data.toString());
      socket.write(answer);
      socket.on('data', (more) => socket.end(`echo ${more}`));
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server on TCP has one
  return { url: `http://me:secret@127.0.0.1:${port}`, asked };
}

async function through(env: Record<string, string>, path: string): Promise<{ status: number; said: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-up-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const proxy = await startHostProxy({ socket: join(folder, 's'), hosts: ['registry.example.org'], env });
  onTestFinished(() => proxy.close());
  const asking = request({ socketPath: proxy.socket, method: 'CONNECT', path }).end();
  const [response, socket, head] = (await once(asking, 'connect')) as [{ statusCode: number }, Duplex, Buffer];
  if (response.statusCode !== 200) return { status: response.statusCode, said: '' };
  socket.write('hello');
  let said = head.toString();
  for await (const chunk of socket) said += String(chunk);
  return { status: 200, said };
}

describe('a network exit of a sandbox on a machine behind a proxy', () => {
  it('goes through that proxy, which gets its name and password from outside', async () => {
    const { url, asked } = await machineProxy('HTTP/1.1 200 OK\r\nx: y\r\n\r\nfirst ');
    expect(await through({ HTTPS_PROXY: url }, 'registry.example.org:443')).toEqual({
      status: 200,
      said: 'first echo hello',
    });
    expect(asked).toEqual([
      expect.stringMatching(/^CONNECT registry\.example\.org:443 .*Basic bWU6c2VjcmV0\r\n\r\n$/s),
    ]);
  });

  it('is refused where that proxy refuses, and for every host that is not on the list', async () => {
    const { url, asked } = await machineProxy('HTTP/1.1 407 No\r\n\r\n');
    expect(await through({ HTTPS_PROXY: url }, 'registry.example.org:443')).toMatchObject({ status: 502 });
    expect(await through({ HTTPS_PROXY: url }, 'other.example.org:443')).toMatchObject({ status: 403 });
    expect(asked).toHaveLength(1);
  });
});
