import { MemoryStore } from './memory-store.ts';
import { storeContract } from './store.contract.ts';
import { networkedStore } from './testing/networked-store.ts';

// Everything a store promises can be kept by one that is only reached by messages: no callback, no clock and no
// synchronous look crosses the wire.
storeContract('S2.28 a store behind a socket', async () => {
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
