import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentTask, AttemptEnv } from '#contracts/agent.ts';
import { homeOf } from '#host/home.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { probedSandbox } from '../../../test/sandbox-here.ts';
import { sandboxOpener } from './open-program-sandbox.ts';
import { callPrices } from './watch-calls.ts';

const noSandbox = await probedSandbox();
const TASK: AgentTask = { id: 't', agent: 'a', system: '', prompt: '', claim: null, limits: {} };
const TRY = '{ cat a.txt; pwd; touch made.txt && echo wrote; echo changed > a.txt; } > "$KEEP/out"';

async function tryIn(backend: string, more: (folder: string) => Partial<AttemptEnv>, script = TRY) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-seat-test-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.txt'), 'seven\n');
  const env = {
    PATH: process.env.PATH,
    ASSAY_HOME: join(root, 'home'),
    OPENAI_API_KEY: 'k-1',
    ANTHROPIC_API_KEY: 'k-2',
  };
  const sandbox = await createSandbox({ folder: join(root, 'sandbox'), env: process.env });
  const open = sandboxOpener({
    backend,
    model: undefined,
    env,
    home: homeOf(env),
    sandbox: async () => sandbox,
    mounts: async () => ({ mounts: [], path: [] }),
    unsandboxed: false,
    prices: callPrices(undefined),
  });
  const permit = async () => ({ type: 'allow', by: 'mode' }) as const;
  const calls = { mayAsk: async () => null, measured: () => undefined };
  const programSandbox = await open(TASK, { folder, tools: [], permit, ...more(folder) }, calls);
  try {
    const running = await programSandbox.start({
      program: '/bin/sh',
      args: ['-c', script],
      env: { ...programSandbox.env, KEEP: programSandbox.home ?? '' },
    });
    await running.ended;
    const out = readFileSync(join(programSandbox.home ?? '', 'out'), 'utf8');
    return { programSandbox, folder, out, a: readFileSync(join(folder, 'a.txt'), 'utf8') };
  } finally {
    await programSandbox.close();
  }
}

describe.skipIf(noSandbox !== null)(
  `C8 a sandbox for an agent’s own program ${noSandbox ?? ''}`,
  { timeout: 120_000 },
  () => {
    it.each([
      ['Codex, which asks nobody, in a conversation', 'codex', 'c1'],
      ['Codex in a run', 'codex', undefined],
      ['an agent that asks, in a run', 'claude', undefined],
    ])('shows %s a folder that it cannot change where nothing is to be changed', async (_, backend, conversation) => {
      const talk = conversation === undefined ? {} : { conversation };
      const { programSandbox, folder, out, a } = await tryIn(backend, () => ({ readOnly: true, ...talk }));
      expect(programSandbox.readOnly).toBe(true);
      expect(out).toBe(`seven\n${folder}\n`);
      expect(a).toBe('seven\n');
      expect(existsSync(join(folder, 'made.txt'))).toBe(false);
    });

    it.each([
      ['codex', false],
      ['claude', true],
    ])('lets %s write otherwise, or as it is allowed (read-only place: %s)', async (backend, readOnly) => {
      const { programSandbox, folder, out, a } = await tryIn(backend, () => ({ readOnly, conversation: 'c1' }));
      expect(programSandbox.readOnly).toBe(false);
      expect(out).toContain(`${folder}\nwrote`);
      expect(a).toBe('changed\n');
    });

    it.each([true, false])(
      'shows the dependencies of the place, as it has them found (read-only: %s)',
      async (readOnly) => {
        const dependencies = realpathSync(mkdtempSync(join(tmpdir(), 'assay-seat-dependencies-')));
        onTestFinished(() => rmSync(dependencies, { recursive: true, force: true }));
        writeFileSync(join(dependencies, 'made'), 'installed\n');
        const script = '{ cat packages/a/node_modules/made; echo "$VIRTUAL_ENV"; } > "$KEEP/out"';
        const place = (folder: string) => ({
          readOnly,
          mounts: [{ from: dependencies, at: join(folder, 'packages/a/node_modules') }],
          env: { VIRTUAL_ENV: '/layers/venv' },
        });
        expect((await tryIn('claude', place, script)).out).toBe('installed\n/layers/venv\n');
      },
    );
  },
);
