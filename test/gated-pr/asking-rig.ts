import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Json } from '#contracts/json.ts';
import { startSim } from '#sim/server.ts';
import type { Scenario, SimAnswer } from '#sim/types.ts';
import { repositoryWith } from '#workspace/testing/test-repository.ts';
import { BIN, COMPILED } from '../cli/assay.ts';
import { DRAFT, FILES, TEST } from '../web/hosted-run.ts';

export const WHY = 'Not before I have read the plan.';
export const says = (value: Json): SimAnswer => ({ parts: [{ type: 'json', value: { claim: value, blocker: null } }] });
export const writes = (path: string, text: string): SimAnswer => ({
  parts: [{ type: 'toolCall', name: 'write', input: { path, text } }],
});

/** Drafts, then writes its test; after a no, it repeats the reason. `last`: its answer when the test is written. */
export const engineer = (heard: string[], last: SimAnswer = says({ summary: 'red' })): Scenario => ({
  name: 'engineer',
  description: 'One PR, up to its first test.',
  answer({ messages, turn }) {
    const briefing = messages[0]?.text ?? '';
    heard.push(...messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text)));
    if (briefing.startsWith('# INITIALIZING')) {
      return turn === 1 ? writes('.assay/ACTIVE_PR.json', JSON.stringify(DRAFT)) : says({ summary: 'drafted' });
    }
    return turn < 4 ? writes('test/add.test.js', TEST) : last;
  },
});

/** A project, a model that answers by a script, and the real program in it, with and without a terminal. */
export async function setUp(scenario: Scenario, permissions: Json = { rules: [{ effect: 'ask', path: 'test/' }] }) {
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

export interface Ended {
  readonly code: number | null;
  readonly said: string;
}
export interface Started {
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
