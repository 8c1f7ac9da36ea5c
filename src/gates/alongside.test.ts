import { describe, expect, it } from 'vitest';
import { alongside } from './alongside.ts';

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('called off')), { once: true }));

describe('work in parallel with other work', () => {
  it('gives its result, and stopping it then changes nothing', async () => {
    const beside = alongside(async () => 7, new AbortController().signal);
    expect(await beside.result).toBe(7);
    await beside.stop();
  });

  it('ends when it is stopped, or when all is', async () => {
    const beside = alongside(untilAborted, new AbortController().signal);
    await beside.stop();
    await expect(beside.result).rejects.toThrow('called off');
    const outer = new AbortController();
    const other = alongside(untilAborted, outer.signal);
    outer.abort();
    await expect(other.result).rejects.toThrow('called off');
  });
});
