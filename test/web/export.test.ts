import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pathOf } from '#contracts/http/call-route.ts';
import { FILES } from '#contracts/http/routes.ts';
import { noBrowser } from './browser.ts';
import { addRun, EVIL, gatedRun, hostileRun, wideRun } from './sample-runs.ts';
import { aWindow, useBrowser } from './visit.ts';

describe.skipIf(noBrowser !== null)(`X3 a run in one file ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it.each([
    ['rgated01', gatedRun('rgated01'), 'Calls and answers', 3],
    ['rhostile01', hostileRun('rhostile01'), EVIL.slice(0, 12), 1],
    ['rwide', wideRun('rwide', 200), 'step-9-19', 200],
  ] as const)(
    'X3.4 X3.2 opens without a server and asks for nothing: %s',
    async (id, sample, words, steps) => {
      const { server, runs, home } = await aWindow();
      const run = await addRun(runs, sample);
      const { page } = await browser.open(server.newLink());
      const path = pathOf(FILES.runHtml, { params: { run } });
      const html = await page.evaluate<string>(`(async () => {
        const headers = { authorization: 'Bearer ' + localStorage.getItem('assay.key') };
        return (await fetch(${JSON.stringify(path)}, { headers })).text();
      })()`);
      const file = join(home, `${id}.html`);
      await writeFile(file, html);

      const asked: string[] = [];
      const { page: viewer, complaints } = await browser.open('about:blank');
      viewer.on('request', (request) => asked.push(request.url()));
      await viewer.goto(pathToFileURL(file).href);
      await viewer.getByText(words).first().waitFor();
      await viewer.getByRole('tab', { name: 'Graph' }).click();
      const picture = viewer.locator(`svg[data-picture="${steps}"]`);
      expect(await picture.locator('[data-node]').count()).toBe(steps);
      await picture.locator('[data-node]').last().click();
      await viewer.getByTestId('node-panel').waitFor();
      await viewer.getByRole('button', { name: 'Close the details' }).click();
      await viewer.getByRole('tab', { name: 'Log' }).click();
      await viewer.getByTestId('log').getByText('run begins').waitFor();
      await viewer.getByRole('slider', { name: 'Event to look at' }).fill('3');
      await viewer.getByText('As it stood').waitFor();
      expect(await viewer.evaluate<boolean>(`'hacked' in window`)).toBe(false);
      // Nothing but the file itself.
      expect(asked).toEqual([pathToFileURL(file).href]);
      expect(complaints).toEqual([]);
    },
    120_000,
  );
});
