import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { HYBRID_TDD } from '#contracts/workflow-names.ts';
import { hybridTdd } from '#workflows/hybrid-tdd/graph.ts';
import { scriptedEffects } from '#workflows/hybrid-tdd/testing/scripted-effects.ts';
import { openRuns } from '../open-runs.ts';
import { knownGraphs } from './graphs.ts';

it('H3 the window knows hybrid TDD: the graph for drawing and answers is the one that runs', async () => {
  const home = mkdtempSync(join(tmpdir(), 'assay-graphs-'));
  const runs = await openRuns({ ASSAY_HOME: home });
  onTestFinished(async () => {
    await runs.close();
    rmSync(home, { recursive: true, force: true });
  });
  const graphs = knownGraphs(runs, {});
  const drawn = await graphs.get(HYBRID_TDD);
  expect(drawn?.ref).toEqual(hybridTdd(scriptedEffects()).ref);
  expect(Object.keys(drawn?.shape.nodes ?? {})).toEqual(expect.arrayContaining(['tests', 'impl', 'verifyTDD']));
  expect(await graphs.get('nothing of the kind')).toBeNull();
});
