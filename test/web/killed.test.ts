import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '#contracts/http/call-route.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { tempHome } from '../cli/assay.ts';
import { serveHome } from '../cli/serve-home.ts';
import { noBrowser } from './browser.ts';
import { builtPage } from './built-page.ts';
import { aWindow, PATIENT_MS, useBrowser } from './visit.ts';

/** A run that is killed in its middle, looked at from several pages. */
const PATIENCE_MS = 300_000;

/** The home page and the list, each in a tab, open before there is a run: it does not wait for them. */
async function lookOn(page: Page): Promise<Page[]> {
  const open = async (path: string): Promise<Page> => {
    const tab = await page.context().newPage();
    await tab.goto(new URL(path, page.url()).href);
    await tab.getByRole('navigation').waitFor();
    return tab;
  };
  // No more than these: a browser opens six connections to a server, and each page keeps one or two.
  return [page, await open('/runs'), await open('/runs')];
}

/** All show it as running, and the last shows the run itself. */
async function seenRunning(pages: readonly Page[]): Promise<void> {
  await pages
    .at(-1)
    ?.getByRole('link', { name: /a small shop/ })
    .click();
  await pages.at(-1)?.getByRole('tab', { name: 'Graph' }).click();
  await pages.at(-1)?.locator('[data-drawn] .animate-spin').first().waitFor();
  for (const page of pages) await page.locator('[data-status=running]').first().waitFor();
}

/** Everything on a page that says that something is at work now. */
const claims = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[
    ...document.querySelectorAll('[data-status=running], .animate-spin, .pulses, .stripes'),
    ...[...document.querySelectorAll('span, dd')].filter((part) =>
      part.children.length === 0 && /^(Live|Running|running|at work inside)$/.test(part.textContent.trim())),
  ].map((part) => part.outerHTML.slice(0, 160))`);

async function nothingRuns(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    await expect.poll(() => claims(page), { timeout: PATIENT_MS }).toEqual([]);
    // What a count says is read out as well.
    expect(await page.getByRole('navigation').textContent()).not.toContain(' running');
  }
}

describe.skipIf(noBrowser !== null)(`C10.3 nothing is called running that is not ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();
  beforeAll(() => builtPage());

  it(
    'when the process that drove it was killed, and the server lives',
    async () => {
      const { server, home } = await aWindow();
      const { page } = await browser.open(server.newLink());
      const pages = await lookOn(page);
      const worker = tempHome({ ASSAY_HOME: home }).start('demo', 'first-run', '--json');
      await seenRunning(pages);
      worker.kill('SIGKILL');
      await worker.ended;
      for (const tab of pages) await tab.locator('[data-status=interrupted]').first().waitFor();
      await nothingRuns(pages);
      await pages[2]?.getByText('was interrupted').first().waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'when the server that drove it was killed, and when it is back',
    async () => {
      const home = tempHome();
      const first = await serveHome(home);
      const { page } = await browser.open(first.link);
      const pages = await lookOn(page);
      await page.evaluate(`fetch(${JSON.stringify(pathOf(ROUTES.start))}, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: 'Bearer ' + localStorage.getItem('assay.key'),
        },
        body: JSON.stringify({ workflow: 'first-run' }),
      }).then((answer) => answer.json())`);
      await seenRunning(pages);
      first.process.kill('SIGKILL');
      await first.process.ended;
      for (const tab of pages) await tab.locator('[data-status=unknown]').first().waitFor();
      await nothingRuns(pages);
      const second = await serveHome(home, '--port', String(first.port));
      for (const tab of pages) await tab.locator('[data-status=interrupted]').first().waitFor();
      await nothingRuns(pages);
      second.process.kill('SIGKILL');
    },
    PATIENCE_MS,
  );
});
