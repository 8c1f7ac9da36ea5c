import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pageAt, pageEntries } from '../../web/src/shell/page-table.ts';
import { noBrowser } from './browser.ts';
import { SampleChat, sampleTurns } from './sample-chat.ts';
import { addRun, escalatedRun, failedRun, gatedRun, permissionRun, wideRun } from './sample-runs.ts';
import { aWindow, useBrowser } from './visit.ts';

/** Many pages, each looked at as a whole. */
const PATIENCE_MS = 480_000;

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** All that axe finds, in words. */
async function findings(page: Page): Promise<string[]> {
  // Put in through the debugger: the page's own policy lets no such script in.
  await page.evaluate(await readFile(AXE, 'utf8'));
  // What is pressed has 24 px: a rule that axe leaves off unless it is asked for.
  const results = await page.evaluate<AxeResults>(`axe.run(document, { rules: { 'target-size': { enabled: true } } })`);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

const PAGES: readonly (readonly [path: string, wait: string])[] = [
  ['/', 'text=Recent runs'],
  ['/new', 'text=Folder of a git repository'],
  ['/review', 'text=Blocked until you answer'],
  ['/start', 'role=button[name="Start the example"]'],
  ['/chat', 'role=heading[level=1]'],
  ['/runs', 'text=newest first'],
  ['/approvals', 'text=Allow'],
  ['/approvals?need=rescalated01%2Fescalation%2Fengineer%231', 'text=Send guidance'],
  ['/connect', '[data-testid=connect]'],
  ['/agents', 'text=comes with Assay'],
  ['/tools', 'role=button[name="Run"]'],
  ['/knowledge', 'text=No project is indexed yet'],
  ['/workspaces', 'text=in all'],
  ['/chat/chat-1', '.prose'],
  ['/preferences', 'text=Keyboard'],
  ['/runs/rgated01', 'text=Calls and answers'],
  ['/runs/rgated01?view=changes', 'text=No code has been accepted yet'],
  ['/runs/rgated01?view=graph&node=attempt%233', '[data-node=attempt]'],
  ['/runs/rgated01?view=timeline', '[data-testid=timeline]'],
  ['/runs/rgated01?view=agents', 'text=Agent 3'],
  ['/runs/rgated01?view=log&at=9', '[data-testid=log] li'],
  ['/runs/rgated01?view=evidence', '[data-testid=test-run]'],
  ['/runs/rfailed01', '[data-testid=story]'],
  ['/runs/rfailed01?view=graph', '[data-node=engineer]'],
  ['/runs/rwide?view=graph', '[data-picture]'],
  ['/runs/nowhere', 'text=There is no run'],
  ['/nowhere', 'text=Page not found'],
];

/** What opens over a page: where from, by what, and what is there then. */
const OVER: readonly (readonly [path: string, open: (page: Page) => Promise<void>, wait: string])[] = [
  ['/runs', (page) => page.keyboard.press('Control+k'), 'role=combobox'],
  ['/runs', (page) => page.keyboard.press('?'), 'role=dialog >> text=Keyboard shortcuts'],
  ['/runs/rgated01', (page) => page.getByRole('button', { name: 'Cancel' }).click(), 'role=dialog >> text=Keep it'],
];

describe.skipIf(noBrowser !== null)(`C10.11 pages for everybody ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('looks at every page there is', () => {
    const seen = new Set(PAGES.map(([path]) => pageAt(path.replace(/\?.*/, ''))?.id));
    for (const [id] of pageEntries) expect(seen).toContain(id);
  });

  it.each([
    ['light', 'light', 1_280],
    ['dark', 'dark', 1_280],
    ['narrow', 'light', 390],
  ] as const)(
    'has nothing that axe finds on any page: %s',
    async (_look, scheme, width) => {
      const { server, runs } = await aWindow({ chat: new SampleChat(sampleTurns()) });
      await addRun(runs, failedRun('rfailed01'));
      await addRun(runs, permissionRun('rpermission01'));
      await addRun(runs, escalatedRun('rescalated01'));
      await addRun(runs, gatedRun('rgated01'));
      await addRun(runs, wideRun('rwide', 200));
      const { page } = await browser.open(server.newLink(), '/', { scheme, width });
      const found: string[] = [];
      for (const [path, wait] of PAGES) {
        await page.goto(new URL(path, server.url).href);
        await page.waitForSelector(wait);
        found.push(...(await findings(page)).map((finding) => `${path} ${finding}`));
      }
      for (const [path, open, wait] of OVER) {
        await page.goto(new URL(path, server.url).href);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await open(page);
        await page.waitForSelector(wait);
        found.push(...(await findings(page)).map((finding) => `${wait} ${finding}`));
      }
      expect(found).toEqual([]);
    },
    PATIENCE_MS,
  );

  // 640 and 320 are what a window of 1,280 has at 200 and 400 % zoom.
  it.each([900, 640, 390, 320])(
    'can be used at %i px: nothing is interrupted to the side',
    async (width) => {
      const { server, runs } = await aWindow({ chat: new SampleChat(sampleTurns()) });
      await addRun(runs, permissionRun('rpermission01'));
      await addRun(runs, escalatedRun('rescalated01'));
      await addRun(runs, failedRun('rfailed01'));
      await addRun(runs, gatedRun('rgated01'));
      await addRun(runs, wideRun('rwide', 200));
      const { page } = await browser.open(server.newLink(), '/', { width });
      for (const [path, wait] of PAGES) {
        await page.goto(new URL(path, server.url).href);
        await page.waitForSelector(wait);
        const over = await page.evaluate<number[]>(
          `[document.documentElement, document.querySelector('main')].map((part) => part.scrollWidth - part.clientWidth)`,
        );
        expect([path, ...over]).toEqual([path, 0, 0]);
      }
      for (const [path, open, wait] of OVER) {
        await page.goto(new URL(path, server.url).href);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await open(page);
        await page.waitForSelector(wait);
        const box = await page.locator('dialog').boundingBox();
        expect([wait, box && box.x >= 0 && box.x + box.width <= width]).toEqual([wait, true]);
      }
    },
    PATIENCE_MS,
  );

  it('is reached by Tab, with the focus to be seen', async () => {
    const { server, runs } = await aWindow();
    await addRun(runs, permissionRun('rpermission01'));
    const { page } = await browser.open(server.newLink());
    await page.getByText('Recent runs').waitFor();
    const seen = new Set<string>();
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate<{ inside: boolean; name: string; outline: string }>(
        `({
          inside: document.activeElement !== document.body,
          name: document.activeElement.textContent,
          outline: getComputedStyle(document.activeElement).outlineStyle,
        })`,
      );
      // After the last there is the browser's own, and the page has no focus.
      if (!focused.inside) break;
      expect(focused).not.toMatchObject({ outline: 'none' });
      seen.add(focused.name);
    }
    for (const name of ['Skip to the page', 'Runs', 'Start work']) expect([...seen]).toContain(name);
  });
});
