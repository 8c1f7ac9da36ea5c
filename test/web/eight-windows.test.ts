import { describe, expect, it } from 'vitest';
import { noBrowser } from './browser.ts';
import { addRun, permissionRun } from './sample-runs.ts';
import { aWindow, useBrowser } from './visit.ts';

/** Nine pages on a busy machine. */
const PATIENCE_MS = 240_000;

describe.skipIf(noBrowser !== null)(`C10 many windows at once ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it(
    'C10.10 follows eight runs in eight windows over one connection, and each learns of an answer',
    async () => {
      const { server, runs } = await aWindow();
      const ids = Array.from({ length: 8 }, (_, index) => `rwindow${index}`);
      for (const id of ids) await addRun(runs, permissionRun(id));
      const { page } = await browser.open(server.newLink(), `/runs/${ids[0]}`);
      const pages = [page];
      for (const id of ids.slice(1)) {
        const next = await page.context().newPage();
        await next.goto(`${server.url}/runs/${id}`);
        pages.push(next);
      }
      // With a connection for each window and each of its streams, the fourth got no answer any more.
      for (const one of pages) await one.getByRole('button', { name: 'Cancel' }).waitFor();
      await expect.poll(() => server.streams()).toBe(1);
      for (const [index, one] of pages.entries()) {
        await one.getByRole('button', { name: 'Cancel' }).click();
        await one.getByRole('button', { name: 'Cancel the run' }).click();
        await one.locator('header [data-status=cancelled]').waitFor();
        expect([index, server.streams() <= 1]).toEqual([index, true]);
      }
      // One window that is closed takes nothing from the others.
      await pages[3]?.close();
      await pages[4]?.goto(`${server.url}/runs`);
      await pages[4]?.getByText('cancelled').first().waitFor();
      await expect.poll(() => server.streams()).toBe(1);
    },
    PATIENCE_MS,
  );
});
