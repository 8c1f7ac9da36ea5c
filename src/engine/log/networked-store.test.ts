import { describe } from 'vitest';
import { MemoryStore } from './memory-store.ts';
import { storeContract } from './store.contract.ts';
import { networkedStore } from './testing/networked-store.ts';

// No callback, no clock and no synchronous look crosses the wire.
describe('S2.28 a store that is only reached by messages can keep every promise of a store', () => {
  storeContract('a store behind a socket', async () => {
    let now = 1_000_000;
    const store = await networkedStore(new MemoryStore(() => now));
    return {
      store,
      advance: (ms) => {
        now += ms;
      },
      close: () => store.close(),
    };
  });
});
