import { describe, expect, it } from 'vitest';
import type { StepModel, StepPart } from '#contracts/model.ts';
import { NO_MODEL_USAGE } from '#contracts/model.ts';
import { json, text, toolCall } from '#sim/answers.ts';
import type { Answering } from '#sim/types.ts';
import { attemptOf, benchFor, placeOf, taskOf } from '../test/attempting.ts';
import { namedTool } from '../test/named-tool.ts';
import { afterCall, claims, inTurns, played } from '../test/scripts.ts';
import { nativeBackend } from './backend.ts';
import { MOST_TURNS } from './meter.ts';
import { nativeSubject, WIRES } from './test/native-subject.ts';

const subject = nativeSubject(WIRES.anthropic);
const done = claims({ done: true });
const open = (answer: Answering) => benchFor(subject, played(answer));

describe('C1 native: ends', () => {
  const usage: StepPart = { type: 'usage', usage: { ...NO_MODEL_USAGE, input: 1, output: 1, total: 2 }, call: 'whole' };

  it('an agent that never stops is stopped, also where no one set a limit', async () => {
    const model: StepModel = {
      ref: 'test:endless',
      local: true,
      priced: true,
      async *step() {
        yield { type: 'tool-call', id: 'same', name: 'list', arguments: { type: 'json', input: {} } };
        yield usage;
        const part = { type: 'tool-call' as const, id: 'same', name: 'list', input: {} };
        yield { type: 'finish', reason: 'tool-calls', message: { role: 'assistant', parts: [part] }, warnings: [] };
      },
    };
    const backend = nativeBackend({ model: () => model, simulated: true });
    const { complete, of } = await attemptOf(backend, taskOf(), placeOf(), {});
    expect(complete).toMatchObject({ usage: { turns: MOST_TURNS }, result: { error: { code: 'ATTEMPT_LIMIT' } } });
    // A server that gives every call the same name does not confuse anybody.
    const ids = of('tool_start').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('a tool or a permission that never answers does not keep it', async () => {
    const never = new Promise<never>(() => {});
    for (const place of [
      { tools: [namedTool('stuck', true, () => never)] },
      { tools: [namedTool('stuck', true, async () => '')], permit: () => never },
    ]) {
      const { attempt } = await open(() => toolCall('stuck', {}));
      const { complete, of } = await attempt(taskOf({ limits: { seconds: 0.3 } }), placeOf(place));
      expect(complete.result).toMatchObject({ error: { code: 'ATTEMPT_LIMIT' } });
      expect(of('tool_result')).toHaveLength(of('tool_start').length);
    }
  });

  it('anyone who stops listening ends it', async () => {
    const { sim, backend } = await open(() => ({
      ...text('word '.repeat(50)),
      latency: { chunkMs: 50, chunkChars: 5 },
    }));
    for await (const event of backend.attempt(taskOf(), placeOf(), new AbortController().signal)) {
      if (event.type === 'text_delta') break;
    }
    await expect.poll(() => sim.requests.at(-1)?.outcome).toBe('aborted');
  });

  it.each([
    ['a schema that cannot be checked', { claim: { type: 'object', unevaluatedProperties: false } }, 'CONFIG_INVALID'],
    ['a claim that is no schema', { claim: 'x' }, 'CONFIG_INVALID'],
    ['a model without a provider', { model: 'sonnet' }, 'MODEL_NAME_INVALID'],
  ])('%s is refused before anything is asked', async (_, more, code) => {
    const { attempt, sim } = await open(done);
    const { complete } = await attempt(taskOf(more));
    expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code } });
    expect(sim.requests).toHaveLength(0);
  });

  it('a missing folder is reported to the model, not thrown', async () => {
    const { attempt } = await open(afterCall({ name: 'read', input: { path: 'a' } }, () => claims(null, 'no folder')));
    const { complete } = await attempt(taskOf(), placeOf({ folder: '/nowhere/at/all' }));
    expect(complete.result).toEqual({ type: 'blocker', blocker: 'no folder' });
  });

  it('an unknown model is reported as unknown', async () => {
    const { attempt } = await open(() => ({
      fault: { kind: 'status', status: 404, message: 'model: claude-nope not found' },
    }));
    const { complete } = await attempt(taskOf({ model: 'anthropic:claude-nope' }));
    expect(complete.result).toMatchObject({ retry: false, error: { code: 'MODEL_UNKNOWN' } });
  });

  it('every step carries the attempt’s key, so that a provider recognises a repetition', async () => {
    const { attempt, sim } = await open(inTurns(toolCall('list', {}), json({ done: true })));
    const task = taskOf();
    await attempt(task);
    expect(sim.requests.map(({ request }) => request.headers['idempotency-key'])).toEqual([
      `${task.id}/1`,
      `${task.id}/2`,
    ]);
  });
});
