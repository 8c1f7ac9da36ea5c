import { describe, expect, it } from 'vitest';
import { BlobHash } from '#contracts/ids.ts';
import type { Payload } from '#contracts/payload.ts';
import { wantedOf } from './large-values.ts';
import { inlineOf, valueIn } from './payload-value.ts';

const hash = (no: number): BlobHash => BlobHash.parse(no.toString(16).padStart(64, '0'));
const blob = (no: number, bytes = 40_000): Payload => ({ blob: hash(no), bytes });

describe('C10 values too large for the log', () => {
  it('are read last first, each once, also those inside a record', () => {
    const payloads = [blob(1), { inline: 1 }, { record: { state: blob(2), answered: { inline: null } } }, blob(1)];
    expect(wantedOf(payloads)).toEqual({ wanted: [hash(2), hash(1)], left: 0 });
  });

  it('are left out where they are too large or too many, and that is counted', () => {
    const many = Array.from({ length: 70 }, (_, no) => blob(no));
    const { wanted, left } = wantedOf([...many, blob(99, 5 * 1024 ** 2)]);
    expect(wanted).toHaveLength(60);
    expect(wanted[0]).toBe(hash(69));
    expect(left).toBe(11);
  });

  it('take their place in the payload once they were read', () => {
    const payload: Payload = { record: { state: blob(2), answered: { inline: null } } };
    expect(inlineOf(payload)).toEqual({ state: `40000 bytes, kept as ${hash(2).slice(0, 12)}`, answered: null });
    expect(valueIn(payload, new Map([[hash(2), { status: 'X' }]]))).toEqual({
      state: { status: 'X' },
      answered: null,
    });
  });
});
