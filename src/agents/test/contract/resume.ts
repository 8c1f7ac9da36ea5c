import { describe, expect } from 'vitest';
import { type AttemptRig, placeOf, taskOf } from '../attempting.ts';
import { claims, played } from '../scripts.ts';
import type { ContractKit } from './kit.ts';

const done = claims({ done: true });
const DONE = { type: 'claim', claim: { done: true } };

/** How often the word occurred in the model's last call. */
const heardOf = ({ requests }: AttemptRig['sim']): number =>
  JSON.stringify(requests.at(-1)?.request.messages).split('heron').length - 1;

/** An earlier conversation is continued, or not, and which is reported. */
export function resumeContract({ subject, test, open }: ContractKit): void {
  describe(`C1 ${subject.name}: resume`, () => {
    test(['resume'], 'continues an earlier conversation', async () => {
      const bench = await open(played(done));
      const first = taskOf({ prompt: 'contract-task: remember the word heron.' });
      // In the same folder: some agents store their conversations by it.
      const place = placeOf();
      const { complete } = await bench.attempt(first, place);
      expect(complete.resume).toBeDefined();
      const { resume = '' } = complete;
      const again = await bench.attempt(taskOf({ prompt: 'contract-task: which word?', resume }), place);
      expect(again.complete.result).toEqual(DONE);
      const asked = JSON.stringify(bench.sim.requests.at(-1)?.request.messages);
      expect([asked.includes('heron'), asked.includes('which word?')]).toEqual([true, true]);
    });

    test(['resume'], 'starts over, and reports it, when there is nothing to continue', async () => {
      const { attempt, sim } = await open(played(done));
      const { complete, of } = await attempt(taskOf({ resume: 'no-such-token', history: 'The word was heron.' }));
      expect(complete.result).toEqual(DONE);
      expect(of('status').some(({ message }) => /starts over/.test(message))).toBe(true);
      expect(heardOf(sim)).toBe(1);
    });

    test(['resume'], 'gets the earlier conversation as text exactly when it starts over', async () => {
      const { attempt, sim } = await open(played(done));
      const place = placeOf();
      const history = 'The word was heron.';
      const { complete } = await attempt(taskOf({ history }), place);
      const { resume = '' } = complete;
      await attempt(taskOf({ resume, history }), place);
      // Once, in the conversation that is continued.
      expect(heardOf(sim)).toBe(1);
    });
  });
}
