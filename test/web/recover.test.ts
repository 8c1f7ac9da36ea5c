import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { tempHome } from '../cli/assay.ts';
import { serveHome } from '../cli/serve-home.ts';
import { noBrowser } from './browser.ts';
import { builtPage } from './built-page.ts';
import { useBrowser } from './visit.ts';

/** A whole run of the demo, and two starts of the server. */
const PATIENCE_MS = 300_000;

describe.skipIf(noBrowser !== null)(`C10 a page whose server dies ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();
  beforeAll(() => builtPage());

  it(
    'C10.9 says so, calls nothing running, and continues by itself when the server is back',
    async () => {
      const home = tempHome();
      const first = await serveHome(home, '--port', '0');
      const { page, complaints } = await browser.open(first.link);
      // Keys work once the page is loaded.
      await page.getByRole('heading', { name: 'Nothing has run here yet' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search runs and commands' }).fill('start the example run');
      await page.getByRole('option', { name: 'Start the example run', exact: true }).click();
      await page.locator('header [data-status=running]').waitFor();
      // The graph is no longer what a run shows first.
      await page.getByRole('tab', { name: 'Graph' }).click();
      await page.getByText('plan done').waitFor();
      // Something must be under way: between two steps nothing is interrupted.
      await page.locator('[data-drawn] [data-node] [title=running]').first().waitFor();
      first.process.kill('SIGKILL');
      await first.process.ended;
      await page.locator('[data-banner=gone]').waitFor();
      expect(await page.locator('[data-status=running]').count()).toBe(0);
      await page.locator('header [data-status=unknown]').waitFor();

      const second = await serveHome(home, '--port', String(first.port));
      await page.locator('[data-banner=gone]').waitFor({ state: 'detached' });
      await page.locator('header [data-status=interrupted]').waitFor();
      // The header learns of it before the graph is drawn again.
      await page.getByText('was interrupted').first().waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.locator('header [data-status=completed]').waitFor();
      expect(complaints).toEqual([]);
      second.process.kill('SIGKILL');
    },
    PATIENCE_MS,
  );

  it('asks for the new link when the server no longer knows the browser, and continues once it was opened', async () => {
    const home = tempHome();
    const first = await serveHome(home, '--port', '0');
    const { page } = await browser.open(first.link);
    await page.getByRole('heading', { name: 'Nothing has run here yet' }).waitFor();
    first.process.kill('SIGKILL');
    await first.process.ended;
    await rm(join(home.root, 'browser-sessions.json'));
    const second = await serveHome(home, '--port', String(first.port));
    await page.locator('[data-banner=locked]').waitFor();
    expect(await page.locator('[data-banner=locked]').textContent()).toContain('assay serve');
    const other = await page.context().newPage();
    await other.goto(second.link);
    await page.locator('[data-banner=locked]').waitFor({ state: 'detached' });
    second.process.kill('SIGKILL');
  });

  it('shows a stranger nothing but how to come in', async () => {
    const home = tempHome();
    const { link, process } = await serveHome(home, '--demo', '--port', '0');
    const { page } = await browser.open(new URL('/', link).href);
    await page.getByText('Open the link from your terminal').waitFor();
    expect(await page.getByText('Watch a plan become merged').count()).toBe(0);
    process.kill('SIGKILL');
  });
});
