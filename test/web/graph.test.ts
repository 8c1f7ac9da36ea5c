import { describe, expect, it } from 'vitest';
import { noBrowser } from './browser.ts';
import { addRun, completed, type Sample, scheduled, started } from './sample-runs.ts';
import { aWindow, useBrowser } from './visit.ts';

/** As long as hybrid TDD is, with one round more in its middle. */
const NAMES =
  'begin types skeleton gate fork tests join verify tests join verify merge validate post examine review exit'.split(
    ' ',
  );

function longWay(id: string): Sample {
  const seen = new Map<string, number>();
  const acts = NAMES.map((name) => {
    const no = (seen.get(name) ?? 0) + 1;
    seen.set(name, no);
    return `${name}#${no}`;
  });
  const events = acts.flatMap((act, at) => {
    const next = acts[at + 1];
    return [scheduled(act, 'logic', acts[at - 1] ?? null), started(act), completed(act, next ? [next] : [])];
  });
  return { id, title: 'A long way', graph: 'hybrid-tdd', events };
}

describe.skipIf(noBrowser !== null)(`C10 the graph of a long workflow ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('C10.14 opens on the way that was taken, large enough to read at 1440', async () => {
    const { server, runs } = await aWindow();
    const run = await addRun(runs, longWay('rlongway'));
    const link = server.newLink();
    const { page, complaints } = await browser.open(link, `/runs/${run}?view=graph`, { width: 1_440 });
    expect(await page.getByRole('button', { name: 'Way taken' }).getAttribute('aria-pressed')).toBe('true');
    const boxes = page.locator('[data-drawn] [data-node]');
    await boxes.first().waitFor();
    await page.getByText('examine').first().waitFor();
    const zoom = (): Promise<number> =>
      page.evaluate<number>(
        `new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')).transform).a`,
      );
    // 13 px and not less than three quarters of it.
    await expect.poll(zoom, { timeout: 20_000 }).toBeGreaterThanOrEqual(0.74);
    await page.getByRole('button', { name: 'Workflow' }).click();
    await boxes.first().waitFor();
    expect(complaints).toEqual([]);
  }, 180_000);

  it('C10.9 is drawn though the code that places it could not be fetched at first', async () => {
    const { server, runs } = await aWindow();
    const run = await addRun(runs, longWay('rlost'));
    const { page } = await browser.open(server.newLink(), '/runs');
    let lost = 0;
    await page.context().route(/elk-worker/, async (route) => {
      lost += 1;
      await (lost <= 2 ? route.abort() : route.continue());
    });
    await page.goto(`${server.url}/runs/${run}?view=graph`);
    await page.locator('[data-drawn] [data-node]').first().waitFor();
    expect(lost).toBe(3);
  }, 180_000);
});
