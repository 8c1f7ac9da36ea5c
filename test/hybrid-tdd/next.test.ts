import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRuns } from '#app/open-runs.ts';
import { type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import { startRun } from '#engine/drive/runs.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { graphRegistry } from '#engine/graph/registry.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import { runProcess } from '#host/run-process.ts';
import { hybridTdd } from '#workflows/hybrid-tdd/graph.ts';
import { specFrom } from '#workflows/hybrid-tdd/read-spec.ts';
import type { Spec } from '#workflows/hybrid-tdd/spec.ts';
import type { MutationReport } from '#workflows/hybrid-tdd/state.ts';
import { adversary, IMPL, TESTS, TYPES } from '#workflows/hybrid-tdd/testing/sample-claims.ts';
import { scriptedEffects, VERIFIED } from '#workflows/hybrid-tdd/testing/scripted-effects.ts';
import { BIN, COMPILED } from '../cli/assay.ts';

const SURVIVED: MutationReport = {
  ...{ type: 'measured', score: 0.5, tried: 2, killed: 1, verdict: 'gaps', evidence: [] },
  survivors: [
    { id: 'm1', kind: 'Boundary', function: 'push', line: 3, description: 'SECRET', covered: true, blocks: false },
  ],
};
const PROPOSED = { name: 'full-refuses', description: 'refuses', invariant: 'push on full throws', type: 'Boundary' };
const CLAIMS: Readonly<Record<string, Json>> = {
  types: TYPES,
  typeAdversary: adversary('Minor'),
  tests: TESTS,
  impl: IMPL,
  mutationAdversary: { survivors: [{ id: 'm1', whyDangerous: 'it grows', proposed: PROPOSED }], analysis: 'a limit' },
};
const SITE = scriptedEffects({
  mutate: async () => SURVIVED,
  verify: async () => ({
    type: 'verified',
    verification: {
      ...VERIFIED,
      coverage: { ...VERIFIED.coverage, sketches: { covered: [], uncovered: ['push-grows'] } },
    },
  }),
});
const FIRST = specFrom(
  '{module: stack, description: a stack, criteria: [it holds], implPath: src/s.ts, testPath: s.test.ts, examples: [{input: push 1, output: size 1}]}',
  'first',
);

describe('H8 the next run is made from what this one left', () => {
  it('H8.3 a survivor, a hole and uncovered behaviour become a spec that is accepted and given to agents', async () => {
    const home = mkdtempSync(join(tmpdir(), 'assay-next-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
    const { run } = await runOf(home, FIRST);

    const yaml = await next(home, run);
    const second = specFrom(yaml, 'next.yaml');
    expect(second).toMatchObject({
      properties: [{ name: 'full-refuses', about: 'push', invariant: 'push on full throws' }],
      typeNotes: ['a negative size can be made → hide the field'],
      criteria: ['it holds', 'push: the property push-grows has no test'],
    });
    // Everything else is as the person wrote it, and no word of the implementation has come in.
    expect({ ...second, properties: [], typeNotes: [], criteria: FIRST.criteria }).toEqual(FIRST);
    expect(yaml).not.toContain('SECRET');

    const again = await runOf(home, second);
    expect(again.prompts.types).toContain('a negative size can be made → hide the field');
    for (const side of ['tests', 'impl'])
      expect(again.prompts[side]).toContain('full-refuses (push): push on full throws');
    // What is there already is not asked for twice.
    expect(specFrom(await next(home, 'last'), 'third')).toEqual(second);
  }, 120_000);

  it('is refused if there is no result to make it from', async () => {
    const home = mkdtempSync(join(tmpdir(), 'assay-next-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const asked = await command(home, ['tdd', 'next', 'r123']);
    expect(asked).toMatchObject({ exitCode: 2 });
    expect(asked.stderr.text).toContain('there is no run "r123"');
  }, 120_000);

  it('and an invalid spec is refused before anything begins', async () => {
    const home = mkdtempSync(join(tmpdir(), 'assay-next-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    writeFileSync(join(home, 'spec.yaml'), 'module: x\n');
    const asked = await command(home, ['tdd', join(home, 'spec.yaml')]);
    expect(asked).toMatchObject({ exitCode: 2 });
    expect(asked.stderr.text).toContain('examples');
  }, 120_000);
});

const command = (home: string, args: readonly string[]) =>
  runProcess({
    program: BIN,
    args,
    cwd: home,
    env: { ...COMPILED, PATH: process.env.PATH ?? '', HOME: home, ASSAY_HOME: home },
    timeoutMs: 100_000,
  });

async function next(home: string, run: string): Promise<string> {
  const said = await command(home, ['tdd', 'next', run]);
  expect(said.exitCode, said.stderr.text).toBe(0);
  return said.stdout.text;
}

/** A whole run in that home: agents that answer at once, effects with scripted findings. */
async function runOf(home: string, spec: Spec) {
  const runs = await openRuns({ ASSAY_HOME: home });
  const prompts: Record<string, string> = {};
  const attemptRunner: AttemptRunner = async function* (task) {
    const node = task.of?.act.split('#')[0] ?? '';
    prompts[node] = task.prompt;
    yield { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'claim', claim: CLAIMS[node] ?? null } };
  };
  const graph = hybridTdd(SITE);
  const { store, blobs, clock, worker, isGone } = runs;
  const executor = inProcessExecutor({ graphs: graphRegistry([graph as unknown as Graph]), clock, attemptRunner });
  const deps = { store, blobs, clock, worker, isGone, executor, scheduler: new FairScheduler({ clock }) };
  try {
    const begun = await startRun(deps, graph, { input: { spec, mode: 'parallel', main: 'main' }, title: 'a run' });
    expect(await begun.done).toMatchObject({ status: 'completed' });
    return { run: begun.run, prompts };
  } finally {
    await runs.close();
  }
}
