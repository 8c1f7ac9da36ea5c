import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteQueue } from './byte-queue.ts';

it('behaves like one array that grows at its end and shrinks at its front', () => {
  const step = fc.tuple(fc.nat(150_000), fc.nat(150_000));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const queue = byteQueue();
      let model = Buffer.alloc(0);
      for (const [n, [pushed, dropped]] of steps.entries()) {
        const bytes = Buffer.alloc(pushed, n + 1);
        queue.push(bytes);
        queue.dropFront(dropped);
        model = Buffer.concat([model, bytes]).subarray(dropped);
        expect(queue.size()).toBe(model.length);
        expect(Buffer.concat(queue.parts()).equals(model)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
