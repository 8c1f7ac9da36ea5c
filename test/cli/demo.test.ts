import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempHome } from './assay.ts';

describe('assay demo', () => {
  it('X8.16 shows a refusal, a recovery and that the model is simulated, leaves real files, and asks no one without a terminal', async () => {
    const home = tempHome();
    // Asked to ask, it does not where there is no terminal.
    const { code, out, err } = await home.assay('demo', 'first-run', '--fast', '--ask');
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
});
