import type { Browser, Page } from 'playwright-core';
import { noBrowser, openBrowser } from '../test/web/browser.ts';
import { addRun, longRun, wideRun } from '../test/web/sample-runs.ts';
import { openWindow, type Window } from '../test/web/window.ts';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { median } from './lib/measure.ts';

export const name = 'web';
export const title = 'The window in Chromium, on this machine: first paint, a large graph, a long log';

const STEPS = 500;
const EVENTS = 10_000;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  if (noBrowser !== null) return [skipped('the window', noBrowser)];
  const rounds = ctx.quick ? 2 : 7;
  ctx.say('building the page');
  const window = await openWindow();
  const browser = await openBrowser();
  try {
    const wide = await addRun(window.runs, wideRun('rwide', STEPS));
    const long = await addRun(window.runs, longRun('rlong', EVENTS));
    const paints: number[] = [];
    const draws: number[] = [];
    const longest: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ctx.say(`round ${round + 1} of ${rounds}`);
      paints.push(await measured(browser, window, '/', firstPaint));
      draws.push(await measured(browser, window, `/runs/${wide}`, drawn));
      longest.push(await measured(browser, window, `/runs/${long}?view=log`, longestTask));
    }
    const note = `median of ${rounds}, a new browser context each`;
    return [
      {
        label: 'first paint of the home page',
        value: median(paints),
        unit: 'ms',
        ...judge(median(paints), 'at most', 500),
        note,
      },
      {
        label: `a graph of ${STEPS} steps drawn, from the address on`,
        value: median(draws),
        unit: 'ms',
        ...judge(median(draws), 'at most', 1_000),
        note,
      },
      {
        label: `longest task while a log of ${EVENTS} events is scrolled`,
        value: Math.max(...longest),
        unit: 'ms',
        ...judge(Math.max(...longest), 'at most', 100),
        note: `the worst of ${rounds}; tasks under 50 ms count as 0`,
      },
    ];
  } finally {
    await browser.close();
    await window.close();
  }
}

/** With an empty cache, as the first time. */
async function measured(
  browser: Browser,
  { server }: Window,
  path: string,
  measure: (page: Page, address: string) => Promise<number>,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const page = await context.newPage();
    // Only the cookie; the page itself is asked for with the address that is measured.
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto(server.newLink());
    await page.unroute('**/assets/**');
    return await measure(page, new URL(path, server.url).href);
  } finally {
    await context.close();
  }
}

async function firstPaint(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  return page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`);
}

async function drawn(page: Page, address: string): Promise<number> {
  await page.addInitScript(`new MutationObserver((_, watch) => {
    if (!document.querySelector('[data-drawn="${STEPS}"] .react-flow__node')) return;
    watch.disconnect();
    requestAnimationFrame(() => { window.drawnAt = performance.now(); });
  }).observe(document, { subtree: true, childList: true, attributes: true })`);
  await page.goto(address);
  for (;;) {
    const at = await page.evaluate<number>('window.drawnAt ?? 0');
    if (at > 0) return at;
    await page.waitForTimeout(50);
  }
}

async function longestTask(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.getByText(new RegExp(`^\\d+ of ${EVENTS} events`)).waitFor();
  await page.getByText('reading the log').waitFor({ state: 'detached' });
  await page.waitForTimeout(500);
  await page.evaluate(`
    window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'longtask' });
  `);
  await page.getByTestId('log').hover();
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.wheel(0, step % 12 === 11 ? -20_000 : 3_000);
    await page.waitForTimeout(16);
  }
  return page.evaluate<number>('Math.max(0, ...window.tasks)');
}
