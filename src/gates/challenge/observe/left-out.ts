import { posix } from 'node:path';
import type { Finding } from '#contracts/gate.ts';
import type { WrittenTest } from '../../inventory/test-inventory.ts';
import { writtenNameOf } from '../../proofs/is-run-of.ts';
import { UNMEASURED } from '../part.ts';
import type { News } from './judge-run.ts';
import type { Observation } from './observation.ts';

type Altered = Pick<Observation, 'run' | 'tests' | 'overflow' | 'broken'>;

/**
 * New tests that the run with altered answers did not reach: time was up, or their records are missing. Whether they
 * would notice is then unknown. A file that does not load with altered answers has noticed. Pure.
 */
export function leftOut(
  seen: Pick<Observation, 'tests' | 'entered'>,
  { run: { outcome }, tests, overflow, broken }: Altered,
  root: string,
  { isNewTest }: Pick<News, 'isNewTest'>,
): WrittenTest[] {
  if (seen.entered.size === 0) return [];
  const unloaded = outcome.type === 'broken' ? outcome.failures.map(({ file = '' }) => posix.join(root, file)) : [];
  const came = new Set(tests.filter(({ began }) => began).map(({ written }) => writtenNameOf(written)));
  const isKnown = (test: WrittenTest): boolean => came.has(writtenNameOf(test)) || unloaded.includes(test.file);
  return seen.tests
    .filter(({ began, written }) => began && isNewTest(written))
    .map(({ written }) => written)
    .filter((test) => overflow || broken !== null || !isKnown(test));
}

export const leftOutFinding = ([first, ...more]: readonly WrittenTest[]): Finding[] =>
  first === undefined
    ? []
    : [
        {
          ...{ file: first.file, line: first.fact.lines.first, severity: 'major', code: UNMEASURED },
          message: `whether ${writtenNameOf(first)}${more.length === 0 ? '' : ` (and ${more.length} more)`} would notice a different result could not be tried: the run with changed results did not reach it, twice. Make the test faster or simpler; a person can waive this`,
        },
      ];
