import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RUNS, SOAK_TIMEOUT } from '../testing/soak.ts';
import { scan } from './skip.ts';
import { BLOCK, SkipKernel } from './skip-kernel.ts';

/** Bytes that matter, close together, so that every state meets every edge of a block. */
const dense = fc
  .array(fc.constantFrom(...Buffer.from('""\\\\\\[]{},, x{"'), 0xfb, 0xdb, 0x0b), { minLength: 0, maxLength: 400 })
  .map((bytes) => Buffer.concat([Buffer.from(bytes), Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK, 0x20)]));

describe('T5 passing over JSON', () => {
  it('the kernel and the loop agree on every byte', { timeout: SOAK_TIMEOUT }, () => {
    const kernel = new SkipKernel();
    const state = fc.record({
      depth: fc.integer({ min: 1, max: 4 }),
      inString: fc.boolean(),
      escaped: fc.boolean(),
      commas: fc.nat(9),
    });
    fc.assert(
      fc.property(dense, state, (bytes, start) => {
        const [fast, slow] = [{ ...start }, { ...start }];
        const closed = scan(bytes, 0, bytes.length, slow);
        expect(kernel.run(bytes, 0, bytes.length, fast)).toBe(closed);
        expect(fast.commas).toBe(slow.commas);
        if (closed < 0) expect(fast).toEqual(slow);
      }),
      { numRuns: RUNS },
    );
  });

  it('skips values longer than its memory', () => {
    const bytes = Buffer.from(`${'{"a":"\\\\\\"]"},'.repeat(100_000)}1]`);
    const padded = Buffer.concat([bytes, Buffer.alloc(BLOCK - (bytes.length % BLOCK), 0x20)]);
    const state = { depth: 1, inString: false, escaped: false, commas: 0 };
    expect(new SkipKernel().run(padded, 0, padded.length, state)).toBe(bytes.length - 1);
    expect(state).toMatchObject({ depth: 0, commas: 100_000 });
  });
});
