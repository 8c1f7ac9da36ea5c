import { MemoryStore } from './memory-store.ts';
import { storeContract } from './store.contract.ts';

storeContract('the memory store', async () => {
  let now = 1_000_000;
  return {
    store: new MemoryStore(() => now),
    advance: (ms) => {
      now += ms;
    },
    close: async () => {},
  };
});
