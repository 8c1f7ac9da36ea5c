import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { openBrowser } from './browser.ts';
import { letIn } from './let-in.ts';
import { openWindow, type Window } from './window.ts';

export interface Visit {
  readonly page: Page;
  /** What the page complained about: errors it did not catch, and what its policy forbade. */
  readonly complaints: string[];
}

/**
 * How long a page is waited for. Less than a test may take, so that what fails is the wait, which says for what; far
 * more than a quiet machine needs, since a loaded one is no fault of the page. Who gives a test longer says so here, too.
 */
export const PATIENT_MS = Number(process.env.ASSAY_PATIENT_MS ?? 110_000);

export interface VisitOptions {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
}

/** A browser for the tests of a file. */
export function useBrowser(): { open(link: string, path?: string, options?: VisitOptions): Promise<Visit> } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return {
    open: async (link, path = '/', { scheme = 'light', width = 1_280 } = {}) => {
      if (!browser) throw new Error('the browser is not open');
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme });
      context.setDefaultTimeout(PATIENT_MS);
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        // A server that is not there is the subject of some tests, and the browser reports it itself.
        if (message.type() === 'error' && !/Failed to load resource|ERR_/.test(message.text())) {
          complaints.push(message.text());
        }
      });
      if (link.includes('#')) await letIn(page, link);
      else await page.goto(link);
      if (path !== '/') await page.goto(new URL(path, link).href);
      return { page, complaints };
    },
  };
}

/** A server of the test's own, closed with it. */
export async function aWindow(...options: Parameters<typeof openWindow>): Promise<Window> {
  const window = await openWindow(...options);
  onTestFinished(() => window.close());
  return window;
}

/** A key that answers what is shown. It is named on its button once it is heard: not in the moment a card appears. */
export async function pressKey(page: Page, key: string): Promise<void> {
  await page
    .locator('button kbd', { hasText: new RegExp(`^${key}$`) })
    .first()
    .waitFor();
  await page.keyboard.press(key);
}
