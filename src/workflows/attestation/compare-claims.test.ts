import { describe, expect, it } from 'vitest';
import type { ProvenChange } from '#contracts/attestation.ts';
import { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import type { ProvedChange } from '../prove/prove-change.ts';
import { compareClaims } from './compare-claims.ts';
import { wasRed } from './pr-statement.ts';
import { attestedOutcomes, type KeptOutcomes } from './test-outcomes.ts';

const RUN: KeptOutcomes = [
  { id: 'a.test > one', state: 'passed' },
  { id: 'a.test > two', state: 'skipped' },
];
const predicate: ProvenChange = {
  ...{
    assay: { version: '1' },
    mode: 'hosted',
    run: 'r',
    mutants: [],
    evidence: [],
    author: null,
    reviewer: 'somebody',
  },
  base: { commit: Sha.parse('a'.repeat(40)), tree: TreeHash.parse('b'.repeat(40)) },
  item: { plan: 'PLAN.md', title: 'a thing', criteria: [] },
  tests: { proving: [wasRed('a.test > one')], run: attestedOutcomes(RUN) },
  waivers: [{ what: 'src/a.js: it is odd', by: 'p', why: 'w' }],
  doubts: [],
};
const proved: ProvedChange = {
  outcome: 'proven',
  checks: [{ check: 'red', required: true, outcome: 'proven', seen: '' }],
  tests: { added: [], changed: [], proving: ['a.test > one'] },
  ...{ doubts: [], evidence: [], run: null },
};
const problems = (claims: ProvenChange, now: ProvedChange, run: KeptOutcomes | null, full = false) =>
  compareClaims(claims, now, run, full).problems.map(({ code }) => code);

describe('G13.3 claims of an attestation, measured again', () => {
  it('match if everything has the same result as before, and say what cannot be measured', () => {
    const { claims, problems: none } = compareClaims(predicate, proved, RUN, false);
    expect(none).toEqual([]);
    expect(claims.map(({ result }) => result)).toEqual([
      ...['matches', 'matches', 'matches', 'not recomputed'],
      ...['on trust', 'on trust', 'on trust', 'on trust', 'on trust', 'on trust'],
    ]);
  });

  it('differ where a test proves nothing, does not pass, or is not there', () => {
    expect(problems(predicate, { ...proved, tests: { ...proved.tests, proving: [] } }, RUN)).toEqual([
      'PROVING_TESTS_DIFFER',
    ]);
    expect(problems(predicate, proved, [{ id: 'a.test > one', state: 'failed' }])).toEqual(['TESTS_DIFFER']);
    expect(problems(predicate, proved, [])).toEqual(['TESTS_DIFFER']);
    // A test that is skipped here and passed there is not a lie.
    expect(problems(predicate, proved, [{ id: 'a.test > one', state: 'passed' }])).toEqual([]);
  });

  it('hold a file that did not load before for all of its tests', () => {
    expect(problems(predicate, { ...proved, tests: { ...proved.tests, proving: ['a.test'] } }, RUN)).toEqual([]);
  });

  it('differ where a check does not hold any more, unless a person waived that very thing', () => {
    const refusing = (message: string): ProvedChange => ({
      ...proved,
      checks: [
        {
          check: 'challenge',
          required: true,
          outcome: 'refused',
          waived: [],
          reasons: [{ code: 'CHALLENGE_FAILED', message, next: '', file: 'src/a.js' }],
        },
      ],
    });
    expect(problems(predicate, refusing('it is odder'), RUN, true)).toEqual(['PROOF_DIFFERS']);
    expect(problems(predicate, refusing('it is odd'), RUN, true)).toEqual([]);
    expect(problems(predicate, refusing('it is odder'), RUN)).toEqual([]);
  });
});
