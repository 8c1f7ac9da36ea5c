import { describe, expect, it } from 'vitest';
import { withRuns } from '#app/open-runs.ts';
import { driverId } from '#engine/drive/driver-id.ts';
import { askingHome } from './asking-home.ts';

const asking = askingHome();

describe('assay runs answer', () => {
  it('refuses what does not fit, takes what does, and continues', async () => {
    const home = (await asking()).copy();
    expect((await home.assay('runs')).out).toContain('waiting');
    expect((await home.assay('runs', 'show', 'last')).out).toContain('4 tasks are accepted. Ship them?');
    expect((await home.assay('runs', 'resume', 'last')).code).toBe(10);
    const unfit = await home.assay('runs', 'answer', 'last', 'maybe');
    expect([unfit.code, unfit.err]).toEqual([1, expect.stringContaining('error PAYLOAD_INVALID')]);
    const done = await home.json('runs', 'answer', 'last', 'no', '--resume');
    expect(done).toMatchObject({ status: 'completed', output: { shipped: false } });
  });

  it('only records the answer without --resume, and says how to continue', async () => {
    const home = (await asking()).copy();
    const { code, out } = await home.assay('runs', 'answer', 'last', '"yes"', '--signal', 'ship');
    expect([code, out]).toEqual([0, expect.stringContaining('assay runs resume')]);
    expect((await home.assay('runs')).out).toContain('interrupted');
    expect(await home.json('runs', 'resume', 'last')).toMatchObject({ output: { shipped: true } });
  });

  it('knows only the signals of the graph', async () => {
    const home = (await asking()).copy();
    const early = await home.assay('runs', 'answer', 'last', 'yes', '--signal', 'nothing-like-it');
    expect([early.code, early.err]).toEqual([2, expect.stringContaining('error SIGNAL_UNKNOWN')]);
  });

  it('refuses what does not fit before the process that drives the run gets it', async () => {
    const home = (await asking()).copy();
    await withRuns({ ASSAY_HOME: home.root }, async ({ store, worker }) => {
      const [run] = await store.list();
      if (!run) throw new Error('there is no run');
      const lease = await store.lease(run.run, driverId(worker), 60_000);
      expect(lease.ok).toBe(true);
      const unfit = await home.assay('runs', 'answer', 'last', 'maybe');
      expect([unfit.code, unfit.err]).toEqual([1, expect.stringContaining('error PAYLOAD_INVALID')]);
      expect(await store.mail(run.run)).toEqual([]);
    });
  });
});
