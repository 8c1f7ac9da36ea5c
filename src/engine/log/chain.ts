import { hash } from 'node:crypto';

/** The hash before the first append. */
export const CHAIN_START = '';

export interface ChainedRow {
  readonly seq: number;
  readonly count: number;
  readonly at: number;
  readonly body: string;
}

/** Each append's hash covers its content and the previous hash: an edit anywhere shows from there on. */
export function chainHash(before: string, { seq, count, at, body }: ChainedRow): string {
  return hash('sha256', `${before}\n${seq} ${count} ${at}\n${body}`, 'hex');
}
