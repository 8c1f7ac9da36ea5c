import { describe, expect, it } from 'vitest';
import { toJson } from '#contracts/json.ts';
import { INLINE_LIMIT_BYTES } from '#contracts/payload.ts';
import { type NewEvent, newEvent } from '#contracts/run-events.ts';
import type { Runs } from '#engine/runs.ts';
import { noBrowser } from './browser.ts';
import { addRun, gatedRun, type Sample } from './sample-runs.ts';
import { aWindow, useBrowser } from './visit.ts';

/** The same run as the engine would log it with states beyond what the log takes inline. */
async function grown({ blobs }: Runs, sample: Sample): Promise<Sample> {
  const events = await Promise.all(
    sample.events.map(async (event): Promise<NewEvent> => {
      if (event.type !== 'node.scheduled' || !('inline' in event.data.input)) return event;
      const { inline } = event.data.input;
      if (inline === null || typeof inline !== 'object') return event;
      const text = JSON.stringify({ ...inline, notes: 'x'.repeat(INLINE_LIMIT_BYTES) });
      const input = { blob: await blobs.put(text), bytes: text.length };
      return newEvent('node.scheduled', { ...event.data, input });
    }),
  );
  return { ...sample, events };
}

describe.skipIf(noBrowser !== null)(`C10 a gated PR whose state has outgrown the log ${noBrowser ?? ''}`, () => {
  const browser = useBrowser();

  it('is read where it was kept, and shown as any other', async () => {
    const { server, runs } = await aWindow();
    const run = await addRun(runs, await grown(runs, gatedRun('rlarge01')));
    const events: unknown[] = [];
    for await (const event of runs.store.read(run)) events.push(event);
    expect(JSON.stringify(toJson(events, 'events'))).not.toContain('DEBUGGING');
    const { page, complaints } = await browser.open(server.newLink(), `/runs/${run}`);
    await page.getByRole('heading', { name: 'Totals count the quantity' }).nth(1).waitFor();
    await page.getByText('Calls and answers').waitFor();
    await page.getByText('1 measured failure of this step').waitFor();
    expect(await page.getByText('submit_work').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  }, 120_000);
});
