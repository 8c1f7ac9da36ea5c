import { describe, expect, it } from 'vitest';
import { tempHome } from './assay.ts';
import { interruptedHome, Listed } from './interrupted-home.ts';

const interrupted = interruptedHome();

describe('a run that is paused, killed and continued', () => {
  it('pauses, sets a budget that stops it, and continues after it is raised', async () => {
    const stopped = await interrupted();
    const home = stopped.copy();
    const run = stopped.told;
    expect(await home.json('runs', 'pause', run)).toMatchObject({ status: 'paused' });
    expect(await home.json('runs', 'budget', run, '--attempts', '5')).toMatchObject({ heard: true });
    const held = await home.assay('runs', 'resume', run, '--fast');
    expect([held.code, held.err]).toEqual([10, expect.stringMatching(/is paused: \d+ of 5 attempts are used/)]);
    expect(held.err).toContain(`next: assay runs budget ${run} --usd N`);
    expect(await home.json('runs', 'budget', run, '--attempts', '100')).toMatchObject({ heard: true });
    expect(await home.json('runs', 'resume', run, '--fast')).toMatchObject({ status: 'completed' });
  });

  it('S2.1: pauses it twice and continues twice; the log stays sound, and each command reports the run’s state', async () => {
    const home = tempHome();
    const driver = home.startSlowRun();
    await driver.says('plan begins');
    expect(await home.json('runs', 'pause', 'last')).toMatchObject({ heard: true, status: 'paused' });
    const again = await home.assay('runs', 'pause', 'last');
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('is already paused')]);
    const [one, two] = await Promise.all([home.assay('runs', 'resume', 'last'), home.assay('runs', 'pause', 'last')]);
    expect([one.err, two.err].join()).not.toContain('LOG_TAMPERED');
    await home.assay('runs', 'cancel', 'last');
    await driver.ended;
    expect((await home.assay('runs', 'show', 'last', '--events')).out).toContain('run.ended');
  });

  it('shows a run whose process was killed as interrupted at once, and can resume it', async () => {
    const home = tempHome();
    const driver = home.startSlowRun();
    await driver.says('plan begins');
    driver.kill('SIGKILL');
    await driver.ended;
    expect(Listed.parse(await home.json('runs', '--status', 'interrupted')).runs).toHaveLength(1);
    expect(await home.json('runs', 'resume', 'last', '--fast')).toMatchObject({ status: 'completed' });
  });
});
