import { describe, expect, it } from 'vitest';
import { noBrowser } from './browser.ts';
import { SampleChat, turnOf } from './sample-chat.ts';
import { addRun, EVIL, hostileRun } from './sample-runs.ts';
import { aWindow, useBrowser } from './visit.ts';

const VIEWS = ['story', 'graph', 'timeline', 'agents', 'log', 'evidence'];

describe.skipIf(noBrowser !== null)(`C10.5 what agents write stays text ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('in titles, names, errors, payloads, tests, commands and questions', async () => {
    const { server, runs } = await aWindow();
    const run = await addRun(runs, hostileRun('rhostile01'));
    const { page, complaints } = await browser.open(server.newLink());
    const paths = [
      '/',
      '/runs',
      '/approvals',
      ...VIEWS.map((view) => `/runs/${run}?view=${view}&node=${encodeURIComponent(`${EVIL}#1`)}`),
    ];
    for (const path of paths) {
      await page.goto(new URL(path, server.url).href);
      await page.getByText('<img src=x').filter({ visible: true }).first().waitFor();
      expect(await page.evaluate<boolean>(`'hacked' in window`)).toBe(false);
      const found = await page.evaluate<object>(`({
        pictures: document.querySelectorAll('main img').length,
        scripts: document.querySelectorAll('main script').length,
        links: [...document.querySelectorAll('a')].filter(({ protocol }) => protocol === 'javascript:').length,
      })`);
      expect([path, found]).toEqual([path, { pictures: 0, scripts: 0, links: 0 }]);
    }
    expect(complaints).toEqual([]);
  });

  it('in the Markdown of a conversation', async () => {
    const text = [
      EVIL,
      '[js](javascript:window.hacked=1) [data](data:text/html,x) [ok](https://example.org/a)',
      '![pic](https://example.org/track.png)',
      '<iframe src="https://example.org"></iframe>',
      '```html\n<script>window.hacked=1</script>\n```',
    ].join('\n\n');
    const chat = new SampleChat([turnOf('a1', 'agent', text, 'done')]);
    const { server } = await aWindow({ chat });
    const { page, complaints } = await browser.open(server.newLink(), '/chat/chat-1');
    await page.locator('.prose').waitFor();
    const links = await page
      .locator('.prose a')
      .evaluateAll((found) =>
        found.map((link) => [link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]),
      );
    expect(links).toEqual([['https://example.org/a', 'noopener noreferrer', '_blank']]);
    expect(await page.locator('.prose img, .prose iframe, .prose script').count()).toBe(0);
    expect(await page.evaluate<boolean>(`'hacked' in window`)).toBe(false);
    expect(complaints).toEqual([]);
  });
});
