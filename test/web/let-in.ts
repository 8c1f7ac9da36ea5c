import type { Page } from 'playwright-core';

/** Opens a one-time link as a person does, and waits until the page has traded it for its key. */
export async function letIn(page: Page, link: string): Promise<void> {
  await page.goto(link);
  while (!(await page.evaluate<boolean>(`localStorage.getItem('assay.key') !== null`))) await page.waitForTimeout(20);
}

/** The same without a look at the page itself: nothing of it is in the browser's cache afterwards. */
export async function letInUnseen(page: Page, link: string): Promise<void> {
  const { origin, hash } = new URL(link);
  await page.goto(`${origin}/nothing.txt`);
  await page.evaluate(`(async () => {
    const token = new URLSearchParams(${JSON.stringify(hash)}.slice(1)).get('token');
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/session/key', { method: 'POST', headers, body: JSON.stringify({ token }) });
    localStorage.setItem('assay.key', (await answer.json()).key);
  })()`);
}
