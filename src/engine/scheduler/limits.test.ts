import { describe, expect, it } from 'vitest';
import { capOf, changeLimits, DEFAULT_LIMITS } from './limits.ts';

describe('S3 limits', () => {
  it.each([
    ['total', { total: -1 }],
    ['total', { total: 1.5 }],
    ['perSession', { perSession: Number.NaN }],
    ['queuePerSession', { queuePerSession: 0 }],
    ['perType.agent', { perType: { agent: -1 } }],
    ['ageingMs', { ageingMs: 0 }],
  ])('names the limit %s that makes no sense', (name, change) => {
    expect(() => changeLimits(DEFAULT_LIMITS, change)).toThrow(`The scheduler limit ${name} is`);
  });

  it('takes 0 to hold a kind of work, and Infinity for no cap', () => {
    const limits = changeLimits(DEFAULT_LIMITS, { total: Infinity, perSession: 0, perType: { agent: 0 } });
    expect(limits).toMatchObject({ total: Infinity, perSession: 0 });
    expect([capOf(limits, 'agent'), capOf(limits, 'logic'), capOf(limits, 'toString')]).toEqual([
      0,
      Infinity,
      Infinity,
    ]);
  });

  it('merges caps by type', () => {
    const first = changeLimits(DEFAULT_LIMITS, { perType: { agent: 1 } });
    expect(changeLimits(first, { perType: { logic: 2 } }).perType).toEqual({ agent: 1, logic: 2 });
  });
});
