import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, toolCall } from '#sim/answers.ts';
import type { Answering, SimRequest } from '#sim/types.ts';
import { attemptOf, benchFor, placeOf, taskOf, tempFolder } from '../test/attempting.ts';
import { claims, MARK, played } from '../test/scripts.ts';
import { nativeBackend } from './backend.ts';
import { modelAt, nativeSubject, WIRES } from './test/native-subject.ts';

const subject = nativeSubject(WIRES.anthropic);
const done = claims({ done: true });
const DONE = { type: 'claim', claim: { done: true } };
const open = (answer: Answering) => benchFor(subject, played(answer));

describe('C1 native: a conversation that grows', () => {
  const big = (folder: string) => writeFileSync(join(folder, 'big'), `${'some text that is long\n'.repeat(500)}`);
  const windowed = async (answer: Answering, window: number) => {
    const bench = await open(answer);
    const model = modelAt(WIRES.anthropic, bench.sim.url);
    const backend = nativeBackend({ model: () => model, simulated: true, window: () => window });
    return { ...bench, backend };
  };
  const isSummary = ({ system }: SimRequest): boolean => system.startsWith('You write the notes');

  it('C1.8 is summarised: it stays within the window, and keeps the task, the rules and the findings', async () => {
    const folder = tempFolder();
    big(folder);
    const { sim, backend } = await windowed((request, context) => {
      if (isSummary(request)) return text('NOTES: read big, nothing in it.');
      const turns = request.messages[0]?.text.includes('NOTES') ? 40 : 0;
      return request.turn + turns > 45 ? done(request, context) : toolCall('read', { path: 'big', from: 1 });
    }, 24_000);
    const task = taskOf({ prompt: `${MARK}: keep this sentence` });
    const { complete, of } = await attemptOf(backend, task, placeOf({ folder }), {});
    expect(complete.result).toEqual(DONE);
    const own = sim.requests.filter(({ request }) => !isSummary(request));
    expect(sim.requests.length).toBeGreaterThan(own.length);
    expect(Math.max(...own.map(({ usage }) => usage?.inputTokens ?? 0))).toBeLessThan(24_000);
    for (const { request } of own) {
      expect(request.messages[0]?.text.startsWith(task.prompt)).toBe(true);
      expect(request.system).toContain('Rules of this workplace');
    }
    expect(own.at(-1)?.request.messages[0]?.text).toContain('NOTES: read big');
    expect(of('text_delta').some((each) => each.text.includes('NOTES'))).toBe(false);
    const { input, cacheRead, cacheWrite, output } = complete.usage;
    expect([input + cacheRead + cacheWrite, output]).toEqual([sim.usage.inputTokens, sim.usage.outputTokens]);
  });

  it('C1.15 a summary is a separate call: neither its prompt nor its question is in the continued conversation', async () => {
    const folder = tempFolder();
    big(folder);
    const transcripts = tempFolder();
    const { sim } = await open((request, context) => {
      if (isSummary(request)) return text('NOTES: read big.');
      const isShort = request.messages[0]?.text.includes('NOTES') ?? false;
      return isShort ? done(request, context) : toolCall('read', { path: 'big', from: 1, lines: 300 });
    });
    const model = modelAt(WIRES.anthropic, sim.url);
    const backend = nativeBackend({ model: () => model, simulated: true, transcripts, window: () => 24_000 });
    const { complete } = await attemptOf(backend, taskOf(), placeOf({ folder }), {});
    const side = sim.requests.filter(({ request }) => isSummary(request));
    expect(side).toHaveLength(1);
    // It has no tools, and gets the conversation only as data.
    expect(side[0]?.request.tools).toEqual([]);
    expect(side[0]?.request.messages).toHaveLength(1);
    const record = readFileSync(join(transcripts, `${complete.resume}.json`), 'utf8');
    expect(record).toContain('NOTES: read big.');
    expect(record).not.toMatch(/You write the notes|Write the notes\./);
    await attemptOf(backend, taskOf({ resume: complete.resume ?? '' }), placeOf({ folder }), {});
    expect(JSON.stringify(sim.requests.at(-1)?.request)).not.toMatch(/You write the notes|Write the notes\./);
  });

  it.each([
    ['a share of the window', 0.25],
    ['a number of tokens', 6_000],
  ])('is summarised where its task says: %s', async (_, compactAt) => {
    const folder = tempFolder();
    big(folder);
    const script: Answering = (request, context) => {
      if (isSummary(request)) return text('NOTES: read big.');
      const isShort = request.messages[0]?.text.includes('NOTES') ?? false;
      return isShort || request.turn > 4
        ? done(request, context)
        : toolCall('read', { path: 'big', from: 1, lines: 300 });
    };
    const usual = await windowed(script, 24_000);
    await attemptOf(usual.backend, taskOf(), placeOf({ folder }), {});
    expect(usual.sim.requests.filter(({ request }) => isSummary(request))).toEqual([]);
    const early = await windowed(script, 24_000);
    const { complete } = await attemptOf(early.backend, taskOf({ compactAt }), placeOf({ folder }), {});
    expect(complete.result).toEqual(DONE);
    const own = early.sim.requests.filter(({ request }) => !isSummary(request));
    expect(early.sim.requests.length - own.length).toBe(1);
    expect(own.at(-1)?.usage?.inputTokens).toBeLessThan(6_000);
  });

  it('loses its oldest tool results when it cannot be summarised', async () => {
    const folder = tempFolder();
    big(folder);
    const { sim, backend } = await windowed((request, context) => {
      if (isSummary(request)) return { fault: { kind: 'status', status: 400, message: 'no' } };
      return request.turn > 14 ? done(request, context) : toolCall('read', { path: 'big', from: request.turn });
    }, 24_000);
    const { complete, of } = await attemptOf(backend, taskOf(), placeOf({ folder }), {});
    expect(complete.result).toEqual(DONE);
    expect(of('error').some(({ error }) => /summarised/.test(error.message))).toBe(true);
    const own = sim.requests.filter(({ request }) => !isSummary(request));
    expect(Math.max(...own.map(({ usage }) => usage?.inputTokens ?? 0))).toBeLessThan(24_000);
  });

  it('is made shorter once when the model says that it is too long', async () => {
    const folder = tempFolder();
    big(folder);
    const full = {
      kind: 'status',
      status: 400,
      message: 'prompt is too long: 300000 tokens > 200000 maximum',
    } as const;
    const asked: number[] = [];
    const bench = await open((request, context) => {
      if (isSummary(request)) return text('NOTES');
      if (asked.length === 0 && request.turn <= 4) return toolCall('read', { path: 'big', from: request.turn });
      asked.push(JSON.stringify(request.messages).length);
      return asked.length > 1 ? done(request, context) : { fault: full };
    });
    const { complete } = await bench.attempt(taskOf(), placeOf({ folder }));
    expect(complete.result).toEqual(DONE);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toBeLessThan((asked[0] ?? 0) * 0.7);
    const never = await open((request) => (isSummary(request) ? text('NOTES') : { fault: full }));
    expect((await never.attempt()).complete.result).toMatchObject({
      error: { code: 'MODEL_CONTEXT_FULL' },
      retry: false,
    });
  });
});
