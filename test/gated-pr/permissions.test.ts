import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Json } from '#contracts/json.ts';
import { startSim } from '#sim/server.ts';
import type { Scenario, SimAnswer } from '#sim/types.ts';
import { repositoryWith } from '#workspace/testing/test-repository.ts';
import { BIN, COMPILED } from '../cli/assay.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { DRAFT, FILES, TEST } from '../web/hosted-run.ts';

const WHY = 'Not before I have read the plan.';
const says = (value: Json): SimAnswer => ({ parts: [{ type: 'json', value: { claim: value, blocker: null } }] });
const writes = (path: string, text: string): SimAnswer => ({
  parts: [{ type: 'toolCall', name: 'write', input: { path, text } }],
});

/** Drafts, then writes its test; told no, it says what it was told. */
const engineer = (heard: string[]): Scenario => ({
  name: 'engineer',
  description: 'One PR, up to its first test.',
  answer({ messages, turn }) {
    const briefing = messages[0]?.text ?? '';
    heard.push(...messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text)));
    if (briefing.startsWith('# INITIALIZING')) {
      return turn === 1 ? writes('.assay/ACTIVE_PR.json', JSON.stringify(DRAFT)) : says({ summary: 'drafted' });
    }
    return turn < 4 ? writes('test/add.test.js', TEST) : says({ summary: 'red' });
  },
});

const submits = (plan: string): SimAnswer => ({
  parts: [{ type: 'toolCall', name: 'submit_plan', input: { plan } }],
});

/** Has its plan approved before it drafts; told no, it submits another. */
const planner = (heard: string[]): Scenario => ({
  name: 'planner',
  description: 'One PR, up to its second plan.',
  answer({ messages, turn, system }) {
    const briefing = messages[0]?.text ?? '';
    heard.push(system, ...messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text)));
    if (!briefing.startsWith('# INITIALIZING')) return submits('Write the test.');
    if (turn < 3) return submits(turn === 1 ? 'Delete everything.' : 'Draft the PR.');
    return turn === 3 ? writes('.assay/ACTIVE_PR.json', JSON.stringify(DRAFT)) : says({ summary: 'drafted' });
  },
});

const lacking = await probedSandbox();

describe.skipIf(lacking !== null)(
  `C8.6 an agent that asks while it works${lacking === null ? '' : ` (skipped: ${lacking})`}`,
  { timeout: 180_000 },
  () => {
    it('is shown where it runs, and answered by a person from another terminal', async () => {
      const heard: string[] = [];
      const { terminal, start } = await setUp(engineer(heard));
      const driving = start('run', 'PLAN.md', '--model', 'openai:gpt-5.2');
      await driving.says('engineer asks: write wants to write');
      expect(driving.said()).toContain('(assay permissions)');

      const id = await openQuestion(start);
      const listed = await start('permissions').ended;
      expect(listed.said).toContain(`assay permissions allow ${id.slice(0, 4)}`);
      expect(listed.said).toContain('because the rule "ask path test/" asks');

      // An agent's shell is no person's terminal.
      const byAgent = await start('permissions', 'allow', id).ended;
      expect(byAgent).toMatchObject({ code: 1, said: expect.stringContaining('needs a person at a terminal') });
      expect(await terminal('permissions', 'allow', 'ffff')).toMatchObject({
        said: expect.stringContaining('no open question begins with "ffff"'),
      });

      const denied = await terminal('permissions', 'deny', id, '--why', WHY);
      expect(denied).toMatchObject({ code: 0, said: expect.stringContaining('denied, once: write wants to write') });
      const second = await openQuestion(start, id);
      expect(heard.join('\n')).toContain(WHY);

      expect(await terminal('permissions', 'allow', second.slice(0, 4), '--for', 'session')).toMatchObject({
        code: 0,
        said: expect.stringContaining('allowed, for this run'),
      });
      // Remembered for the run: the same is not asked again.
      await driving.says('RED');
      await driving.says('✓');
      expect((await start('permissions').ended).said).toContain('test/add.test.js');
      driving.kill();
      await driving.ended;
      // Its PR is half done: a second run would make it once more.
      const again = await start('run', 'PLAN.md', '--model', 'openai:gpt-5.2').ended;
      expect(again).toMatchObject({ code: 2, said: expect.stringMatching(/RUN_EXISTS.*feat: add numbers/) });
      expect(again.said).toContain('assay resume r');
    });

    it('C11.1 has its plan approved: a no is told to it, a yes stands for the questions of its steps', async () => {
      const heard: string[] = [];
      const { terminal, start } = await setUp(planner(heard), { mode: 'ask' });
      const driving = start('run', 'PLAN.md', '--model', 'openai:gpt-5.2');
      await driving.says('engineer asks: submit_plan wants to do {"plan":"Delete everything."}');
      expect(heard.join('\n')).toContain('submit your plan with submit_plan');
      const id = await openQuestion(start);
      expect(await terminal('permissions', 'deny', id, '--why', WHY)).toMatchObject({ code: 0 });
      await driving.says('Draft the PR.');
      const second = await openQuestion(start, id);
      expect(heard.join('\n')).toContain(WHY);
      expect(await terminal('permissions', 'allow', second)).toMatchObject({ code: 0 });
      // It drafts without a question; the next attempt has a plan of its own.
      await driving.says('Write the test.');
      expect(driving.said()).not.toContain('asks: write');
      driving.kill();
      await driving.ended;
    });

    it('X8.4 is answered in the terminal that drives it, and not by what was typed before', async () => {
      const heard: string[] = [];
      const { typing } = await setUp(engineer(heard));
      const driving = typing('run', 'PLAN.md', '--model', 'openai:gpt-5.2');
      driving.type('y\n');
      await driving.says('Allow? [y once');
      expect(driving.said()).toContain('test/add.test.js');
      expect(driving.said()).not.toContain('yes, once');
      await driving.types(`n ${WHY}\n`, 'no, once: write wants to write');
      await driving.says('engineer asks: write', 2);
      expect(heard.join('\n')).toContain(WHY);
      await driving.types('s\n', 'yes, for this run: write wants to write');
      driving.type('\u0003');
      expect((await driving.ended).said).toContain('is interrupted; nothing is lost');
    });
  },
);

async function setUp(scenario: Scenario, permissions: Json = { rules: [{ effect: 'ask', path: 'test/' }] }) {
  const sim = await startSim({ scenario });
  onTestFinished(() => sim.close());
  const config = { main: 'main', plan: 'PLAN.md', preflight: 'npm run check', permissions };
  const repository = repositoryWith({ ...FILES, '.assay/config.json': `${JSON.stringify(config)}\n` });
  const home = mkdtempSync(join(tmpdir(), 'assay-asks-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const { PATH = '' } = process.env;
  const model = { OPENAI_API_KEY: 'sim-key-for-tests', OPENAI_BASE_URL: `${sim.url}/v1` };
  const env = { PATH, HOME: home, ASSAY_HOME: home, NO_COLOR: '1', ...model, ...COMPILED };
  const start = (...args: string[]): Started => started(BIN, args, repository, env);
  const typing = (...args: string[]): Started => {
    const line = [BIN, ...args].map((word) => `'${word}'`).join(' ');
    return started('script', ['--quiet', '--return', '--command', line, '/dev/null'], repository, env);
  };
  const terminal = (...args: string[]): Promise<Ended> => typing(...args).ended;
  return { start, terminal, typing };
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
}
interface Started {
  readonly ended: Promise<Ended>;
  said(): string;
  /** Waits until it has said that, so many times. */
  says(text: string, times?: number): Promise<void>;
  type(keys: string): void;
  /** Again and again until it says that: what comes before a question can be read answers nothing. */
  types(keys: string, until: string): Promise<void>;
  kill(): void;
}

function started(program: string, args: readonly string[], cwd: string, env: Record<string, string>): Started {
  const stdin = program === 'script' ? 'pipe' : 'ignore';
  const child = spawn(program, args, { cwd, env, stdio: [stdin, 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said }));
  });
  return {
    ended,
    said: () => said,
    kill: () => void child.kill('SIGINT'),
    type: (keys) => void child.stdin?.write(keys),
    types: async (keys, until) => {
      while (!said.includes(until)) {
        child.stdin?.write(keys);
        await new Promise((resolve) => setTimeout(resolve, 1_500));
      }
    },
    says: async (text, times = 1) => {
      let over = false;
      void ended.then(() => (over = true));
      while (said.split(text).length <= times) {
        if (over) throw new Error(`It ended without "${text}":\n${said}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
}

/** The id of what is asked now, another than the one before. */
async function openQuestion(start: (...args: string[]) => Started, before = ''): Promise<string> {
  for (;;) {
    const { said } = await start('permissions', '--json').ended;
    const { asked } = JSON.parse(said);
    const id: unknown = asked[0]?.id;
    if (typeof id === 'string' && id !== before) return id;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
