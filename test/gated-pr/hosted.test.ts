import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gatedPrFor, registered } from '#app/gated-pr/make-graph.ts';
import { standingOf } from '#app/gated-pr/standing-of.ts';
import { workspacesOf } from '#app/gated-pr/workspaces.ts';
import { openProject } from '#app/project/open-project.ts';
import { openRuns } from '#app/runs.ts';
import type { AgentTask } from '#contracts/agent.ts';
import { accepted } from '#contracts/gate.ts';
import { startRun } from '#engine/drive/runs.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import { git, repositoryWith } from '#workspace/git/testing/test-repository.ts';
import { type Deed, scriptedCrew } from './scripted-crew.ts';

const PLAN = `# Plan

- [ ] feat: add numbers
- [ ] feat: multiply numbers
`;

const FILES = {
  'package.json': `${JSON.stringify({ name: 'calc', type: 'module', scripts: { test: 'node --test', check: 'node --check src/index.js' } }, null, 2)}\n`,
  'src/index.js': `export const VERSION = '1';\n`,
  'test/index.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERSION } from '../src/index.js';

test('has a version', () => assert.equal(VERSION, '1'));
`,
  'PLAN.md': PLAN,
  '.assay/config.json': `${JSON.stringify({ main: 'main', plan: 'PLAN.md', preflight: 'npm run check' })}\n`,
  '.assay/.gitignore': 'ACTIVE_PR.json\nORCHESTRATION_STATE.json\n',
};

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

const testOf = (name: string, call: string, value: string) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from '../src/${name}.js';

test('${name}', () => assert.equal(${call}, ${value}));
`;

/** An honest engineer, who gets the first GREEN wrong. */
function honest({ agent, prompt }: AgentTask): Deed {
  if (agent === 'reviewer') return { claim: { findings: [] } };
  const [name, call, value, op] = prompt.includes('multiply')
    ? ['multiply', 'multiply(2, 3)', '6', '*']
    : ['add', 'add(2, 3)', '5', '+'];
  if (prompt.startsWith('# INITIALIZING'))
    return {
      files: { '.assay/ACTIVE_PR.json': JSON.stringify(draft(`feat: ${name} numbers`, `${name} numbers`)) },
      claim: { summary: 'drafted' },
    };
  if (prompt.includes('analysis_decision')) return { claim: { summary: 'as meant', analysis_decision: 'SUCCESS' } };
  if (prompt.includes('## RED'))
    return { files: { [`test/${name}.test.js`]: testOf(name, call, value) }, claim: { summary: 'red' } };
  const code = (operator: string) => `export const ${name} = (a, b) => a ${operator} b;\n`;
  const wrong = name === 'add' && !prompt.startsWith('# DEBUGGING');
  return { files: { [`src/${name}.js`]: code(wrong ? '-' : op) }, claim: { summary: 'green' } };
}

describe('G7 a plan is driven to merged by a hosted agent', { timeout: 300_000 }, () => {
  it('with a failure on the way', async () => {
    const home = mkdtempSync(join(tmpdir(), 'assay-home-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const env = { ...process.env, ASSAY_HOME: home };
    const repository = repositoryWith(FILES);
    const runs = await openRuns(env);
    const project = await openProject(runs, repository, env);
    const workspaces = workspacesOf(project.store, repository);
    const examine = async () => ({ findings: [], doubts: [], verdict: accepted('challenge') });
    const graph = gatedPrFor('hosted', { project, blobs: runs.blobs, workspaces, env, examine });
    const { store, blobs, clock, worker, isGone } = runs;
    const crew = scriptedCrew(workspaces, honest);
    const executor = inProcessExecutor({ graphs: registered(graph), clock, crew });
    const deps = { store, blobs, clock, worker, isGone, executor, scheduler: new FairScheduler({ clock }) };
    const handle = await startRun(deps, graph, {
      title: 'plan',
      input: { mode: 'hosted', repository, plan: 'PLAN.md', main: 'main' },
    });
    const result = await handle.done;
    const standing = await standingOf(store, blobs, handle.run);
    expect(result, JSON.stringify(standing?.state, null, 1)).toMatchObject({
      status: 'completed',
      output: { finished: [{ title: 'feat: add numbers' }, { title: 'feat: multiply numbers' }] },
    });
    expect(git(repository, 'log', '--oneline', '--first-parent', '--format=%s', 'main').split('\n')).toEqual([
      'Merge feat/multiply-numbers: feat: multiply numbers',
      'Merge feat/add-numbers: feat: add numbers',
      'first',
    ]);
    expect(git(repository, 'show', 'main:PLAN.md')).toContain('[DONE]');
    const failures = (standing?.answers ?? []).filter(({ answer }) => answer.status === 'FAILURE');
    expect(failures.map(({ answer }) => answer.reasons[0]?.code)).toEqual(['TESTS_FAILED']);
    await runs.close();
  });
});
