import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import { planStory } from '#app/cli/live/tell-plan.ts';
import { examineIn } from '#app/gated-pr/examine.ts';
import { gatedPrFor, registered } from '#app/gated-pr/make-graph.ts';
import { prSnapshotOf } from '#app/gated-pr/pr-snapshot.ts';
import { openRuns } from '#app/open-runs.ts';
import { workspacesOf } from '#attempts/hosted/workspaces.ts';
import { openProject } from '#attempts/open-project.ts';
import type { AgentTask } from '#contracts/agent.ts';
import { accepted } from '#contracts/gate.ts';
import { GUIDANCE_SIGNAL } from '#contracts/signals.ts';
import { resumeRun, startRun } from '#engine/drive/runs.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import { eventsOf } from '#engine/runs.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import type { GatedState, Thresholds } from '#workflows/gated-pr/state.ts';
import { repositoryWith } from '#workspace/testing/test-repository.ts';
import { type Deed, scriptedAttemptRunner } from './scripted-attempt-runner.ts';

export type Script = (task: AgentTask, attempt: number) => Deed;

const FILES = {
  'package.json': `${JSON.stringify({ name: 'calc', type: 'module', scripts: { test: 'node --test', check: 'node --check src/index.js' } }, null, 2)}\n`,
  'src/index.js': `export const VERSION = '1';\n`,
  'test/index.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERSION } from '../src/index.js';

test('has a version', () => assert.equal(VERSION, '1'));
`,
  '.assay/config.json': `${JSON.stringify({ main: 'main', plan: 'PLAN.md', preflight: 'npm run check' })}\n`,
  '.assay/.gitignore': 'ACTIVE_PR.json\nACTIVE_PR.edited.json\nORCHESTRATION_STATE.json\n',
};

export const hostedProject = (plan: string): string => repositoryWith({ ...FILES, 'PLAN.md': plan });

export interface HostedOptions {
  readonly repository?: string;
  /** Whether a whole change is challenged, as a person's is; it takes half a minute. */
  readonly challenge?: boolean;
  /** Whether a second author writes tests blind. */
  readonly blindTests?: boolean;
  readonly thresholds?: z.input<typeof Thresholds>;
  /** What a person says to a halt, after what they did about it; null leaves the run halted. */
  readonly person?: (state: GatedState) => string | null;
  /** Cleans up when it is over; by itself at the end of the test. */
  readonly after?: (clean: () => void) => void;
}

/** A plan that a scripted agent is driven through, in real workspaces and by real gates, until it ends or waits. */
export async function hostedRun(
  plan: string,
  script: Script,
  {
    repository = hostedProject(plan),
    thresholds,
    person = () => null,
    blindTests = false,
    challenge = false,
    after = onTestFinished,
  }: HostedOptions = {},
) {
  const home = mkdtempSync(join(tmpdir(), 'assay-home-'));
  after(() => rmSync(home, { recursive: true, force: true }));
  const env = { ...process.env, ASSAY_HOME: home };
  const runs = await openRuns(env);
  const project = await openProject(runs, repository, env);
  const workspaces = workspacesOf(project.store, repository);
  const examine = challenge
    ? examineIn(project)
    : async () => ({ findings: [], doubts: [], verdict: accepted('challenge') });
  const graph = gatedPrFor('hosted', { project, blobs: runs.blobs, workspaces, env, examine, blindTests });
  const { store, blobs, clock, worker, isGone } = runs;
  const attemptRunner = scriptedAttemptRunner(workspaces, script);
  const graphs = registered(graph);
  const executor = inProcessExecutor({ graphs, clock, attemptRunner });
  const deps = { store, blobs, clock, worker, isGone, executor, scheduler: new FairScheduler({ clock }) };
  const { run, done } = await startRun(deps, graph, {
    title: 'plan',
    input: { mode: 'hosted', repository, plan: 'PLAN.md', main: 'main', ...(thresholds ? { thresholds } : {}) },
  });
  let result = await done;
  let snapshot = await prSnapshotOf(store, blobs, run);
  for (;;) {
    const guidance = snapshot?.state.status === 'HALTED' ? person(snapshot.state) : null;
    if (guidance === null) break;
    const mail = { type: 'signal', signal: GUIDANCE_SIGNAL, act: null, payload: { guidance } } as const;
    await store.postMail(run, mail, 'a person', clock.now());
    result = await (await resumeRun(deps, graphs, run)).done;
    snapshot = await prSnapshotOf(store, blobs, run);
  }
  const story = (await planStory(await eventsOf(store, run), blobs)).map(({ text }) => text);
  await runs.close();
  const refusals = (snapshot?.answers ?? [])
    .filter(({ answer }) => answer.status === 'FAILURE')
    .map(({ answer: { reasons, output } }) => ({ code: reasons[0]?.code, message: reasons[0]?.message, output }));
  return { repository, result, state: snapshot?.state, refusals, story };
}

const draft = (title: string, what: string) => ({
  masterPlanPath: 'PLAN.md',
  prTitle: title,
  summary: what,
  verificationPlan: 'the tests',
  tasks: [
    {
      taskName: what,
      tdd_steps: [
        { type: 'RED', description: `${what}: test` },
        { type: 'GREEN', description: what },
      ],
    },
  ],
});

export const testOf = (name: string, call: string, value: string) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from '../src/${name}.js';

test('${name}', () => assert.equal(${call}, ${value}));
`;

/** An honest engineer, and a reviewer who finds nothing. */
export function honest({ agent, prompt }: AgentTask): Deed {
  if (agent === 'reviewer') return { claim: { findings: [] } };
  const [name, call, value, op] = prompt.includes('multiply')
    ? ['multiply', 'multiply(2, 3)', '6', '*']
    : ['add', 'add(2, 3)', '5', '+'];
  if (prompt.includes('# INITIALIZING'))
    return {
      files: { '.assay/ACTIVE_PR.json': JSON.stringify(draft(`feat: ${name} numbers`, `${name} numbers`)) },
      claim: { summary: 'drafted' },
    };
  if (prompt.includes('analysis_decision')) return { claim: { summary: 'as meant', analysis_decision: 'SUCCESS' } };
  if (prompt.includes('## RED'))
    return { files: { [`test/${name}.test.js`]: testOf(name, call, value) }, claim: { summary: 'red' } };
  return {
    files: { [`src/${name}.js`]: `export const ${name} = (a, b) => a ${op} b;\n` },
    claim: { summary: 'green' },
  };
}
