import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contracts/json.ts';
import { parts, text, toolCall } from '#sim/answers.ts';
import type { Answering, SimRequest } from '#sim/types.ts';
import { benchFor, placeOf, taskOf, tempFolder } from '../test/attempting.ts';
import { claims, inTurns, MARK, played } from '../test/scripts.ts';
import { nativeSubject, WIRES } from './test/native-subject.ts';

const subject = nativeSubject(WIRES.anthropic);
const done = claims({ done: true });
const DONE = { type: 'claim', claim: { done: true } };
const open = (answer: Answering) => benchFor(subject, played(answer));
const call = (name: string, input: Json) => ({ type: 'toolCall' as const, name, input });

describe('C1 native: sub-agents', () => {
  const isHelper = ({ system }: SimRequest): boolean => system.includes('You are a helper');
  const helperPrompt = (n: number) => `${MARK}: look at part ${n}`;

  it('C1.4 have their own context, are shown under their call, and count', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'f'), 'found it');
    const bench = await open((request, context) => {
      if (isHelper(request)) {
        return inTurns(toolCall('read', { path: 'f' }), text('The answer is 42.'))(request, context);
      }
      const ask = [1, 2].map((n) => call('task', { prompt: helperPrompt(n) }));
      return inTurns(parts(...ask), done)(request, context);
    });
    const task = taskOf({ prompt: `${MARK} the great secret plan` });
    const { complete, of } = await bench.attempt(task, placeOf({ folder }));
    expect(complete.result).toEqual(DONE);
    const helping = bench.sim.requests.map(({ request }) => request).filter(isHelper);
    expect(helping).toHaveLength(4);
    expect(JSON.stringify(helping.map(({ messages }) => messages))).not.toContain('great secret plan');
    expect(helping.every(({ tools }) => tools.every(({ name }) => name !== 'task'))).toBe(true);
    const tasks = of('tool_start')
      .filter((each) => each.tool === 'task')
      .map(({ id }) => id);
    expect(tasks).toHaveLength(2);
    const under = of('tool_start')
      .filter((each) => each.tool === 'read')
      .map(({ parent }) => parent ?? '');
    expect(under.sort()).toEqual(tasks.sort());
    expect(of('text_complete').filter(({ parent }) => parent !== undefined)).toHaveLength(2);
    const asked = of('permission_request').filter(({ request }) => request.tool === 'read');
    expect(asked.every(({ request }) => tasks.includes(request.parent ?? ''))).toBe(true);
    expect(complete.usage.turns).toBe(6);
    const { input, cacheRead, cacheWrite, output } = complete.usage;
    expect([input + cacheRead + cacheWrite, output]).toEqual([
      bench.sim.usage.inputTokens,
      bench.sim.usage.outputTokens,
    ]);
    const told = of('tool_result').filter(({ id }) => tasks.includes(id));
    expect(told.map((each) => each.text)).toEqual(['The answer is 42.', 'The answer is 42.']);
  });

  it('C1.4 share the limits of the attempt, and end with it', async () => {
    const endless: Answering = (request) =>
      isHelper(request) ? toolCall('list', { depth: request.turn }) : toolCall('task', { prompt: helperPrompt(1) });
    const { attempt } = await open(endless);
    const { complete } = await attempt(taskOf({ limits: { turns: 6 } }));
    expect(complete).toMatchObject({ usage: { turns: 6 }, result: { error: { code: 'ATTEMPT_LIMIT' } } });
    const off = new AbortController();
    const stuck = await open((request) => {
      if (!isHelper(request)) return toolCall('task', { prompt: helperPrompt(1) });
      setImmediate(() => off.abort());
      return { ...text('x'), latency: { firstTokenMs: 600_000 } };
    });
    const ended = await stuck.attempt(taskOf(), placeOf(), { signal: off.signal });
    expect(ended.complete.result).toMatchObject({ error: { code: 'ATTEMPT_ABORTED' } });
    await expect.poll(() => stuck.sim.requests.some(({ outcome }) => outcome === 'pending')).toBe(false);
  });
});
