import { Store, useStore } from '../lib/store.ts';

/** Whether a person prefers compact rows. For what CSS cannot do: computed row heights. */
export const dense = new Store(false);

export const useDense = (): boolean => useStore(dense);
