import { generateText, isStepCount, Output, streamText, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { text, thinking, toolCall } from '../answers.ts';
import { onTool, scenario } from '../compose.ts';
import { claim } from '../scenarios/claim.ts';
import { echo } from '../scenarios/echo.ts';
import { refusal } from '../scenarios/refusal.ts';
import { PROVIDERS, SECRET } from './providers.ts';
import { withSim } from './with-sim.ts';

const weather = tool({
  description: 'The weather in a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => `sunny in ${city}`,
});

const Verdict = z.object({ verdict: z.enum(['accepted', 'refused']), reasons: z.array(z.string()).min(2) });

describe.each(PROVIDERS)('X1.2 the real client $name', ({ api, model }) => {
  it('gets text, and both sides count the same tokens', async () => {
    await withSim({ scenario: echo }, async (sim) => {
      const result = await generateText({ model: model(sim.url), instructions: 'Be brief.', prompt: 'Grüß Gott 👋' });
      expect(result.text).toBe('Grüß Gott 👋');
      expect(result.finishReason).toBe('stop');
      const [exchange] = sim.requests;
      expect(exchange).toMatchObject({
        outcome: 'served',
        status: 200,
        request: { api, system: 'Be brief.', turn: 1 },
      });
      expect(result.usage.inputTokens).toBe(exchange?.usage?.inputTokens);
      expect(result.usage.outputTokens).toBe(exchange?.usage?.outputTokens);
      expect(exchange?.usage?.inputTokens).toBeGreaterThan(0);
      expect(JSON.stringify(sim.requests)).not.toContain(SECRET);
      expect(Object.values(exchange?.request.headers ?? {}).join()).toContain('[redacted]');
    });
  });

  it('streams text in pieces, with usage at the end', async () => {
    const long = 'one two three four five six seven eight nine ten 👋👋👋 '.repeat(4);
    await withSim({ scenario: scenario('long', '', text(long)), latency: { chunkChars: 7 } }, async (sim) => {
      const result = streamText({ model: model(sim.url), prompt: 'count' });
      const pieces: string[] = [];
      for await (const piece of result.textStream) pieces.push(piece);
      expect(pieces.join('')).toBe(long);
      expect(pieces.length).toBeGreaterThan(10);
      const usage = await result.usage;
      expect(sim.requests[0]).toMatchObject({ outcome: 'served', request: { stream: true } });
      expect(usage.inputTokens).toBe(sim.usage.inputTokens);
      expect(usage.outputTokens).toBe(sim.usage.outputTokens);
    });
  });

  it.each([generateText, streamText])('goes through a tool loop (%o)', async (run) => {
    const loop = scenario(
      'loop',
      '',
      onTool('weather', (result) => text(`It is ${result.text}.`), toolCall('weather', { city: 'Graz' })),
    );
    await withSim({ scenario: loop }, async (sim) => {
      const result = run({ model: model(sim.url), prompt: 'Weather?', tools: { weather }, stopWhen: isStepCount(3) });
      expect(await (await result).text).toBe('It is sunny in Graz.');
      expect(sim.requests.map(({ request }) => request.turn)).toEqual([1, 2]);
      expect(sim.requests[0]?.request.tools).toMatchObject([{ name: 'weather', schema: { required: ['city'] } }]);
      const [, assistant, user] = sim.requests[1]?.request.messages ?? [];
      expect(assistant?.toolCalls).toMatchObject([{ name: 'weather', input: { city: 'Graz' } }]);
      expect(user?.toolResults).toMatchObject([
        { name: 'weather', text: 'sunny in Graz', id: assistant?.toolCalls[0]?.id },
      ]);
    });
  });

  it.each([generateText, streamText])('gets an object that fits its schema (%o)', async (run) => {
    await withSim({ scenario: claim }, async (sim) => {
      const result = run({ model: model(sim.url), prompt: 'Judge.', output: Output.object({ schema: Verdict }) });
      const output = await (await result).output;
      expect(Verdict.parse(output)).toEqual(output);
      expect(output.reasons).toHaveLength(2);
      expect(sim.requests[0]?.request.schema?.schema).toHaveProperty('properties.verdict');
    });
  });

  it('sees a refusal as one', async () => {
    await withSim({ scenario: refusal }, async (sim) => {
      const streamed = streamText({ model: model(sim.url), prompt: 'no', onError: () => {} });
      const results = [
        await generateText({ model: model(sim.url), prompt: 'no' }),
        { finishReason: await streamed.finishReason },
      ];
      expect(results.map((result) => result.finishReason)).toEqual(['content-filter', 'content-filter']);
    });
  });

  it('reports why an answer stopped, and the usage from an override', async () => {
    const usage = {
      inputTokens: 5000,
      cacheReadTokens: 3000,
      cacheWriteTokens: 0,
      outputTokens: 70,
      reasoningTokens: 20,
    };
    await withSim(
      { scenario: scenario('cut short', '', { ...text('and th'), stopReason: 'length', usage }) },
      async (sim) => {
        const result = await generateText({ model: model(sim.url), prompt: 'go on' });
        expect(result.finishReason).toBe('length');
        expect(result.usage).toMatchObject({ inputTokens: 5000, outputTokens: 70 });
        expect(result.usage.inputTokenDetails.cacheReadTokens).toBe(3000);
        expect(sim.requests[0]?.usage).toEqual(usage);
      },
    );
  });
});

describe.each(PROVIDERS.filter(({ name }) => name !== '@ai-sdk/openai chat'))('X1 thinking over $name', ({ model }) => {
  it.each([generateText, streamText])('arrives apart from the text (%o)', async (run) => {
    const pensive = scenario('pensive', '', thinking('Let me see: six times seven.', text('42')));
    await withSim({ scenario: pensive }, async (sim) => {
      const result = await run({ model: model(sim.url), prompt: '6 × 7?' });
      expect(await result.text).toBe('42');
      expect(await result.reasoningText).toBe('Let me see: six times seven.');
      expect(sim.requests[0]?.usage?.reasoningTokens).toBe(7);
    });
  });
});

describe('X1 structured output and caching of single providers', () => {
  it('fills the tool that @ai-sdk/anthropic forces for models without native structured output', async () => {
    const anthropic = PROVIDERS[0];
    await withSim({ scenario: claim }, async (sim) => {
      const result = await generateText({
        model: anthropic?.model(sim.url) ?? '',
        prompt: 'Judge.',
        output: Output.object({ schema: Verdict }),
        providerOptions: { anthropic: { structuredOutputMode: 'jsonTool' } },
      });
      expect(Verdict.parse(result.output)).toEqual(result.output);
      expect(sim.requests[0]?.request.schema?.tool).toBe('json');
    });
  });

  it('writes, then reads, the cache that an Anthropic client marks', async () => {
    const anthropic = PROVIDERS[0];
    const instructions = 'A long instruction. '.repeat(400);
    await withSim({ scenario: echo }, async (sim) => {
      const ask = () =>
        generateText({
          model: anthropic?.model(sim.url) ?? '',
          instructions: {
            role: 'system',
            content: instructions,
            providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
          },
          prompt: 'hello',
        });
      const first = await ask();
      const second = await ask();
      expect(first.usage.inputTokenDetails).toMatchObject({ cacheWriteTokens: 2000, cacheReadTokens: 0 });
      expect(second.usage.inputTokenDetails).toMatchObject({ cacheWriteTokens: 0, cacheReadTokens: 2000 });
      expect(second.usage.inputTokens).toBe(first.usage.inputTokens);
      expect(sim.requests[1]?.request.attempt).toBe(2);
    });
  });
});
