import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ErrorInfo } from '#contracts/errors.ts';
import { BIN, COMPILED, tempHome } from './assay.ts';
import { interruptedHome, Listed } from './interrupted-home.ts';
import { preparedHome } from './prepared-home.ts';

const Finished = z.object({ run: z.string(), status: z.literal('completed'), output: z.json() });
const Failed = z.object({ error: ErrorInfo });

const finished = preparedHome(async (home) => Finished.parse(await home.json('demo', 'first-run', '--fast')));

const interrupted = interruptedHome();

describe('assay runs', () => {
  it('teaches what to do when there is nothing yet', async () => {
    const { code, out } = await tempHome().assay('runs');
    expect([code, out]).toEqual([0, expect.stringContaining('assay demo')]);
  });

  it('lists and shows runs, by id, by its beginning and as `last`', async () => {
    const demo = await finished();
    const home = demo.copy();
    const { run } = demo.told;
    const { runs } = Listed.parse(await home.json('runs', 'list'));
    expect(runs).toMatchObject([{ run, shown: 'completed', simulated: true }]);
    expect((await home.assay('runs')).out).toContain(run);
    for (const wanted of [run, run.slice(0, 9), 'last']) {
      expect((await home.assay('runs', 'show', wanted)).out).toContain('witness notes: claim of cart refused');
    }
  });

  it('travels back to any event', async () => {
    const home = (await finished()).copy();
    const Shown = z.object({ at: z.number(), view: z.looseObject({ status: z.string(), nodes: z.array(z.json()) }) });
    const early = Shown.parse(await home.json('runs', 'show', 'last', '--at', '5'));
    const late = Shown.parse(await home.json('runs', 'show', 'last'));
    expect([early.at, early.view.status, late.view.status]).toEqual([5, 'running', 'completed']);
    expect(early.view.nodes.length).toBeLessThan(late.view.nodes.length);
    const beyond = await home.assay('runs', 'show', 'last', '--at', '100000');
    expect([beyond.code, beyond.err]).toEqual([2, expect.stringContaining('Its events are 1 to')]);
  });

  it('forks from an event and continues from there to the same result', async () => {
    const demo = await finished();
    const home = demo.copy();
    const first = demo.told;
    const fork = Finished.parse(await home.json('runs', 'fork', 'last', '--at', '5', '--resume', '--fast'));
    expect(fork.run).not.toBe(first.run);
    expect(fork.output).toEqual(first.output);
    const { runs } = Listed.parse(await home.json('runs'));
    expect(runs.find(({ run }) => run === fork.run)?.forkedFrom?.run).toBe(first.run);
    // Its end in it, a fork would be over as well.
    const head = String(runs.find(({ run }) => run === first.run)?.head);
    const over = await home.assay('runs', 'fork', first.run, '--at', head);
    expect([over.code, over.err]).toEqual([2, expect.stringContaining('Name an earlier event: 1 to')]);
  });

  it('is not an error for a reader to leave early', async () => {
    const home = (await finished()).copy();
    const script = `"${BIN}" runs show last --events | head -1; echo "code \${PIPESTATUS[0]}"`;
    const env = { ...process.env, ...COMPILED, ASSAY_HOME: home.root };
    expect(execFileSync('bash', ['-c', script], { env, encoding: 'utf8' })).toMatch(/code 0\n$/);
  });
});

describe('steering a run no one drives', () => {
  it('cancels at once, and then says that it is over', async () => {
    const stopped = await interrupted();
    const home = stopped.copy();
    const run = stopped.told;
    expect(await home.json('runs', 'cancel', run, '--why', 'wrong shop')).toMatchObject({ run, status: 'cancelled' });
    expect((await home.assay('runs', 'show', run)).out).toContain('run cancelled: wrong shop');
    const again = await home.assay('runs', 'cancel', run);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('error RUN_OVER')]);
    expect((await home.assay('runs', 'resume', run)).code).toBe(2);
  });

  it('refuses an answer if there is no question', async () => {
    const stopped = await interrupted();
    const home = stopped.copy();
    const run = stopped.told;
    const answer = await home.assay('runs', 'answer', run, 'yes');
    expect([answer.code, answer.err]).toEqual([2, expect.stringContaining('asks nothing right now')]);
  });
});

describe('steering a run that another process drives', () => {
  it('cancels it there, and is seen by a watcher', async () => {
    const home = tempHome();
    const driver = home.startSlowRun();
    await driver.says('plan begins');
    expect(Listed.parse(await home.json('runs')).runs[0]?.shown).toBe('running');
    const held = await home.assay('runs', 'resume', 'last');
    expect([held.code, held.err]).toEqual([3, expect.stringContaining('error RUN_HELD')]);
    const watcher = home.start('runs', 'watch', 'last', '--json');
    await watcher.says('run.created');
    expect(await home.json('runs', 'cancel', 'last')).toMatchObject({ heard: true, status: 'cancelled' });
    expect((await driver.ended).code).toBe(1);
    const { out, code } = await watcher.ended;
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ type: 'watch.ended', status: 'cancelled' });
    expect(lines.slice(0, -1).map(({ seq }) => seq)).toEqual(lines.slice(0, -1).map((_, index) => index + 1));
    expect(code).toBe(1);
  });
});

describe('errors', () => {
  it.each([
    [['runs', 'show', 'nope'], 2, 'RUN_UNKNOWN'],
    [['runs', 'show'], 2, 'USAGE'],
    [['runs', 'fork', 'last'], 2, 'USAGE'],
    [['runs', 'budget', 'last'], 2, 'USAGE'],
    [['sim', 'flakky'], 2, 'SCENARIO_UNKNOWN'],
  ])('%j exits with %d and says %s as JSON too', async (args, code, name) => {
    const home = tempHome();
    const plain = await home.assay(...args);
    expect([plain.code, plain.err, plain.out]).toEqual([code, expect.stringContaining(`error ${name}: `), '']);
    expect(Failed.parse(await home.json(...args)).error.code).toBe(name);
  });
});
