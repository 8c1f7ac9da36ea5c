import { describe, expect, it } from 'vitest';
import type { RateLimitObservation } from '#contracts/scheduling.ts';
import { manualClock } from '#host/clock.ts';
import { text } from '#sim/answers.ts';
import { scenario, withFaults, withLatency } from '#sim/compose.ts';
import { cutStream, type Fault, overloaded, rateLimited, serverError } from '#sim/faults.ts';
import { refusal } from '#sim/scenarios/refusal.ts';
import { streamStep } from './step.ts';
import { ASK, KEY, only, partsOf, SIM_PROVIDERS, shownText, simFor, typesOf } from './testing/sim-models.ts';

const WHOLE = 'a stream that is long enough to be cut in the middle. '.repeat(5);
const long = scenario('long', '', text(WHOLE));
const status = (code: number, message?: string): Fault => ({
  kind: 'status',
  status: code,
  ...(message === undefined ? {} : { message }),
});

describe.each(SIM_PROVIDERS)('faults met by $title', ({ open }) => {
  it('repeats after 429, 529 and 500, and says so', async () => {
    const sim = await simFor(withFaults(long, [rateLimited(2), overloaded(1), serverError(1)]));
    const seen: RateLimitObservation[] = [];
    const parts = await partsOf(open(sim.url), ASK, { random: () => 0, onRateLimit: (each) => seen.push(each) });
    expect(only(parts, 'retry')).toMatchObject([
      { attempt: 1, waitMs: 2, why: { code: 'MODEL_UNAVAILABLE', message: expect.stringContaining('429') } },
      { attempt: 2, waitMs: 1, why: { message: expect.stringContaining('529') } },
      { attempt: 3, waitMs: 1, why: { message: expect.stringContaining('500') } },
    ]);
    expect(typesOf(parts)).not.toContain('reset');
    expect(shownText(parts)).toBe(WHOLE);
    expect(sim.requests.map(({ request }) => request.attempt)).toEqual([1, 2, 3, 4]);
    const usage = only(parts, 'usage');
    expect(usage.map(({ usage: { input, output } }) => [input, output])).toEqual([
      [sim.usage.inputTokens, sim.usage.outputTokens],
    ]);
    expect(seen.map(({ throttled }) => throttled)).toEqual([true, false, false, false]);
  });

  it('withdraws the text of a cut stream and starts over', async () => {
    const sim = await simFor(withFaults(long, [cutStream(8)]));
    const parts = await partsOf(open(sim.url));
    const types = typesOf(parts);
    expect(types.indexOf('text-delta')).toBeLessThan(types.indexOf('reset'));
    expect(types.filter((type) => type === 'reset')).toHaveLength(1);
    expect(only(parts, 'retry')).toMatchObject([{ why: { code: 'MODEL_UNAVAILABLE' } }]);
    expect(shownText(parts)).toBe(WHOLE);
    expect(parts.at(-1)).toMatchObject({ type: 'finish', message: { parts: [{ text: WHOLE }] } });
  });

  it('gives up after its calls, and says that later may be better', async () => {
    const sim = await simFor(
      withFaults(
        long,
        [1, 2, 3].map(() => overloaded(1)),
      ),
    );
    const parts = await partsOf(open(sim.url), ASK, { retry: { maxCalls: 3 } });
    expect(parts.at(-1)).toMatchObject({
      type: 'failed',
      retry: true,
      error: { code: 'MODEL_UNAVAILABLE', message: expect.stringMatching(/529.*3 calls failed in a row/) },
    });
    expect(sim.requests).toHaveLength(3);
  });

  it('does not wait longer than it may', async () => {
    const sim = await simFor(withFaults(long, [rateLimited(3_600_000)]));
    const parts = await partsOf(open(sim.url));
    expect(parts).toMatchObject([{ type: 'failed', retry: true, retryAfterMs: 3_600_000 }]);
  });

  it('recovers from a broken event, and names an endpoint that sends nothing else', async () => {
    const broken: Fault = { kind: 'malformedJson' };
    const once = await simFor(withFaults(long, [broken]));
    expect(shownText(await partsOf(open(once.url)))).toBe(WHOLE);
    const always = await simFor(withFaults(long, [broken, broken, broken, broken]));
    expect((await partsOf(open(always.url))).at(-1)).toMatchObject({
      type: 'failed',
      retry: false,
      error: { code: 'MODEL_GARBLED' },
    });
    expect(always.requests).toHaveLength(3);
    const events = await simFor(withFaults(long, [{ kind: 'malformedSse' }]));
    expect(shownText(await partsOf(open(events.url)))).toBe(WHOLE);
  });

  it('gives up on a stream that says nothing', async () => {
    const sim = await simFor(withLatency(long, { firstTokenMs: 600_000 }));
    const parts = await partsOf(open(sim.url), ASK, { retry: { idleMs: 40, maxCalls: 2 } });
    expect(parts).toMatchObject([
      { type: 'retry' },
      { type: 'failed', retry: true, error: { code: 'MODEL_UNAVAILABLE' } },
    ]);
    // On a slow machine a call may be given up before the simulator has heard of it.
    await expect.poll(() => sim.requests.filter(({ outcome }) => outcome !== 'aborted')).toEqual([]);
  });

  it('stops at once when it is cancelled: before, while it listens, while it waits', async () => {
    const called = {
      type: 'failed',
      retry: false,
      error: { code: 'NODE_ABORTED', message: expect.stringContaining('not wanted') },
    };
    const sim = await simFor(withFaults(long, [{ kind: 'endless' }]));
    const reason = new Error('not wanted');
    expect(await partsOf(open(sim.url), ASK, {}, AbortSignal.abort(reason))).toMatchObject([called]);
    expect(sim.requests).toHaveLength(0);
    const off = new AbortController();
    let last: unknown;
    for await (const part of streamStep(open(sim.url), ASK, off.signal)) {
      last = part;
      if (part.type === 'text-delta') off.abort(reason);
    }
    expect(last).toMatchObject(called);
    await expect.poll(() => sim.requests[0]?.outcome).toBe('aborted');
    const waiting = await simFor(withFaults(long, [rateLimited(100_000)]));
    const offToo = new AbortController();
    // A clock that stands still: the wait ends by the signal or never.
    const deps = { clock: manualClock(), onRetry: () => queueMicrotask(() => offToo.abort(reason)) };
    expect((await partsOf(open(waiting.url), ASK, deps, offToo.signal)).at(-1)).toMatchObject(called);
  });

  it('ends the call when its listener leaves', async () => {
    const sim = await simFor(withFaults(long, [{ kind: 'endless' }]));
    for await (const part of streamStep(open(sim.url), ASK, new AbortController().signal))
      if (part.type === 'text-delta') break;
    await expect.poll(() => sim.requests[0]?.outcome).toBe('aborted');
  });

  it('counts the cost of a refusal', async () => {
    const sim = await simFor(refusal);
    const parts = await partsOf(open(sim.url));
    expect(parts.at(-1)).toMatchObject({ type: 'failed', retry: false, error: { code: 'MODEL_REFUSED' } });
    expect(only(parts, 'usage')).toMatchObject([
      { usage: { output: sim.usage.outputTokens, input: sim.usage.inputTokens } },
    ]);
    expect(sim.requests).toHaveLength(1);
  });

  it.each([
    [status(401, `Incorrect API key provided: ${KEY.slice(0, 6)}***`), 'MODEL_KEY_REFUSED'],
    [status(403, 'not allowed'), 'MODEL_KEY_REFUSED'],
    [status(404, 'The model `gpt-9` does not exist'), 'MODEL_UNKNOWN'],
    [status(400, 'prompt is too long: 210000 tokens > 200000 maximum'), 'MODEL_CONTEXT_FULL'],
    [status(400, "This model's maximum context length is 128000 tokens"), 'MODEL_CONTEXT_FULL'],
    [status(413, 'too large'), 'MODEL_CONTEXT_FULL'],
    [status(400, 'Your credit balance is too low to access the API'), 'MODEL_QUOTA_EXHAUSTED'],
    [status(429, 'You exceeded your current quota, please check your plan'), 'MODEL_QUOTA_EXHAUSTED'],
    [status(400, 'content_filter: blocked'), 'MODEL_REFUSED'],
    [status(400, `what is ${KEY}?`), 'MODEL_REQUEST_INVALID'],
  ] as const)('asks once and explains: %j', async (fault, code) => {
    const sim = await simFor(withFaults(long, [fault]));
    const parts = await partsOf(open(sim.url));
    expect(parts).toMatchObject([{ type: 'failed', error: { code, next: expect.any(String) } }]);
    expect(JSON.stringify(parts)).not.toContain(KEY.slice(0, 6));
    expect(sim.requests).toHaveLength(1);
  });
});

describe('the usage of a cut call', () => {
  it('is counted as far as Anthropic told it: the input', async () => {
    const sim = await simFor(withFaults(long, [cutStream(6)]));
    const [anthropic] = SIM_PROVIDERS;
    const parts = anthropic === undefined ? [] : await partsOf(anthropic.open(sim.url));
    const [cut, whole] = only(parts, 'usage');
    expect(cut).toMatchObject({ call: 'cut', usage: { input: sim.usage.inputTokens, output: 0 } });
    expect(whole).toMatchObject({
      call: 'whole',
      usage: { input: sim.usage.inputTokens, output: sim.usage.outputTokens },
    });
  });
});
