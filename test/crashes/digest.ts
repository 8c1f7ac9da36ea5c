import { createHash } from 'node:crypto';
import type { RunEvent } from '#contracts/run-events.ts';

/** Of what an event says, whatever the order its members are written in. */
export function digestOf({ data }: RunEvent): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(data)))
    .digest('hex')
    .slice(0, 16);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}
