import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { GraphHash, RunId, SessionId } from '#contracts/ids.ts';
import { newEvent } from '#contracts/run-events.ts';
import type { Runs } from '#engine/runs.ts';
import { openRuns } from '../open-runs.ts';
import { Showcase } from './showcase.ts';

async function aHome(): Promise<Runs> {
  const home = await mkdtemp(join(tmpdir(), 'assay-showcase-'));
  const runs = await openRuns({ ASSAY_HOME: home });
  onTestFinished(async () => {
    await runs.close();
    await rm(home, { recursive: true });
  });
  return runs;
}

/** A run without a driver. */
async function addRun(runs: Runs, id: string, graph: string, simulated: boolean): Promise<RunId> {
  const run = RunId.parse(id);
  const created = newEvent('run.created', {
    run,
    session: SessionId.parse(id),
    title: id,
    graph: { name: graph, version: 1, hash: GraphHash.parse('0123456789abcdef') },
    input: { inline: null },
    lane: 'normal',
    budget: {},
    simulated,
  });
  const lease = await runs.store.create(run, [created], runs.clock.now(), runs.worker, 60_000);
  await runs.store.release(lease);
  return run;
}

/** Drives that only record calls. */
function drivesOf(start: (workflow: string) => void = () => {}) {
  const done: string[] = [];
  return {
    done,
    drives: {
      start: async ({ workflow }: { workflow: string }) => {
        start(workflow);
        done.push(`start ${workflow}`);
        return RunId.parse(`rnew${done.length}`);
      },
      resume: async (run: RunId) => void done.push(`resume ${run}`),
    },
  };
}

describe('Showcase', () => {
  it('begins once, however many pages are open, and again on request', async () => {
    const { drives, done } = drivesOf();
    const showcase = new Showcase({ runs: await aHome(), drives, auto: true, fast: true });
    const told: string[] = [];
    showcase.onBegin(({ run }) => told.push(run));
    expect(await showcase.offer()).toEqual({ auto: true, run: null, left: null });
    const [one, other] = await Promise.all([showcase.begin(), showcase.begin()]);
    expect(one).toEqual({ run: 'rnew1', workflow: 'gated-pr', instead: null });
    expect(other).toEqual(one);
    expect(await showcase.offer()).toEqual({ auto: true, run: 'rnew1', left: null });
    expect(await showcase.begin({ again: true })).toMatchObject({ run: 'rnew2' });
    expect(done).toEqual(['start gated-pr', 'start gated-pr']);
    expect(told).toEqual(['rnew1', 'rnew2']);
  });

  it('continues an interrupted example, and nothing that costs money', async () => {
    const runs = await aHome();
    await addRun(runs, 'rpaid', 'gated-pr', false);
    await addRun(runs, 'rother', 'first-run', true);
    const left = await addRun(runs, 'rleft', 'gated-pr', true);
    const { drives, done } = drivesOf();
    const showcase = new Showcase({ runs, drives, auto: true, fast: true });
    expect(await showcase.offer()).toEqual({ auto: true, run: null, left });
    expect(await showcase.begin()).toMatchObject({ run: left });
    expect(done).toEqual(['resume rleft']);
  });

  it('shows a smaller one if agents cannot be isolated, and says what is missing', async () => {
    const { drives, done } = drivesOf((workflow) => {
      if (workflow === 'gated-pr') throw new AssayError('NOT_ISOLATED', 'no bwrap', { next: 'Install bubblewrap.' });
    });
    const showcase = new Showcase({ runs: await aHome(), drives, auto: true, fast: true });
    expect(await showcase.begin()).toMatchObject({ workflow: 'first-run', instead: 'no bwrap. Install bubblewrap.' });
    expect(done).toEqual(['start first-run']);
  });

  it('can be begun again after it could not be', async () => {
    let broken = true;
    const { drives } = drivesOf(() => {
      if (broken) throw new AssayError('DISK_FULL', 'no space');
    });
    const showcase = new Showcase({ runs: await aHome(), drives, auto: true, fast: true });
    await expect(showcase.begin()).rejects.toMatchObject({ code: 'DISK_FULL' });
    broken = false;
    expect(await showcase.begin()).toMatchObject({ workflow: 'gated-pr' });
  });
});
