import { describe, expect, it } from 'vitest';
import { newEvent } from '#contracts/run-events.ts';
import { act, completed, makeRun, scheduled, started } from '../server/made-run.ts';
import { noBrowser } from './browser.ts';
import { aWindow, PATIENT_MS, useBrowser } from './visit.ts';

const RUNS = 2_000;
/** Pages on a busy machine. */
const PATIENCE_MS = 240_000;

describe.skipIf(noBrowser !== null)(`C10.13 large lists and outputs ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it(
    'lists 2,000 runs with the few rows that are in sight, and reaches the oldest',
    async () => {
      const { server, runs } = await aWindow();
      for (let no = 0; no < RUNS; no += 1) await makeRun(runs, { id: `rmany${no}`, title: `Run number ${no}` });
      const { page, complaints } = await browser.open(server.newLink(), '/runs');
      const older = page.getByRole('button', { name: 'Show older runs' });
      await page.getByText(`Run number ${RUNS - 1}`, { exact: true }).waitFor();
      const rows = page.locator('main ul.card > li');
      const listed = async (): Promise<number> =>
        Number((await rows.first().getAttribute('aria-setsize')) ?? (await rows.count()));
      for (let before = await listed(); before < RUNS; before = await listed()) {
        await older.click();
        await expect.poll(listed, { timeout: PATIENT_MS }).toBeGreaterThan(before);
      }
      expect(await rows.count()).toBeLessThan(100);
      await page.evaluate(`document.getElementById('main').scrollTo(0, 1e9)`);
      await page.getByText('Run number 0', { exact: true }).waitFor();
      expect(await rows.count()).toBeLessThan(100);
      await page.getByText('Run number 0', { exact: true }).click();
      await page.getByRole('heading', { name: 'Run number 0' }).waitFor();
      expect(complaints).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'shows an output of 5 MB page by page, to its end',
    async () => {
      const { server, runs } = await aWindow();
      // Two bytes each after an odd start: the answer of 4 MiB ends within a character.
      const text = JSON.stringify(`begins ${'ä'.repeat(2_600_000)} ends`);
      const bytes = new TextEncoder().encode(text).byteLength;
      const ended = completed('work#1', null);
      if (ended.type !== 'node.completed') throw new Error('made otherwise');
      const result = { blob: await runs.blobs.put(text), bytes };
      const events = [
        scheduled('work#1'),
        started('work#1'),
        newEvent('node.completed', { ...ended.data, act: act('work#1'), result }),
      ];
      await makeRun(runs, { id: 'rbig', title: 'A big output', events });
      const { page, complaints } = await browser.open(server.newLink(), '/runs/rbig?node=work%231');
      const panel = page.getByTestId('node-panel');
      const output = panel.locator('pre', { hasText: 'begins' });
      await output.waitFor();
      const length = (): Promise<number> => output.evaluate((pre) => pre.textContent?.length ?? 0);
      expect(await length()).toBe(100_000);
      const more = panel.getByRole('button', { name: /^Show more/ });
      expect(await more.innerText()).toMatch(/MB left/);
      for (let before = await length(); before < text.length; before = await length()) {
        await more.click();
        await expect.poll(length, { timeout: PATIENT_MS }).toBeGreaterThan(before);
      }
      await more.waitFor({ state: 'detached' });
      expect(await output.evaluate((pre) => pre.textContent ?? '')).toBe(text);
      expect(complaints).toEqual([]);
    },
    PATIENCE_MS,
  );
});
