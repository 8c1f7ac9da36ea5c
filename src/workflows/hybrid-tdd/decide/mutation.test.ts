import { describe, expect, it } from 'vitest';
import { MUTANT_KINDS } from '#code/mutants/mutant.ts';
import { Strictness } from '../spec.ts';
import { blocks } from './mutation.ts';

describe('which survivors keep the work from main', () => {
  it('H6.2 those of a removed check or a flipped condition, always', () => {
    const strictness = Strictness.parse({});
    expect(MUTANT_KINDS.filter((kind) => blocks(kind, strictness)).toSorted()).toEqual([
      'ConditionFlip',
      'RemovedCheck',
    ]);
  });

  it('H6.6 all of them where the spec is strict', () => {
    const strictness = Strictness.parse({ mutationBlocking: true });
    expect(MUTANT_KINDS.filter((kind) => !blocks(kind, strictness))).toEqual([]);
  });
});
