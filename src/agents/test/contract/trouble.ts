import { describe, expect } from 'vitest';
import { json, text } from '#sim/answers.ts';
import { withFaults } from '#sim/compose.ts';
import { cutStream, overloaded, rateLimited, serverError } from '#sim/faults.ts';
import type { Answering } from '#sim/types.ts';
import { attemptOf, placeOf, taskOf, tempFolder } from '../attempting.ts';
import { heldUntil } from '../held-clock.ts';
import { claims, played, words } from '../scripts.ts';
import type { ContractKit } from './kit.ts';

const done = claims({ done: true });
/** In the provider's words: some agents pass on nothing else. */
const KEY_REFUSED = { kind: 'status', status: 401, message: 'invalid x-api-key' } as const;
const DONE = { type: 'claim', claim: { done: true } };

/** Whatever a provider does, there is an outcome. */
export function troubleContract({ subject, test, open }: ContractKit): void {
  describe(`C1 ${subject.name}: trouble`, () => {
    test(['retries'], 'it lives through 429, 529 and 500', async () => {
      const faults = [rateLimited(1), overloaded(1), serverError(1)];
      const bench = await open(withFaults(played(done), faults));
      const { complete } = await bench.attempt();
      expect(complete.result).toEqual(DONE);
      expect(bench.sim.requests.map(({ outcome }) => outcome)).toEqual(['error', 'error', 'error', 'served']);
    });

    test([], 'it lives through a claim that breaks off, or fails as worth another try', async () => {
      const script: Answering = async (...asked) => ({ ...(await done(...asked)), latency: { chunkChars: 5 } });
      const bench = await open(withFaults(played(script), [cutStream(3)]));
      const { result } = (await bench.attempt()).complete;
      if (subject.cannot['cut-stream'] === undefined) expect(result).toEqual(DONE);
      else expect(result).toMatchObject({ type: 'failed', retry: true, error: { code: 'MODEL_UNAVAILABLE' } });
      expect(bench.sim.requests.filter(({ outcome }) => outcome === 'broken')).toHaveLength(1);
    });

    test(
      ['cut-stream', 'taking-back', 'streaming'],
      'it takes back what was shown of a text that broke off',
      async () => {
        const long = words(40);
        const script = played(() => ({ ...text(long), latency: { chunkMs: 1, chunkChars: 10 } }));
        const shown = Promise.withResolvers<void>();
        // The pause after the eighth piece is the one before the cut.
        const { attempt } = await open(withFaults(script, [cutStream(8)]), heldUntil(shown.promise, 8));
        const see = ({ type }: { type: string }): void => {
          if (type === 'text_delta') shown.resolve();
        };
        const { complete, of } = await attempt(taskOf({ claim: null }), placeOf(), { see });
        expect(complete.result).toEqual({ type: 'text', text: long });
        const gone = of('text_withdrawn').map(({ turn }) => turn);
        const left = of('text_delta').filter(({ turn }) => !gone.includes(turn));
        expect(left.map((each) => each.text).join('')).toBe(long);
        expect(of('text_delta').length).toBeGreaterThan(left.length);
      },
    );

    test(['retries'], 'when the model stays away, it fails as worth another try', async () => {
      const { attempt } = await open(played(() => ({ fault: { kind: 'status', status: 529, retryAfterMs: 1 } })));
      const { complete } = await attempt();
      expect(complete.result).toMatchObject({ type: 'failed', retry: true, error: { code: 'MODEL_UNAVAILABLE' } });
    });

    test([], 'a key that is refused is said to be', async () => {
      const { attempt } = await open(played(() => ({ fault: KEY_REFUSED })));
      const { complete } = await attempt();
      expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code: 'MODEL_KEY_REFUSED' } });
    });

    test([], 'no server at the address is an outcome, not an exception', async () => {
      const { complete } = await attemptOf(
        await subject.open({ url: 'http://127.0.0.1:9' }, { transcripts: tempFolder() }),
        taskOf(),
        placeOf(),
        {},
      );
      expect(complete.result).toMatchObject({ type: 'failed' });
    });

    for (const kind of ['malformedJson', 'malformedSse'] as const) {
      test([], `whatever the model sends, the attempt ends well (${kind})`, async () => {
        const { attempt } = await open(played(() => ({ ...json({ claim: { done: true } }), fault: { kind } })));
        // Some agents retry without end.
        const { complete } = await attempt(taskOf({ limits: { seconds: 60 } }));
        expect(complete.result.type).toBe('failed');
      });
    }
  });
}
