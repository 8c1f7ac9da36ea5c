import {
  APICallError,
  generateText,
  isStepCount,
  NoObjectGeneratedError,
  Output,
  RetryError,
  streamText,
  tool,
} from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { text, toolCall } from '../answers.ts';
import { onTool, scenario, withFaults } from '../compose.ts';
import { cutStream, type Fault, overloaded, rateLimited, serverError } from '../faults.ts';
import { claim } from '../scenarios/claim.ts';
import { echo } from '../scenarios/echo.ts';
import { flaky } from '../scenarios/flaky.ts';
import { stubborn } from '../scenarios/stubborn.ts';
import type { Sim } from '../server.ts';
import { PROVIDERS, type Provider } from './providers.ts';
import { withSim } from './with-sim.ts';

const long = scenario('long', '', text('a stream that is long enough to be cut in the middle. '.repeat(5)));

/** Reads a stream to its end and gives back the text and the errors met on the way. */
async function drain(
  provider: Provider,
  sim: Sim,
  abortSignal?: AbortSignal,
): Promise<{ text: string; errors: unknown[] }> {
  const errors: unknown[] = [];
  const result = streamText({
    model: provider.model(sim.url),
    prompt: 'go',
    maxRetries: 0,
    onError: ({ error }) => void errors.push(error),
    ...(abortSignal === undefined ? {} : { abortSignal }),
  });
  let said = '';
  try {
    for await (const piece of result.textStream) said += piece;
  } catch (error) {
    errors.push(error);
  }
  return { text: said, errors };
}

describe.each(PROVIDERS)('X1.3 faults met by $name', (provider) => {
  const { model } = provider;

  it('retries 429, 529 and 500 after the given time, then succeeds', async () => {
    const faults = [rateLimited(1), overloaded(1), serverError(1)];
    await withSim({ scenario: withFaults(echo, faults) }, async (sim) => {
      const result = await generateText({ model: model(sim.url), prompt: 'again', maxRetries: 3 });
      expect(result.text).toBe('again');
      expect(sim.requests.map(({ status }) => status)).toEqual([429, 529, 500, 200]);
      expect(sim.requests.map(({ request }) => request.attempt)).toEqual([1, 2, 3, 4]);
      expect(sim.requests.map(({ usage }) => usage === null)).toEqual([true, true, true, false]);
      expect(result.usage.inputTokens).toBe(sim.usage.inputTokens);
    });
  });

  it('gives up with the provider’s message and headers when 429 does not end', async () => {
    await withSim({ scenario: withFaults(echo, [rateLimited(1), rateLimited(1)]) }, async (sim) => {
      const error = await generateText({ model: model(sim.url), prompt: 'again', maxRetries: 1 }).catch(
        (e: unknown) => e,
      );
      const last = RetryError.isInstance(error) ? error.lastError : error;
      expect(APICallError.isInstance(last) && last.statusCode).toBe(429);
      expect(APICallError.isInstance(last) && last.message).toContain('rate limit');
      expect(APICallError.isInstance(last) && last.responseHeaders).toMatchObject({
        'retry-after': '1',
        'retry-after-ms': '1',
      });
    });
  });

  it('meets an error when the stream is cut, after what came before', async () => {
    await withSim({ scenario: withFaults(long, [cutStream(6)]) }, async (sim) => {
      const { text: said, errors } = await drain(provider, sim);
      expect(errors).not.toEqual([]);
      expect(said.length).toBeGreaterThan(0);
      expect(sim.requests[0]).toMatchObject({ outcome: 'broken', usage: null });
    });
  });

  it('gets an error if a whole body is cut or is not JSON', async () => {
    const faults: Fault[] = [cutStream(), { kind: 'malformedJson' }];
    await withSim({ scenario: withFaults(long, faults) }, async (sim) => {
      const ask = () => generateText({ model: model(sim.url), prompt: 'go', maxRetries: 0 });
      await expect(ask()).rejects.toThrow();
      await expect(ask()).rejects.toThrow(/JSON/);
      expect((await ask()).text).toContain('long enough');
      expect(sim.requests.map(({ outcome }) => outcome)).toEqual(['broken', 'broken', 'served']);
    });
  });

  it('does not mistake malformed events for an answer', async () => {
    await withSim(
      { scenario: withFaults(long, [{ kind: 'malformedJson' }, { kind: 'malformedSse' }]) },
      async (sim) => {
        const whole = 'a stream that is long enough to be cut in the middle. '.repeat(5);
        const broken = await drain(provider, sim);
        expect(broken.errors).not.toEqual([]);
        expect((await drain(provider, sim)).text).not.toBe(whole);
        expect((await drain(provider, sim)).text).toBe(whole);
      },
    );
  });

  it('can leave a stream that never ends', async () => {
    await withSim({ scenario: withFaults(long, [{ kind: 'endless' }]) }, async (sim) => {
      const leaving = new AbortController();
      const result = streamText({
        model: model(sim.url),
        prompt: 'go',
        abortSignal: leaving.signal,
        onError: () => {},
      });
      let said = 0;
      for await (const piece of result.textStream) {
        said += piece.length;
        if (said > 5_000) leaving.abort();
      }
      await expect.poll(() => sim.requests[0]?.outcome).toBe('aborted');
      expect(sim.requests[0]?.usage).toBeNull();
    });
  });

  it('can distinguish prose, fences and misfits from a claim', async () => {
    const faults: Fault[] = [{ kind: 'prose' }, { kind: 'fenced' }, { kind: 'invalidClaim' }];
    const schema = z.object({ verdict: z.string(), reasons: z.array(z.string()) });
    await withSim({ scenario: withFaults(claim, faults) }, async (sim) => {
      const ask = () => generateText({ model: model(sim.url), prompt: 'Judge.', output: Output.object({ schema }) });
      for (const _ of faults) await expect(ask()).rejects.toThrow(NoObjectGeneratedError);
      expect(schema.safeParse((await ask()).output).success).toBe(true);
    });
  });

  it('tells the model about unknown tools and wrong arguments, and continues', async () => {
    const add = tool({ inputSchema: z.object({ a: z.number(), b: z.number() }), execute: async ({ a, b }) => a + b });
    const right = scenario(
      'adds',
      '',
      onTool(
        'add',
        (r) => (r.text === '3' ? text('three') : toolCall('add', { a: 1, b: 2 })),
        toolCall('add', { a: 1, b: 2 }),
      ),
    );
    const faults: Fault[] = [{ kind: 'unknownTool' }, { kind: 'wrongArguments' }];
    await withSim({ scenario: withFaults(right, faults) }, async (sim) => {
      const result = await generateText({
        model: model(sim.url),
        prompt: 'add',
        tools: { add },
        stopWhen: isStepCount(6),
      });
      expect(result.text).toBe('three');
      const [unknown, wrong] = result.steps.map((step) => step.toolCalls[0]);
      expect(unknown).toMatchObject({ toolName: 'no_such_tool', invalid: true });
      expect(wrong).toMatchObject({ toolName: 'add', invalid: true });
    });
  });

  it('stops a stubborn model at its step limit', async () => {
    const look = tool({ inputSchema: z.object({ path: z.string() }), execute: async () => 'nothing new' });
    await withSim({ scenario: stubborn }, async (sim) => {
      const result = await generateText({
        model: model(sim.url),
        prompt: 'look',
        tools: { look },
        stopWhen: isStepCount(4),
      });
      expect(result.finishReason).toBe('tool-calls');
      expect(sim.requests).toHaveLength(4);
    });
  });
});

describe('X1 flaky', () => {
  it('meets each conversation with its own faults', async () => {
    await withSim({ scenario: flaky }, async (sim) => {
      const [provider] = PROVIDERS;
      const ask = (prompt: string, maxRetries: number) =>
        generateText({ model: provider?.model(sim.url) ?? '', prompt, maxRetries });
      await expect(ask('one', 3)).rejects.toThrow();
      expect((await ask('one', 0)).text).toBe('one');
      await expect(ask('two', 0)).rejects.toThrow('rate limit');
    });
  });
});
