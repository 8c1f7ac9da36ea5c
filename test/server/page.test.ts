import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NONCE_PLACEHOLDER } from '#contracts/http/session-routes.ts';
import { Client, openWindow, tempFolder } from './window.ts';

const SECRET = 'not-for-the-page';

/** A built page, and beside it what must not be served. */
async function builtPage(): Promise<string> {
  const root = await tempFolder();
  const web = join(root, 'web');
  await mkdir(join(web, 'assets'), { recursive: true });
  await writeFile(join(root, 'outside.txt'), SECRET);
  await writeFile(
    join(web, 'index.html'),
    `<script nonce="${NONCE_PLACEHOLDER}" src="/assets/main-a1b2c3d4.js"></script>`,
  );
  await writeFile(join(web, 'assets/main-a1b2c3d4.js'), 'void 0');
  await writeFile(join(web, 'viewer.js'), 'void 1');
  await symlink(join(root, 'outside.txt'), join(web, 'link.txt'));
  return web;
}

describe('the page', () => {
  it('X9.6 is shown to everyone, with nothing in it, under a policy of its own nonce', async () => {
    const { server } = await openWindow({ web: await builtPage() });
    const stranger = new Client(server.port);
    const [one, two] = [await stranger.raw('/'), await stranger.raw('/runs/r123')];
    for (const { status, headers, text } of [one, two]) {
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(text) ?? [];
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      });
    }
    expect(one.headers['content-security-policy']).not.toBe(two.headers['content-security-policy']);
  });

  it('may cache files named by their content, and no others', async () => {
    const { client } = await openWindow({ web: await builtPage() });
    const hashed = await client.raw('/assets/main-a1b2c3d4.js');
    expect([hashed.status, hashed.text, hashed.headers['content-type']]).toEqual([
      200,
      'void 0',
      'text/javascript; charset=utf-8',
    ]);
    expect(hashed.headers['cache-control']).toContain('immutable');
    expect((await client.raw('/viewer.js')).headers['cache-control']).toBe('no-cache');
    expect((await client.raw('/assets/missing.js')).status).toBe(404);
  });

  it('leads nowhere else, however the path is written', async () => {
    const web = await builtPage();
    const { client } = await openWindow({ web });
    const climbs = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%00', '%c0%ae%c0%ae', '..\\', '..%5c'];
    const paths = climbs.flatMap((up) => [
      `/${up}/outside.txt`,
      `/assets/${up}/${up}/outside.txt`,
      `/${up}%2foutside.txt`,
      `//${up}/outside.txt`,
      `/assets/..;/${up}/outside.txt`,
    ]);
    for (const path of [...paths, '/link.txt', `/${join(web, '../outside.txt')}`, '/%2fetc%2fpasswd', '/etc/passwd']) {
      const { text, status } = await client.raw(path);
      expect([path, text.includes(SECRET), text.includes('root:')]).toEqual([path, false, false]);
      expect([200, 400, 404]).toContain(status);
    }
  });

  it('X7.13 says how to build it if it is missing', async () => {
    const { client } = await openWindow({ web: join(await tempFolder(), 'none') });
    const { status, text, headers } = await client.raw('/');
    expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(text).toContain('<code>npx vite build web</code>');
  });

  it('X7.13 is found when it is built while the server runs', async () => {
    const web = join(await tempFolder(), 'web');
    const { client } = await openWindow({ web });
    expect((await client.raw('/')).status).toBe(503);
    await mkdir(web);
    await writeFile(join(web, 'index.html'), 'built');
    const look = async (): Promise<string> => {
      const { status, text } = await client.raw('/');
      return status === 200 ? text : new Promise((resolve) => setTimeout(() => resolve(look()), 100));
    };
    expect(await look()).toBe('built');
  });

  it('is sent compressed where the browser takes that', async () => {
    const { client } = await openWindow();
    const headers = { 'accept-encoding': 'gzip' };
    expect((await client.raw('/api/tools', { headers })).headers['content-encoding']).toBe('gzip');
    expect((await client.raw('/api/tools')).headers['content-encoding']).toBeUndefined();
  });
});
