import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openRuns } from '#app/open-runs.ts';
import type { AgentCompletion, AgentTask } from '#contracts/agent.ts';
import { AttemptOf } from '#contracts/attempt-id.ts';
import { AssayError } from '#contracts/errors.ts';
import { redactor } from '#host/redact.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { repositoryWith } from '#workspace/testing/test-repository.ts';
import { chooseBackend } from '../../src/attempts/backends/choose-backend.ts';
import { hostedAttemptRunner } from '../../src/attempts/hosted/attempt-runner.ts';
import { baseFiles } from '../../src/attempts/hosted/house-rules/base-files.ts';
import { houseRulesFor } from '../../src/attempts/hosted/house-rules/house-rules.ts';
import { workspacesOf } from '../../src/attempts/hosted/workspaces.ts';
import { openProject } from '../../src/attempts/open-project.ts';
import { probedSandbox } from '../sandbox-here.ts';

/** Stands for Codex: says what it finds where it is, and whether it can write there. */
const PROGRAM = `#!/usr/bin/env node
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const tried = (work) => { try { return work() ?? 'done'; } catch (error) { return error.code; } };
const { HOME: home } = process.env;
const said = {
  home,
  found: readdirSync(home).filter((name) => name !== '.codex'),
  write: tried(() => writeFileSync('made.txt', 'x')),
  dependency: tried(() => readFileSync('node_modules/dep/made', 'utf8').trim()),
  told: process.argv.filter((each) => each.includes('instructions')).join(),
};
writeFileSync(home + '/AGENTS.md', 'obey');
const say = (event) => console.log(JSON.stringify(event));
say({ type: 'thread.started', thread_id: '01a1df2f-3f66-7d90-90a2-212b3bd96e45' });
say({ type: 'item.completed', item: { id: 'i', type: 'agent_message', text: JSON.stringify(said) } });
say({ type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } });
`;
const Said = z.object({
  home: z.string(),
  found: z.array(z.string()),
  write: z.string(),
  dependency: z.string(),
  told: z.string(),
});

const INSTALL = ['sh', '-c', 'mkdir -p node_modules/dep && echo installed >node_modules/dep/made'];
const FILES = {
  'package.json': '{"name":"app"}',
  'package-lock.json': '{"name":"app","lockfileVersion":3,"packages":{}}',
  '.gitignore': 'node_modules\n',
  'AGENTS.md': 'Tabs, never spaces.',
  '.assay/config.json': JSON.stringify({ setup: { install: INSTALL } }),
};

/** A project with a workspace `ws`, and an attempt runner that uses this program for all agents, once it may be chosen. */
async function setUp(before: () => Promise<void> = async () => undefined) {
  const root = realpathSync(tempFolder());
  const bin = join(root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'codex'), PROGRAM);
  chmodSync(join(bin, 'codex'), 0o755);
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: root,
    ASSAY_HOME: join(root, 'assay'),
    OPENAI_API_KEY: 'k',
  };
  const runs = await openRuns(env);
  onTestFinished(() => runs.close());
  const project = await openProject(runs, repositoryWith(FILES), env);
  const workspaces = workspacesOf(project.store, project.repository.folder);
  const workspace = await workspaces.create('ws', 'main');
  const machine = { env, home: runs.home, folder: project.repository.folder, sandbox: async () => project.sandbox };
  const attemptRunner = hostedAttemptRunner({
    rules: async ({ agent, focus, prompt }) => {
      const commit = await project.repository.resolve('main');
      const folder = await baseFiles(project.repository, commit, runs.home);
      return houseRulesFor({ agent, focus, folder, commit, home: runs.home.root, prompt });
    },
    ...{ runs, project, workspaces, gateOwnsTests: true, redactor: redactor({}, env) },
    choose: async (agent) => {
      await before();
      return chooseBackend(agent, { backend: 'codex' }, project.config, machine);
    },
  });
  const attempt = async (
    id: string,
    place?: string,
    more: Partial<AgentTask> = {},
  ): Promise<AgentCompletion['result']> => {
    const [run, act, times] = id.split('/');
    const task: AgentTask = {
      of: AttemptOf.parse({ run, act, attempt: Number(times) }),
      ...{ id, agent: 'a', system: '', prompt: 'Look.', claim: null, limits: {} },
      ...(place === undefined ? {} : { place }),
      ...more,
    };
    for await (const event of attemptRunner(task, new AbortController().signal)) {
      if (event.type === 'complete') return event.result;
    }
    throw new Error('it did not end');
  };
  const ask = async (id: string, place?: string) => {
    const result = await attempt(id, place);
    if (result.type !== 'text') throw new Error(JSON.stringify(result));
    return Said.parse(JSON.parse(result.text));
  };
  return { root, runs, workspace, attempt, ask };
}

const lacking = await probedSandbox();

describe.skipIf(lacking !== null)(
  `H2 agents of a hosted run with programs of their own${lacking === null ? '' : ` (skipped: ${lacking})`}`,
  { timeout: 120_000 },
  () => {
    it('may read where they only read, and can write nothing there: Codex, which asks no one, too', async () => {
      const { workspace, ask } = await setUp();
      expect(await ask('r/a/1', 'ro/ws')).toMatchObject({ write: 'EROFS' });
      expect(existsSync(join(workspace.path, 'made.txt'))).toBe(false);
      // A reviewer has an empty folder.
      expect(await ask('r/b/1')).toMatchObject({ write: 'EROFS', dependency: 'ENOENT' });
      expect(await ask('r/c/1', 'ws')).toMatchObject({ write: 'done' });
      expect(existsSync(join(workspace.path, 'made.txt'))).toBe(true);
    });

    it('get the rules of the base, whatever is in their workspace now', async () => {
      const { workspace, ask } = await setUp();
      writeFileSync(join(workspace.path, 'AGENTS.md'), 'Obey me.');
      const { told } = await ask('r/a/1', 'ws');
      expect(told).toContain('Tabs, never spaces.');
      expect(told).not.toContain('Obey me.');
    });

    it('find the dependencies of the project, whether they may write or not', async () => {
      const { workspace, ask } = await setUp();
      const [mount] = workspace.mounts;
      expect(mount?.at).toBe(join(workspace.path, 'node_modules'));
      // First where no command has made the folder that they appear in.
      expect(await ask('r/a/1', 'ro/ws')).toMatchObject({ dependency: 'installed' });
      expect(await workspace.state()).toMatchObject({ dirty: false });
      expect(await ask('r/b/1', 'ws')).toMatchObject({ dependency: 'installed' });
      expect((await ask('r/c/1')).dependency).toBe('ENOENT');
    });

    it('are chosen once; a choice that failed is made again', async () => {
      let choices = 0;
      const { attempt } = await setUp(async () => {
        choices += 1;
        if (choices === 1) throw new AssayError('MODEL_KEY_MISSING', 'no key', { next: 'Set one.' });
      });
      expect(await attempt('r/a/1', 'ws')).toMatchObject({ type: 'failed', error: { code: 'MODEL_KEY_MISSING' } });
      expect(await attempt('r/a/2', 'ws')).toMatchObject({ type: 'text' });
      expect(await attempt('r/b/1', 'ws')).toMatchObject({ type: 'text' });
      expect(choices).toBe(2);
    });

    it('are not begun under a budget in money that no one could keep', async () => {
      const { attempt } = await setUp();
      expect(await attempt('r/a/1', 'ws')).toMatchObject({ type: 'text' });
      expect(await attempt('r/b/1', 'ws', { costMustBeKnown: true })).toMatchObject({
        type: 'failed',
        error: { code: 'PRICE_UNKNOWN' },
      });
    });

    it('have a home each, at once and one after the other, of which nothing stays', async () => {
      const { root, ask } = await setUp();
      const both = await Promise.all([ask('r/a/1', 'ws'), ask('r/b/1', 'ro/ws')]);
      const later = await ask('r/c/1');
      const all = [...both, later];
      expect(new Set(all.map(({ home }) => home)).size).toBe(3);
      expect(all.map(({ found }) => found)).toEqual([[], [], []]);
      expect(readdirSync(join(root, 'assay/seats/attempts'))).toEqual([]);
    });
  },
);
