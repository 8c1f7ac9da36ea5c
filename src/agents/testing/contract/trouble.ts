import { describe, expect } from 'vitest';
import { json, text } from '#sim/answers.ts';
import { withFaults } from '#sim/compose.ts';
import { cutStream, overloaded, rateLimited, serverError } from '#sim/faults.ts';
import { attemptOf, placeOf, taskOf, tempFolder } from '../attempting.ts';
import { claims, played } from '../scripts.ts';
import type { ContractKit } from './kit.ts';

const done = claims({ done: true });
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

    test(
      ['cut-stream', 'streaming'],
      'it lives through a stream that breaks off, and takes back what was shown of it',
      async () => {
        const long = 'word '.repeat(40);
        const script = played(() => ({ ...text(long), latency: { chunkChars: 10 } }));
        const { attempt } = await open(withFaults(script, [cutStream(8)]));
        const { complete, of } = await attempt(taskOf({ claim: null }));
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
      const { attempt } = await open(played(() => ({ fault: { kind: 'status', status: 401 } })));
      const { complete } = await attempt();
      expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code: 'MODEL_KEY_REFUSED' } });
    });

    test([], 'nobody at the address is an outcome, not an exception', async () => {
      const { complete } = await attemptOf(
        await subject.open({ url: 'http://127.0.0.1:9' }, { transcripts: tempFolder() }),
        taskOf(),
        placeOf(),
        {},
      );
      expect(complete.result).toMatchObject({ type: 'failed' });
    });

    test([], 'whatever the model sends, the stream ends well', async () => {
      for (const kind of ['malformedJson', 'malformedSse'] as const) {
        const { attempt } = await open(played(() => ({ ...json({ claim: { done: true } }), fault: { kind } })));
        expect((await attempt()).complete.result.type).toBe('failed');
      }
    });
  });
}
