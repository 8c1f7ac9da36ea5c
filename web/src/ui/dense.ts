import { Store, useStore } from '../lib/store.ts';

/** Whether a person likes less space and more rows. What CSS cannot know: rows whose heights are reckoned with. */
export const dense = new Store(false);

export const useDense = (): boolean => useStore(dense);
