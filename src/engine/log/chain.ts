import { hash } from 'node:crypto';

/** Before the first event. */
export const CHAIN_START = '';

export interface ChainedRow {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly v: number;
  readonly data: string;
}

/** Each event's hash covers its content and the hash before it: an edit anywhere shows from there on. */
export function chainHash(before: string, row: ChainedRow): string {
  return hash('sha256', `${before}\n${row.seq} ${row.at} ${row.type} ${row.v}\n${row.data}`, 'hex');
}
