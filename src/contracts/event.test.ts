import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEvent, RawEvent as Raw, type RawEvent, readEvent } from './event.ts';

const tasted = defineEvent('tea.tasted', 3, z.object({ cups: z.number(), sugar: z.boolean() }), {
  1: (data) => ({ cups: Number(data) }),
  2: (data) => ({ ...z.object({ cups: z.number() }).parse(data), sugar: false }),
});
const definitions = new Map([[tasted.type, tasted]]);
const raw = (v: number, data: RawEvent['data'], type = 'tea.tasted'): RawEvent =>
  Raw.parse({ seq: 4, at: 9, type, v, data });

describe('events', () => {
  it('S2.18 of old versions are brought up to date one version at a time', () => {
    expect(readEvent(definitions, raw(1, 2))).toEqual({
      seq: 4,
      at: 9,
      type: 'tea.tasted',
      v: 3,
      data: { cups: 2, sugar: false },
    });
    expect(readEvent(definitions, raw(2, { cups: 3 }))).toMatchObject({ v: 3, data: { cups: 3, sugar: false } });
    expect(readEvent(definitions, raw(3, { cups: 3, sugar: true }))).toMatchObject({ data: { sugar: true } });
  });

  it('of a newer version or an unknown type are refused, with the way out', () => {
    for (const strange of [raw(4, {}), raw(1, {}, 'coffee.tasted')]) {
      expect(() => readEvent(definitions, strange)).toThrow(
        expect.objectContaining({ code: 'EVENT_UNKNOWN', next: expect.stringContaining('newer') }),
      );
    }
  });

  it('that do not fit are refused by name and field', () => {
    expect(() => readEvent(definitions, raw(3, { cups: 'two', sugar: true }))).toThrow(
      expect.objectContaining({ code: 'EVENT_INVALID', message: expect.stringContaining('cups') }),
    );
  });

  it('cannot be declared without a way up from every older version', () => {
    expect(() => defineEvent('tea.tasted', 3, z.null(), { 1: () => null })).toThrow('no way up from v2');
  });
});
