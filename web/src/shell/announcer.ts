import { Store } from '../lib/store.ts';

/** What a screen reader is told. One at a time, politely. */
export const said = new Store('');

export const announce = (text: string): void => said.set(text);
