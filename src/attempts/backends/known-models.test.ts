import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '#agents/test/attempting.ts';
import type { AgentEvent, AgentTask } from '#contracts/agent.ts';
import { toJson } from '#contracts/json.ts';
import { writeJsonAtomic } from '#host/atomic-file.ts';
import { openHome } from '#host/home.ts';
import { text } from '#sim/answers.ts';
import { scenario } from '#sim/compose.ts';
import { startSim } from '#sim/server.ts';
import { chooseBackend } from './choose-backend.ts';
import { knownModels, readListed, refreshModels } from './known-models.ts';

async function setUp() {
  const sim = await startSim({ scenario: scenario('word', 'One word.', () => text('done')) });
  onTestFinished(() => sim.close());
  const root = tempFolder();
  const env = { HOME: root, ASSAY_HOME: `${root}/assay`, OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${sim.url}/v1` };
  const home = await openHome(env);
  const list = (models: object[]) =>
    writeJsonAtomic(
      `${home.root}/models.json`,
      toJson({ version: 1, providers: { openai: { at: 0, models } } }, 'list'),
    );
  const attempt = async (model: string, prompt: string): Promise<string[]> => {
    const sandbox = () => Promise.reject(new Error('none is needed'));
    const machine = { env, home, folder: root, sandbox };
    const { backend } = await chooseBackend('a', { backend: 'native', model }, undefined, machine);
    const task: AgentTask = { id: 'r/a/1', agent: 'a', system: '', prompt, claim: null, limits: {} };
    const permit = async () => ({ type: 'allow', by: 'mode' }) as const;
    const events: AgentEvent[] = [];
    for await (const event of backend.attempt(task, { folder: root, tools: [], permit }, new AbortController().signal))
      events.push(event);
    return events.flatMap((event) => (event.type === 'status' ? [event.message] : []));
  };
  return { sim, env, home, list, attempt };
}

describe('C1.1 models as their providers list them', () => {
  it('are fetched and stored; a provider that does not answer keeps its last list', async () => {
    const { env, home, sim } = await setUp();
    const broken = { ...env, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: `${sim.url}/nowhere` };
    const refreshed = await refreshModels(home, broken, {}, 1_000);
    expect(refreshed).toEqual([
      { provider: 'anthropic', outcome: { problem: expect.stringContaining('did not list its models') } },
      { provider: 'openai', outcome: { models: 2 } },
    ]);
    expect((await readListed(home))?.providers).toEqual({
      openai: { at: 1_000, models: [{ id: 'sim-large' }, { id: 'sim-small' }] },
    });
    expect((await knownModels(home)).length).toBeGreaterThan(20);
  });

  it('C1.8 a conversation is made shorter by the window that the model really has', async () => {
    const { list, attempt } = await setUp();
    const long = 'word '.repeat(20_000);
    expect((await attempt('openai:small', long)).some((line) => line.startsWith('makes room'))).toBe(false);
    await list([{ id: 'small', window: 8_000 }]);
    expect((await attempt('openai:small', long)).some((line) => line.startsWith('makes room'))).toBe(true);
  });

  it('an attempt with a model that ends soon warns first, and then uses it', async () => {
    const { list, attempt, sim } = await setUp();
    await list([{ id: 'old', ends: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10) }]);
    expect((await attempt('openai:old', 'Go.'))[0]).toMatch(/^openai:old is shut down on .*, in 20 days\./);
    expect(sim.requests.at(-1)?.request.model).toBe('old');
    expect((await attempt('openai:new', 'Go.')).join()).not.toContain('shut down');
  });
});
