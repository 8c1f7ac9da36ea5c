import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ProvenChange } from '#contracts/attestation.ts';
import { BlobHash } from '#contracts/ids.ts';
import { TestState } from '#contracts/test-run.ts';

/** As the proof of a GREEN keeps them. */
export const KeptOutcomes = z.array(z.object({ id: z.string(), state: TestState }));
export type KeptOutcomes = z.infer<typeof KeptOutcomes>;

/** More names would make a note that no one opens; the hash covers all of them. */
const MOST_NAMED = 2_000;

/** The whole run in numbers, as one hash, and by name. */
export function attestedOutcomes(tests: KeptOutcomes): NonNullable<ProvenChange['tests']['run']> {
  const sorted = [...tests].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.state < b.state ? -1 : 1));
  const count = (...states: readonly TestState[]): number =>
    sorted.filter(({ state }) => states.includes(state)).length;
  const lines = sorted.map(({ id, state }) => `${JSON.stringify(id)} ${state}\n`).join('');
  return {
    passed: count('passed'),
    skipped: count('skipped', 'todo'),
    failed: count('failed'),
    sha256: BlobHash.parse(createHash('sha256').update(lines).digest('hex')),
    ...(sorted.length <= MOST_NAMED ? { outcomes: sorted.map(({ id, state }) => ({ id, state })) } : {}),
  };
}
