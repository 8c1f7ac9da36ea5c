import { describe, expect, it } from 'vitest';
import { noBrowser } from './browser.ts';
import { addRun, escalatedRun, permissionRun } from './sample-runs.ts';
import { aWindow, useBrowser } from './visit.ts';

describe.skipIf(noBrowser !== null)(`C10 lists ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('keep their rows while a filter is being asked about, and say that they are old', async () => {
    const { server, runs } = await aWindow();
    await addRun(runs, permissionRun('rpermission01'));
    await addRun(runs, escalatedRun('rescalated01'));
    const { page } = await browser.open(server.newLink(), '/runs');
    await page.getByText('Release notes for 0.2').waitFor();
    let letThrough = (): void => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    let asked = 0;
    await page.route(/\/api\/runs\?.*text=/, async (route) => {
      asked += 1;
      await held;
      await route.continue();
    });
    // Any moment without rows would be seen, however short.
    await page.evaluate(`
      window.fewest = Infinity;
      const count = () => { fewest = Math.min(fewest, document.querySelectorAll('main li').length); };
      new MutationObserver(count).observe(document.querySelector('main'), { subtree: true, childList: true });
    `);
    await page.getByRole('searchbox', { name: 'Search runs' }).fill('billing');
    await page.locator('[aria-busy=true]').getByText('Release notes for 0.2').waitFor();
    // Possibly more than once, if something changed in the meantime: each of them is held back.
    expect(asked).toBeGreaterThan(0);
    letThrough();
    await page.getByText('Release notes for 0.2').waitFor({ state: 'detached' });
    await page.getByText('Move the billing worker').waitFor();
    expect(await page.locator('[aria-busy=true]').count()).toBe(0);
    expect(await page.evaluate<number>('fewest')).toBe(1);
  }, 120_000);
});
