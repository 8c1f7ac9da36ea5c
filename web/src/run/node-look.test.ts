import { describe, expect, it } from 'vitest';
import { lookOf } from './node-look.ts';

describe('lookOf', () => {
  it('C10.3 calls nothing running that no one drives', () => {
    for (const state of ['running', 'inside', 'backing-off'] as const) {
      expect(lookOf({ state, byAgent: false }, false)).toMatchObject({ label: 'was interrupted', moving: false });
    }
    expect(lookOf({ state: 'running', byAgent: false }, true)).toMatchObject({ label: 'running', moving: true });
  });

  it('is green for nothing that only ran, or only was claimed', () => {
    for (const byAgent of [true, false]) expect(lookOf({ state: 'done', byAgent }, true).tone).toBe('quiet');
  });

  it('distinguishes an agent’s claim from the work of code', () => {
    expect(lookOf({ state: 'done', byAgent: true }, true).label).toBe('claims to be done');
    expect(lookOf({ state: 'done', byAgent: false }, true).label).toBe('done');
  });
});
