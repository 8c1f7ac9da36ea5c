import { Store } from '../lib/store.ts';

/** Messages for a screen reader. One at a time, politely. */
export const said = new Store('');

export const announce = (text: string): void => said.set(text);
