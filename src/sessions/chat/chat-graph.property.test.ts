import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_AGENT_USAGE } from '#contracts/agent.ts';
import { MESSAGE_SIGNAL } from '#contracts/chat.ts';
import { TurnId } from '#contracts/chat-turn.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import { fromLog } from '#engine/payloads.ts';
import { EMPTY } from '#engine/step/state.ts';
import { type Rig, rig } from '#engine/testing/rig.ts';
import { ChatFold, payloadOf } from './chat-fold.ts';
import { chatGraph } from './chat-graph.ts';
import { NO_RESEARCH, UNQUEUE_SIGNAL } from './chat-types.ts';

const settings = {
  folder: '/p',
  project: '/p',
  agent: 'chat',
  mode: 'explore' as const,
  backend: 'native',
  model: null,
  unsandboxed: false,
  simulated: false,
};

async function read(r: Rig, run: RunId): Promise<ChatFold> {
  const fold = new ChatFold();
  for (const event of await r.log(run)) {
    const payload = payloadOf(event);
    fold.add(event, payload === null ? null : await fromLog(payload, EMPTY, r.deps.blobs));
  }
  return fold;
}

const acts = fc.array(
  fc.record({ do: fc.constantFrom('post', 'post', 'unqueue', 'stop-driver'), which: fc.nat(5), wait: fc.nat(6) }),
  { minLength: 1, maxLength: 14 },
);

describe('C1 a conversation', () => {
  it('C1.7 answers every message once and in order, but those that the log says were taken back', async () => {
    await fc.assert(
      fc.asyncProperty(acts, fc.nat(4), async (steps, slowness) => {
        const answered: string[] = [];
        const graph = chatGraph({
          isWithdrawn: async (run, message) => (await read(r, run)).withdrawn.has(message),
          async takeTurn({ message }, { signal }) {
            await sleep(slowness, undefined, { signal }).catch(() => undefined);
            if (!signal.aborted) answered.push(message.id);
            const status = 'done' as const;
            const told = { usage: NO_AGENT_USAGE, resume: null, backend: 'native', research: NO_RESEARCH };
            return { status, text: message.text, error: null, ...told };
          },
        });
        const r = rig([graph]);
        let handle = await r.start(graph, { settings, resume: null, last: null, first: null, research: NO_RESEARCH });
        const { run } = handle;
        const mail = (signal: string, payload: Json) => r.post(run, { type: 'signal', signal, act: null, payload });
        const goOn = async () => {
          await handle.done;
          handle = await r.resume(run);
        };
        const posted: TurnId[] = [];
        for (const { do: act, which, wait } of steps) {
          const known = posted[which % Math.max(1, posted.length)];
          if (act === 'post') {
            const id = TurnId.parse(`m${posted.length}`);
            posted.push(id);
            await mail(MESSAGE_SIGNAL, { id, at: 1, by: 'me', text: id });
          } else if (act === 'unqueue' && known) await mail(UNQUEUE_SIGNAL, { message: known });
          else if (act === 'stop-driver') await handle.stop();
          await sleep(wait);
        }
        // Continues until nothing is left to do.
        while ((await r.store.mail(run)).length > 0 || (await handle.done).status === 'stopped') await goOn();
        await handle.done;
        const fold = await read(r, run);
        expect(answered).toEqual(posted.filter((id) => !fold.withdrawn.has(id)));
        expect(fold.exchanges.map(({ message, state }) => [message.id, state])).toEqual(
          answered.map((id) => [id, 'done']),
        );
        expect(fold.queue).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
