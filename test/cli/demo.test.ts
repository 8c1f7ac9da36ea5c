import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tempHome } from './assay.ts';
import { preparedHome } from './prepared-home.ts';

const Result = z.object({
  status: z.literal('completed'),
  run: z.string(),
  output: z.object({ accepted: z.array(z.object({ task: z.string() })), refusals: z.array(z.json()) }),
});

const finished = preparedHome(async (home) => Result.parse(await home.json('demo', 'first-run', '--fast', '--ask')));

describe('assay demo', () => {
  it('X8.16 shows a refusal, a recovery and that the model is simulated, and leaves real files', async () => {
    const home = tempHome();
    const { code, out, err } = await home.assay('demo', 'first-run', '--fast');
    expect([code, err]).toEqual([0, '']);
    const first = out.indexOf(
      'claim of cart refused: it says 3 of 3 tests pass; run here, 2 do: "counts the quantity"',
    );
    const then = out.indexOf('build cart_round_2 done');
    const last = out.indexOf('all 4 claims accepted');
    expect([first > 0, then > first, last > then]).toEqual([true, true, true]);
    expect(out).toMatch(/build money failed: sim:scripted answered 529: .*\(3 calls failed in a row\); trying again/);
    expect(out).toMatch(/build discount refused: the claim does not fit, also when asked again: in claim: passing/);
    expect(out.split('model: simulated (scripted, on this machine)')).toHaveLength(3);
    expect(out).toContain('assay runs fork last');
    const [folder = ''] = readdirSync(join(home.root, 'examples'));
    expect(readdirSync(join(home.root, 'examples', folder))).toEqual(
      expect.arrayContaining(['cart.js', 'money.js', 'receipt.js', 'discount.js', 'check-1', 'check-2']),
    );
  });

  // What SIGTERM does to a run is in runs.test.ts.
  it('stops on Ctrl-C, and resumes to the result of an unbroken run', async () => {
    const { told: unbroken, copy } = await finished();
    const home = copy();
    const demo = home.start('demo', 'first-run');
    await demo.says('build discount refused');
    demo.kill('SIGINT');
    const { code, err } = await demo.ended;
    expect(code).toBe(130);
    const [, run = ''] = /next: assay runs resume (\S+)/.exec(err) ?? [];
    expect(run).not.toBe(unbroken.run);
    const resumed = Result.parse(await home.json('runs', 'resume', run, '--fast'));
    expect(resumed.output).toEqual(unbroken.output);
  });

  it('never asks without a terminal', async () => {
    // The one unbroken run above was started with --ask.
    expect((await finished()).told).toMatchObject({ status: 'completed' });
  });
});
