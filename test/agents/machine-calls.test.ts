import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '#agents/test/attempting.ts';
import { openRuns } from '#app/open-runs.ts';
import type { AgentTask } from '#contracts/agent.ts';
import { text } from '#sim/answers.ts';
import { scenario, withFaults } from '#sim/compose.ts';
import { rateLimited } from '#sim/faults.ts';
import { startSim } from '#sim/server.ts';
import { chooseBackend } from '../../src/attempts/backends/choose-backend.ts';
import { machineCalls } from '../../src/attempts/sandboxes/machine-calls.ts';

const TASK: AgentTask = { id: 'r1/a#1/1', agent: 'a', system: '', prompt: 'Go.', claim: null, limits: {} };

describe('S3.2 calls of a model', () => {
  it('queue with those of all processes, and a 429 slows all of them', async () => {
    const once = withFaults(
      scenario('once', 'Turned away once.', () => text('done')),
      [rateLimited(10)],
    );
    const sim = await startSim({ scenario: once });
    onTestFinished(() => sim.close());
    const root = tempFolder();
    const env = { HOME: root, ASSAY_HOME: `${root}/assay`, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: sim.url };
    const runs = await openRuns(env);
    onTestFinished(() => runs.close());
    const sandbox = () => Promise.reject(new Error('none is needed'));
    const machine = { env, home: runs.home, folder: root, sandbox, calls: machineCalls(runs) };
    const wanted = { backend: 'native', model: 'anthropic:claude-sonnet-5' };
    const { backend } = await chooseBackend('a', wanted, undefined, machine);
    const permit = async () => ({ type: 'allow', by: 'mode' }) as const;
    const held: number[] = [];
    for await (const event of backend.attempt(
      TASK,
      { folder: root, tools: [], permit },
      new AbortController().signal,
    )) {
      if (event.type === 'text_delta') held.push(runs.slots().providers[0]?.held ?? 0);
      if (event.type === 'complete') expect(event.result).toEqual({ type: 'text', text: 'done' });
    }
    // It was alone and is to come back later, so one at a time may be under way; none is any more.
    expect(held).not.toEqual([]);
    expect(runs.slots().providers).toEqual([{ provider: 'anthropic', atOnce: 1, held: 0, waiting: 0 }]);
  });
});
