import { describe, expect, it } from 'vitest';
import { noBrowser } from './browser.ts';
import { addRun, escalatedRun, permissionRun } from './sample-runs.ts';
import { aWindow, PATIENT_MS, useBrowser } from './visit.ts';

/** Keeps what the page tells and asks the browser; the browser itself is as it is. */
const WATCH = `
  window.told = [];
  window.asks = 0;
  window.away = false;
  document.hasFocus = () => !window.away;
  window.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options);
      window.told.push({ title, body: options.body });
    }
    static requestPermission() {
      window.asks += 1;
      return super.requestPermission();
    }
  };
`;

describe.skipIf(noBrowser !== null)(`C10.18 being told ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('always counts in the title; notifies only if allowed, and only a person who looks at another page', async () => {
    const { server, runs } = await aWindow();
    const { page, complaints } = await browser.open(server.newLink());
    await page.context().grantPermissions(['notifications'], { origin: new URL(server.url).origin });
    await page.addInitScript(WATCH);
    await page.goto(new URL('/preferences', server.url).href);
    const toggle = page.getByRole('button', { name: 'Off' });
    await toggle.waitFor();
    const titled = (count: number) => expect.poll(() => page.title(), { timeout: PATIENT_MS }).toMatch(`(${count}) `);
    const told = () => page.evaluate<{ title: string; body: string }[]>('told');

    // Off until it is turned on, and the browser is not asked before that.
    await page.evaluate('away = true');
    await addRun(runs, permissionRun('rpermission01'));
    await titled(1);
    expect(await told()).toEqual([]);
    expect(await page.evaluate<number>('asks')).toBe(0);
    await toggle.click();
    await page.getByRole('button', { name: 'On', exact: true }).waitFor();
    expect(await page.evaluate<number>('asks')).toBe(1);

    await addRun(runs, escalatedRun('rescalated01'));
    await expect.poll(told, { timeout: PATIENT_MS }).toEqual([
      {
        title: 'Move the billing worker to the new queue needs you',
        body: expect.stringMatching(/^The old and the new queue disagree.*\(and 1 more\)$/),
      },
    ]);
    await titled(2);

    // Who looks at the page sees it anyway.
    await page.evaluate('away = false');
    await addRun(runs, escalatedRun('rescalated02'));
    await titled(3);
    expect(await told()).toHaveLength(1);

    await page.getByRole('button', { name: 'On', exact: true }).click();
    await toggle.waitFor();
    await page.evaluate('away = true');
    await addRun(runs, escalatedRun('rescalated03'));
    await titled(4);
    expect(await told()).toHaveLength(1);
    expect(complaints).toEqual([]);
  }, 120_000);

  it('says when the browser does not allow it, and stays off', async () => {
    const { server } = await aWindow();
    const { page } = await browser.open(server.newLink(), '/preferences');
    // Without a grant, a browser without a person refuses.
    await page.getByRole('button', { name: 'Off' }).click();
    await page.getByText('The browser does not allow it').waitFor();
    await page.getByRole('button', { name: 'Off' }).waitFor();
  }, 120_000);
});

describe.skipIf(noBrowser !== null)(`C10 density ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('gives more rows in less space, at once, and from the first paint on the next time', async () => {
    const { server, runs } = await aWindow();
    await addRun(runs, permissionRun('rpermission01'));
    const { page } = await browser.open(server.newLink(), '/runs');
    const row = page.getByRole('link', { name: /Release notes/ });
    const roomy = (await row.boundingBox())?.height ?? 0;
    await page.goto(new URL('/preferences', server.url).href);
    const saved = page.waitForResponse((response) => response.request().method() !== 'GET');
    await page.getByLabel('Density').selectOption('dense');
    await page.locator('html[data-dense=true]').waitFor();
    await saved;
    await page.goto(new URL('/runs', server.url).href);
    // Kept by the browser too: the page is not drawn roomy first.
    expect(await page.evaluate<string>('document.documentElement.dataset.dense')).toBe('true');
    await row.waitFor();
    expect((await row.boundingBox())?.height ?? 0).toBeLessThan(roomy);
    await page.goto(new URL('/runs/rpermission01?view=log', server.url).href);
    const line = page.getByTestId('log').getByRole('listitem').first();
    expect((await line.boundingBox())?.height).toBe(21);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('roomy');
    await page.keyboard.press('Enter');
    await page.locator('html[data-dense=false]').waitFor();
    await expect.poll(async () => (await line.boundingBox())?.height).toBe(26);
  }, 120_000);
});
