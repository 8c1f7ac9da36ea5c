import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { AgentEvent, AgentPlace, AgentTask } from '#contracts/agent.ts';
import { defineTool } from '#contracts/tool.ts';
import { json, toolCall } from '#sim/answers.ts';
import { onTool, scenario, withFaults } from '#sim/compose.ts';
import { cutStream, overloaded, rateLimited } from '#sim/faults.ts';
import { refusal } from '#sim/scenarios/refusal.ts';
import { startSim } from '#sim/server.ts';
import type { Scenario } from '#sim/types.ts';
import { modelBackend } from './model-backend.ts';

const task: AgentTask = {
  id: 'r1/build#1/1',
  agent: 'builder',
  system: 'You build.',
  prompt: 'Build it.',
  claim: { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'], additionalProperties: false },
  limits: {},
};

const permit: AgentPlace['permit'] = async () => ({ type: 'allow', by: 'mode' });
const honest = scenario('honest', '', json({ done: true }));

async function attempt(
  script: Scenario,
  options: Partial<Parameters<typeof modelBackend>[0]> = {},
  place: Partial<AgentPlace> = {},
  signal = new AbortController().signal,
): Promise<{
  events: AgentEvent[];
  last: AgentEvent | undefined;
  calls: number;
  counted: object & { output: number };
}> {
  const sim = await startSim({ scenario: script });
  onTestFinished(() => sim.close());
  const baseURL = `${sim.url}/v1`;
  const backend = modelBackend({ baseURL, apiKey: 'k', model: 'claude-sonnet-4-5', simulated: true, ...options });
  const events: AgentEvent[] = [];
  for await (const event of backend.attempt(task, { folder: tmpdir(), tools: [], permit, ...place }, signal))
    events.push(event);
  const { inputTokens, outputTokens } = sim.usage;
  const calls = sim.requests.length;
  const counted = { input: inputTokens, output: outputTokens, cacheRead: 0, cacheWrite: 0, turns: calls };
  return { events, last: events.at(-1), calls, counted };
}

describe('the model backend', () => {
  it('ends with a claim and what it cost', async () => {
    const { events, last, counted } = await attempt(honest, { usdOf: () => 0.25 });
    expect(last).toEqual({
      type: 'complete',
      usage: { ...counted, usd: 0.25 },
      result: { type: 'claim', claim: { done: true } },
    });
    expect(counted.output).toBeGreaterThan(0);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['status', 'text_delta', 'usage']));
  });

  it('hands on a claim that does not fit: to refuse it is the engine’s', async () => {
    const { last } = await attempt(scenario('odd', '', json({ done: 'very' })));
    expect(last).toMatchObject({ result: { type: 'claim', claim: { done: 'very' } } });
  });

  it('lets the agent use its tools in its folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-agent-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const seen: unknown[] = [];
    const note = defineTool({
      name: 'note',
      title: 'Note',
      description: 'Notes.',
      input: z.object({ text: z.string() }),
      output: z.object({}),
      annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
      examples: [],
      errors: {},
      run: async ({ text }, { cwd }) => {
        seen.push([text, cwd]);
        return { ok: true, output: {}, text: 'noted' };
      },
    });
    const script = scenario(
      'noting',
      '',
      onTool('note', () => json({ done: true }), toolCall('note', { text: 'hi' })),
    );
    const { last, calls, counted } = await attempt(script, {}, { tools: [note], folder });
    expect(seen).toEqual([['hi', folder]]);
    expect([calls, last]).toEqual([2, expect.objectContaining({ usage: { ...counted, usd: 0 } })]);
  });

  it('repeats a call that was turned away, and says so when it keeps being', async () => {
    const twice = await attempt(withFaults(honest, [rateLimited(1), overloaded(1)]));
    expect(twice.last).toMatchObject({ result: { type: 'claim' } });
    const often = await attempt(withFaults(honest, [overloaded(1), overloaded(1), overloaded(1)]));
    const error = { code: 'MODEL_UNAVAILABLE', message: 'the model answered 529 (overloaded), 3 times in a row' };
    expect(often.last).toMatchObject({ result: { type: 'failed', retry: true, error } });
  });

  it('calls a cut stream worth another try, a refusal and a bad request not', async () => {
    const cut = await attempt(withFaults(honest, [cutStream(3)]));
    expect(cut.last).toMatchObject({ result: { type: 'failed', retry: true, error: { code: 'MODEL_UNAVAILABLE' } } });
    const refused = await attempt(refusal);
    expect(refused.last).toMatchObject({ result: { type: 'failed', retry: false, error: { code: 'MODEL_REFUSED' } } });
    const bad = await attempt(withFaults(honest, [{ kind: 'status', status: 401 }]));
    expect(bad.last).toMatchObject({ result: { type: 'failed', retry: false, error: { code: 'MODEL_REFUSED' } } });
    expect(bad.last).toMatchObject({ result: { error: { next: expect.stringContaining('API key') } } });
  });

  it('stops when it is called off', async () => {
    const off = new AbortController();
    const slow = scenario('slow', '', () => {
      off.abort(new Error('no longer wanted'));
      return { ...json({ done: true }), latency: { firstTokenMs: 30_000 } };
    });
    const { last } = await attempt(slow, {}, {}, off.signal);
    expect(last).toMatchObject({ type: 'complete', result: { type: 'failed' } });
  });
});
