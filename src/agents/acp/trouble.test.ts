import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '#contracts/agent.ts';
import { placeOf, taskOf, tempFolder } from '../test/attempting.ts';
import { play, scripted } from './test/play.ts';

describe('C1 an ACP agent in trouble', () => {
  it('C1.9 is asked to stop when it is cancelled, and then ends', async () => {
    const off = new AbortController();
    const home = tempFolder();
    const see = ({ type }: AgentEvent): void => {
      if (type === 'text_delta') off.abort(new Error('no longer needed'));
    };
    const { complete } = await play(['say on my way', 'hang'], { home, signal: off.signal, see });
    expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code: 'ATTEMPT_ABORTED' } });
    expect(running(home)).toBe(0);
  });

  it('is ended at its time limit, with all it started', async () => {
    const home = tempFolder();
    const { complete } = await play(['run sleep 600', 'hang'], { home, task: { limits: { seconds: 1 } } });
    expect(complete.result).toMatchObject({ type: 'failed', error: { code: 'ATTEMPT_LIMIT' } });
    expect(running(home)).toBe(0);
  });

  it.each([
    ['crashes', ['noise out of luck', 'crash'], 'TOOL_FAILED', /out of luck/],
    ['is refused its key', ['fail 401 Unauthorized'], 'MODEL_KEY_REFUSED', /401/],
    ['finds its model away', ['fail 529 overloaded'], 'MODEL_UNAVAILABLE', /529/],
    ['has a model that refuses', ['refuse'], 'MODEL_REFUSED', /refused/],
  ])('that %s is an outcome with a reason', async (_, lines, code, message) => {
    const { complete } = await play(lines);
    expect(complete.result).toMatchObject({
      type: 'failed',
      error: { code, message: expect.stringMatching(message), next: expect.any(String) },
    });
  });

  it('reports a missing program, or one that is not an agent, as an outcome', async () => {
    const absent = await play([], { options: { command: ['/no/such/agent'] } });
    expect(absent.complete.result).toMatchObject({ type: 'failed', error: { code: 'PROCESS_UNSTARTABLE' } });
    const mute = await play([], { options: { command: ['true'] } });
    expect(mute.complete.result).toMatchObject({ type: 'failed' });
    const chatty = await play([], {
      options: { command: ['sh', '-c', 'echo hello; exec cat >/dev/null'] },
      task: { limits: { seconds: 1 } },
    });
    expect(chatty.complete.result).toMatchObject({ type: 'failed' });
  });

  it('leaves nothing behind when the listener is gone', async () => {
    const home = tempFolder();
    const task = taskOf({ claim: null, prompt: 'hang' });
    for await (const event of scripted({ home }).attempt(task, placeOf(), new AbortController().signal)) {
      if (event.type === 'status') break;
    }
    expect(running(home)).toBe(0);
  });
});

/** Processes that were given this home. */
function running(home: string): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`HOME=${home}`);
      } catch {
        return false;
      }
    }).length;
}
