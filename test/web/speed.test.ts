import { describe, expect, it } from 'vitest';
import { noBrowser } from './browser.ts';
import { addRun, longRun, wideRun } from './sample-runs.ts';
import { aWindow, useBrowser } from './visit.ts';

/** How long it takes is measured by `npm run bench web`; here the work itself is counted, which no other load changes. */
const PATIENCE_MS = 300_000;

describe.skipIf(noBrowser !== null)(`C10 the work behind large runs ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it(
    'draws a graph of 500 steps as one picture, without a worker, and draws only what changed again',
    async () => {
      const { server, runs } = await aWindow();
      await addRun(runs, wideRun('rwide', 500));
      const { page, complaints } = await browser.open(server.newLink());
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(new URL('/runs/rwide?view=graph', server.url).href);
      await page.locator('[data-drawn="500"] [data-picture="500"]').waitFor();
      expect(await page.locator('[data-drawn] [data-node]').count()).toBe(500);
      expect(asked.filter((url) => url.includes('elk'))).toEqual([]);
      expect(await page.locator('.react-flow *').count()).toBeLessThan(2_500);
      // A step is chosen by key as by click.
      const step = page.locator('[data-node="step-3-7"]');
      await step.focus();
      await page.evaluate(`
        window.changed = new Set();
        new MutationObserver((all) => all.forEach(({ target }) => {
          const box = target.closest('[data-node]');
          if (box) changed.add(box.dataset.node);
        })).observe(document.querySelector('[data-picture]'), { subtree: true, childList: true, attributes: true, characterData: true });
      `);
      await page.keyboard.press('Enter');
      await page.getByTestId('node-panel').getByRole('heading', { name: 'step-3-7' }).waitFor();
      expect(await step.getAttribute('aria-pressed')).toBe('true');
      expect(await page.evaluate<string[]>('[...changed]')).toEqual(['step-3-7']);
      expect(complaints).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'scrolls a log of 10,000 events with the same few rows, and shows every one of them',
    async () => {
      const { server, runs } = await aWindow();
      await addRun(runs, longRun('rlong', 10_000));
      const { page, complaints } = await browser.open(server.newLink(), '/runs/rlong?view=log');
      await page.getByText('reading the log').waitFor({ state: 'detached' });
      const log = page.getByTestId('log');
      await log.getByRole('listitem').first().waitFor();
      const rows = await log.getByRole('listitem').count();
      expect(rows).toBeLessThan(60);
      // Rows are not thrown away: those that leave come back with other words.
      await page.evaluate(`
        window.made = 0;
        const known = new Set(document.querySelectorAll('[data-testid=log] li'));
        new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
          if (node.tagName === 'LI' && !known.has(node)) made += 1;
        }))).observe(document.querySelector('[data-testid=log]'), { subtree: true, childList: true });
      `);
      for (const part of [0.1, 0.5, 0.9, 0.31, 1]) {
        await page.evaluate(`(() => {
          const log = document.querySelector('[data-testid=log]');
          log.scrollTop = (log.scrollHeight - log.clientHeight) * ${part};
        })()`);
        // All of what is in sight is covered by rows.
        await expect
          .poll(
            () =>
              page.evaluate<boolean>(`(() => {
                const { top, bottom, left } = document.querySelector('[data-testid=log]').getBoundingClientRect();
                for (let y = top + 12; y < bottom - 12; y += 13) {
                  if (!document.elementFromPoint(left + 200, y)?.closest('li')) return false;
                }
                return true;
              })()`),
            { timeout: 20_000 },
          )
          .toBe(true);
      }
      await log.getByText('Work 3332 done').waitFor();
      expect(await log.getByRole('listitem').count()).toBe(rows);
      expect(await page.evaluate<number>('made')).toBe(0);
      expect(complaints).toEqual([]);
    },
    PATIENCE_MS,
  );
});
