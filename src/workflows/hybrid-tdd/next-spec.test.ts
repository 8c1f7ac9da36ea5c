import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSpec } from './next-spec.ts';
import { specFrom } from './read-spec.ts';
import { Spec } from './spec.ts';
import type { WorkItem } from './work-items.ts';

const SPEC = specFrom(
  '{module: m, description: d, criteria: [c], implPath: a.ts, testPath: a.test.ts, examples: [{input: i, output: o}]}',
  's',
);

const words = fc.string({ minLength: 1, maxLength: 600 }).filter((text) => text.trim() !== '');
const short = fc
  .string({ minLength: 1, maxLength: 40 })
  .map((text) => text.trim())
  .filter((text) => text !== '');
const item: fc.Arbitrary<WorkItem> = fc.oneof(
  fc.record({ type: fc.constant('redesign' as const), what: words, how: words, severity: fc.constant('Minor') }),
  fc.record({
    type: fc.constant('add-property' as const),
    property: fc.record({ name: short, about: short, invariant: short }),
    blocking: fc.boolean(),
  }),
  fc.record({ type: fc.constant('cover' as const), function: short, what: words }),
  fc.record({ type: fc.constant('fix' as const), test: short, what: words }),
);

describe('H8 the next spec', () => {
  it('fits, has all of the last one, and adds nothing the second time', () => {
    fc.assert(
      fc.property(fc.array(item), (next) => {
        const once = nextSpec({ next }, SPEC);
        expect(Spec.safeParse(once).success).toBe(true);
        expect(once.criteria).toEqual(expect.arrayContaining(SPEC.criteria));
        expect(nextSpec({ next }, once)).toEqual(once);
      }),
    );
  });

  it('asks for the property that would have noticed, and against the hole', () => {
    const property = { name: 'full-refuses', about: 'push', invariant: 'push on full throws' };
    const next: WorkItem[] = [
      { type: 'add-property', property, blocking: true },
      { type: 'redesign', what: 'the size can be set', how: 'hide it', severity: 'Minor' },
    ];
    expect(nextSpec({ next }, SPEC)).toMatchObject({
      properties: [property],
      typeNotes: ['the size can be set → hide it'],
    });
  });
});
