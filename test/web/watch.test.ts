import { describe, expect, it } from 'vitest';
import { noBrowser } from './browser.ts';
import { addRun, escalatedRun, permissionRun } from './sample-runs.ts';
import { aWindow, pressKey, useBrowser } from './visit.ts';

describe.skipIf(noBrowser !== null)(`C10 watching and steering in a browser ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('starts the example from an empty home and watches it to its end', async () => {
    const { server } = await aWindow();
    const { page, complaints } = await browser.open(server.newLink());
    await page.getByRole('heading', { name: 'Nothing has run here yet' }).waitFor();
    await page.getByRole('button', { name: 'Start the example' }).click();
    await page.locator('[data-status=running]').first().waitFor();
    await page.getByText('simulated', { exact: true }).first().waitFor();
    await page.getByTestId('story').getByText('Build').first().waitFor();
    await page.getByRole('tab', { name: 'Graph' }).click();
    await page.locator('[data-node=build]').waitFor();
    // A lie about tests is refused, and the refusal is seen without asking for it.
    await page.getByText(/claim of cart refused/).waitFor();
    // The run asks before its end: it waits, and says so.
    const question = page.locator('[data-need=question]');
    await question.getByText('Ship them?').waitFor();
    expect(await page.title()).toMatch(/^\(1\) a small shop/);
    await pressKey(page, 'y');
    await page.locator('header [data-status=completed]').waitFor();
    await question.waitFor({ state: 'detached' });
    await page.getByText('run completed').waitFor();
    expect(await page.locator('[data-status=running]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('shows what a step did, and the run as it stood', async () => {
    const { server, runs } = await aWindow();
    const run = await server.start({ workflow: 'first-run', ask: false, fast: true });
    const { page } = await browser.open(server.newLink(), `/runs/${run}?view=graph`);
    await page.locator('header [data-status=completed]').waitFor();
    await page.locator('button[aria-pressed]', { hasText: 'discount' }).click();
    const panel = page.getByTestId('node-panel');
    await panel.getByText('Attempt 1').waitFor();
    expect(await panel.getByText('CLAIM_INVALID').count()).toBeGreaterThan(0);
    expect(await panel.getByText('claims to be done').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('slider', { name: 'Event to look at' }).fill('10');
    await page.getByText('As it stood').waitFor();
    await page.getByText(/event 10 of/).waitFor();
    expect(await page.locator('[data-node=finish]').textContent()).toContain('not reached');
    await page.getByRole('button', { name: 'Back to now' }).click();
    const head = (await runs.store.list())[0]?.head;
    await page.getByText(`event ${head} of ${head}`).waitFor();
    for (const view of ['Story', 'Timeline', 'Agents', 'Log', 'Evidence']) {
      await page.getByRole('tab', { name: new RegExp(view) }).click();
      expect(await page.getByRole('tabpanel').textContent()).not.toBe('');
    }
  });

  it('pauses, resumes and cancels a run', async () => {
    const { server, runs } = await aWindow();
    const run = await server.start({ workflow: 'first-run', ask: false, fast: false });
    const { page } = await browser.open(server.newLink(), `/runs/${run}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('header [data-status=paused]').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('header [data-status=running]').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.locator('header [data-status=cancelled]').waitFor();
    expect((await runs.store.list())[0]?.status).toBe('cancelled');
  });

  it('goes through the approvals by key: answers no, and says why an answer is not taken', async () => {
    const { server, runs } = await aWindow();
    await addRun(runs, permissionRun('rpermission01'));
    await addRun(runs, escalatedRun('rescalated01'));
    const run = await server.start({ workflow: 'first-run', ask: true, fast: true });
    const { page } = await browser.open(server.newLink(), '/approvals');
    const list = page.getByRole('list', { name: 'What waits for you' });
    await list.getByText('Ship them?').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(3);
    await page.getByTestId('asked').getByText('npm publish --dry-run --tag next').waitFor();
    // This server does not have the graph of these two, so it cannot say whether the answer fits: it says so.
    await pressKey(page, 'n');
    await page
      .getByRole('alert')
      .getByText(/which this Assay does not have/)
      .waitFor();
    await page.keyboard.press('j');
    await page.getByLabel('Guidance for the agent').fill('The new queue is right.');
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('alert')
      .getByText(/which this Assay does not have/)
      .waitFor();
    await page.getByLabel('Guidance for the agent').blur();
    await page.keyboard.press('j');
    await page.getByRole('article').getByText('4 tasks are accepted').waitFor();
    await pressKey(page, 'n');
    await list.getByText('Ship them?').waitFor({ state: 'detached' });
    await page.goto(new URL(`/runs/${run}`, page.url()).href);
    await page.locator('header [data-status=completed]').waitFor();
    await page
      .getByTestId('story')
      .getByText(/answers: no/)
      .waitFor();
  });

  it('finds runs and commands by key', async () => {
    const { server, runs } = await aWindow();
    await addRun(runs, permissionRun('rpermission01'));
    const { page } = await browser.open(server.newLink(), '/preferences');
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search runs and commands' }).fill('release');
    await page.getByRole('option', { name: /Release notes/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Release notes for 0.2' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  });

  it('filters the runs, and keeps the filter in the address', async () => {
    const { server, runs } = await aWindow();
    await addRun(runs, permissionRun('rpermission01'));
    await addRun(runs, escalatedRun('rescalated01'));
    const { page } = await browser.open(server.newLink(), '/runs');
    await page.getByText('Release notes for 0.2').waitFor();
    await page.getByRole('searchbox', { name: 'Search runs' }).fill('billing');
    await page.getByText('Release notes for 0.2').waitFor({ state: 'detached' });
    await page.getByText('Move the billing worker').waitFor();
    expect(page.url()).toContain('text=billing');
    await page.reload();
    await page.getByText('Move the billing worker').waitFor();
    await page.getByRole('button', { name: 'failed' }).click();
    await page.getByText('No run fits').waitFor();
  });
});
