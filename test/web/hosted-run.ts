import { onTestFinished } from 'vitest';
import { gatedPrRuntime } from '#app/gated-pr/runtime.ts';
import { type RunId, WorkerId } from '#contracts/ids.ts';
import type { PermissionSettings } from '#contracts/permission.ts';
import { startRun } from '#engine/drive/runs.ts';
import type { DriveResult } from '#engine/drive/types.ts';
import { startSim } from '#sim/server.ts';
import type { Scenario } from '#sim/types.ts';
import type { Begin } from '#workflows/gated-pr/graph.ts';
import { repositoryWith } from '#workspace/testing/test-repository.ts';
import type { Window } from './window.ts';

export const FILES = {
  'package.json': `${JSON.stringify({ name: 'calc', type: 'module', scripts: { test: 'node --test', check: 'node --check src/index.js' } }, null, 2)}\n`,
  'src/index.js': `export const VERSION = '1';\n`,
  'test/index.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERSION } from '../src/index.js';

test('has a version', () => assert.equal(VERSION, '1'));
`,
  'PLAN.md': '# Plan\n\n- [ ] feat: add numbers\n',
  '.assay/.gitignore': 'ACTIVE_PR.json\nORCHESTRATION_STATE.json\n',
};

export const DRAFT = {
  masterPlanPath: 'PLAN.md',
  prTitle: 'feat: add numbers',
  summary: 'add numbers',
  verificationPlan: 'the tests',
  tasks: [
    {
      taskName: 'add numbers',
      tdd_steps: [
        { type: 'RED', description: 'add is tested' },
        { type: 'GREEN', description: 'add adds' },
      ],
    },
  ],
};

export const TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../src/add.js';

test('adds', () => assert.equal(add(2, 3), 5));
`;

export interface HostedRun {
  readonly run: RunId;
  readonly repository: string;
  readonly done: Promise<DriveResult>;
  /** Lets go of the run, as a process that stops does. */
  stop(): Promise<void>;
}

export interface HostedOptions {
  readonly scenario: Scenario;
  readonly permissions?: Partial<PermissionSettings>;
  readonly thresholds?: NonNullable<Begin['thresholds']>;
}

/**
 * A real gated PR by a hosted agent: a real repository, real workspaces, tests and gates; only the model is a script.
 * The model is found in the usual way, so that the server can continue the run as well.
 */
export async function hostedRun({ runs }: Window, options: HostedOptions): Promise<HostedRun> {
  const { scenario, permissions, thresholds } = options;
  const sim = await startSim({ scenario });
  onTestFinished(() => sim.close());
  setEnv({ OPENAI_API_KEY: 'sim-key-for-tests', OPENAI_BASE_URL: `${sim.url}/v1` });
  const config = { main: 'main', plan: 'PLAN.md', preflight: 'npm run check', permissions };
  const repository = repositoryWith({ ...FILES, '.assay/config.json': `${JSON.stringify(config)}\n` });
  const begin: Begin = {
    mode: 'hosted',
    repository,
    plan: 'PLAN.md',
    main: 'main',
    agents: { backend: 'native', model: 'openai:gpt-5.2' },
    ...(thresholds ? { thresholds } : {}),
  };
  const runtime = await gatedPrRuntime(runs, begin, process.env);
  // Another process than the server's, as far as leases are concerned.
  const deps = { ...runtime.deps, worker: WorkerId.parse('elsewhere') };
  const handle = await startRun(deps, runtime.graph, { input: begin, title: 'Add numbers' });
  const closed = handle.done.finally(() => runtime.close());
  onTestFinished(async () => {
    await handle.stop();
    await closed;
  });
  return { run: handle.run, repository, done: closed, stop: () => handle.stop() };
}

/** The server drives runs with the environment of its process, which is this one. */
function setEnv(values: Readonly<Record<string, string>>): void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
}
