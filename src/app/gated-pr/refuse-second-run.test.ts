import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { GraphHash, RunId, SessionId } from '#contracts/ids.ts';
import { newEvent } from '#contracts/run-events.ts';
import { GATED_PR } from '#contracts/workflow-names.ts';
import type { Runs } from '#engine/runs.ts';
import { openRuns } from '../open-runs.ts';
import { refuseSecondRun } from './refuse-second-run.ts';

const session = SessionId.parse('repository');

it('refuses a second run while one is at work, even before that has picked its PR', async () => {
  const runs = await aHome();
  const lease = await begin(runs);
  await expect(refuseSecondRun(runs, { session })).rejects.toMatchObject({
    code: 'RUN_EXISTS',
    next: expect.stringContaining('assay runs watch rfirst'),
  });
  await expect(refuseSecondRun(runs, { session: SessionId.parse('other') })).resolves.toBeUndefined();
  // It has no driver any more, and has not begun anything.
  await runs.store.release(lease);
  await expect(refuseSecondRun(runs, { session })).resolves.toBeUndefined();
});

async function aHome(): Promise<Runs> {
  const home = await mkdtemp(join(tmpdir(), 'assay-second-run-'));
  const runs = await openRuns({ ASSAY_HOME: home });
  onTestFinished(async () => {
    await runs.close();
    await rm(home, { recursive: true });
  });
  return runs;
}

function begin({ store, clock, worker }: Runs) {
  const run = RunId.parse('rfirst');
  const created = newEvent('run.created', {
    run,
    session,
    title: 'first',
    graph: { name: GATED_PR, version: 1, hash: GraphHash.parse('0123456789abcdef') },
    input: { inline: null },
    lane: 'normal',
    budget: {},
    simulated: false,
  });
  return store.create(run, [created], clock.now(), worker, 60_000);
}
