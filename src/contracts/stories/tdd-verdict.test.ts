import { describe, expect, it } from 'vitest';
import { tddVerdict } from './tdd-verdict.ts';

const n = (count: number): unknown[] => Array.from({ length: count }, () => ({}));
const refused = { feedback: { problems: [{ message: 'grows passes\non it' }, { message: 'x' }] } };

describe('how a node of hybrid TDD ended', () => {
  it.each([
    [
      'verifyTDD',
      ['merge'],
      { verification: { red: n(6) } },
      'good',
      '6 tests red on the skeleton, for the right reason',
    ],
    ['verifyTDD', ['tests'], refused, 'bad', 'refused: grows passes on it (and 1 more)'],
    ['verifyTDD', ['exit'], { stop: { code: 'TESTS_REFUSED', message: 'twice' } }, 'bad', 'TESTS_REFUSED: twice'],
    ['begin', ['types'], { holes: [], feedback: null }, 'good', 'main is green'],
    ['gate', ['fork'], {}, 'good', 'no hole that matters'],
    ['gate', ['typesFix'], { holes: [{ severity: 'Major' }] }, 'bad', '1 major hole: back to the design'],
    ['typeAdversary', ['gate.adversary'], { holes: [] }, 'plain', 'no holes'],
    ['tests', ['join.tests'], { tests: { claim: { tests: n(1) } } }, 'plain', 'claims 1 test'],
    ['impl', ['join.impl'], { impl: { claim: { functions: n(4) } } }, 'plain', 'claims 4 functions'],
    ['validate', ['postValidate'], {}, 'good', 'all tests pass'],
    ['validate', ['fix'], { failures: n(2), feedback: null }, 'bad', '2 tests failed'],
    ['postValidate', ['exit'], measured(9, 9), 'good', '9 of 9 mutants noticed'],
    ['postValidate', ['exit', 'mutationAdversary'], measured(7, 9), 'warn', '7 of 9 mutants noticed'],
    ['exit', [], { success: true, stop: null }, 'good', 'landed on main'],
    ['exit', [], { success: false, stop: { code: 'SURVIVORS', message: 'one' } }, 'bad', 'SURVIVORS: one'],
  ] as const)('%s → %j', (node, to, handed, tone, text) => {
    expect(tddVerdict({ node, to, handed: [handed] })).toEqual({ tone, text });
  });

  it('is left out if the handed-over work is not in the log', () => {
    expect(tddVerdict({ node: 'tests', to: ['join.tests'], handed: [] })).toBeNull();
    expect(tddVerdict({ node: 'nobody', to: [], handed: [null, 3, 'x'] })).toBeNull();
  });
});

function measured(killed: number, tried: number) {
  return { mutation: { type: 'measured', killed, tried, survivors: n(tried - killed) } };
}
