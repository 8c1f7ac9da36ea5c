import type { Finding } from '#contracts/gate.ts';
import type { TestEvidence } from '#contracts/test-run.ts';
import { isMuted } from '../../inventory/compare.ts';
import type { WrittenTest } from '../../inventory/test-inventory.ts';
import { isRunOf, writtenNameOf } from '../../proofs/is-run-of.ts';
import { brief } from '../part.ts';
import { ASKS_NOTHING } from './assertions-javascript.ts';
import { holds } from './holds.ts';
import type { Observation, ObservedTest } from './observation.ts';

const WHY = 'the code or its set-up has changed how assertions, equality or the runner work';

/**
 * Compares the runner's report with what was observed of its tests: their bodies, and both sides of each assertion,
 * reported over a pipe that the runner does not know. Pure.
 */
export function judgeRun(
  { run, tests, assertions }: Pick<Observation, 'run' | 'tests' | 'assertions'>,
  root: string,
  news: News,
  most = MOST,
): Finding[] {
  const passing = tests.filter(({ written }) => passes(run, written, root));
  return [
    ...passing.flatMap((test) => untrue(test)),
    ...assertions.flatMap(({ id, how, file, line, passed }) => {
      const wrong = passed.find(({ given, wanted }) => given !== undefined && holds({ how, given, wanted }) === false);
      if (!wrong) return [];
      const of = passing.find((test) => test.id === wrong.test) ?? passing.find(({ written }) => written.file === file);
      if (!of) return [];
      const wants = brief(wrong.wanted.join(', ')) || WANTS[how] || 'something else';
      return [
        finding(
          file,
          line,
          `${JSON.stringify(of.written.path.join(' > '))} passes, but its assertion \`${how}\` is given ${brief(wrong.given ?? '')} where ${wants} is wanted: ${WHY}`,
          id,
        ),
      ];
    }),
    ...unreached(passing, assertions, news),
  ].slice(0, most);
}

/** What is new in the test files since main. */
export interface News {
  isNewTest(test: WrittenTest): boolean;
  isNewLine(file: string, line: number): boolean;
}

export const NO_NEWS: News = { isNewTest: () => false, isNewLine: () => false };

/**
 * Each assertion of a new test that passes must have been seen to hold: one in a callback that is not called, behind a
 * return, in a branch that is not taken, or whose error is caught, checks nothing. The same applies to a new helper.
 */
function unreached(
  passing: readonly ObservedTest[],
  assertions: Observation['assertions'],
  { isNewTest, isNewLine }: News,
): Finding[] {
  const well = passing.filter(({ ended }) => ended === 'well');
  return assertions.flatMap(({ test, file, line, how, must, passed }) => {
    const of = well.find(({ id, written }) => (test === null ? written.file === file : id === test));
    if (!must || !of || !(test === null ? isNewLine(file, line) : isNewTest(of.written))) return [];
    const name = test === null ? `${file}:${line}` : writtenNameOf(of.written);
    if (how === ASKS_NOTHING)
      return [
        unasked(file, line, `${name}: line ${line} says \`expect(…)\` and asks nothing of it: say what is expected`),
      ];
    if (passed.length > 0) return [];
    const who = test === null ? `tests of ${file} pass` : `${name} passes`;
    return [
      unasked(
        file,
        line,
        `${who}, but the assertion in line ${line} was never seen to hold: it is never reached, or its error is swallowed. Make every run of the test reach it; if it is meant for another platform, a person can waive this`,
      ),
    ];
  });
}

const unasked = (file: string, line: number, message: string): Finding => ({
  ...{ file, line, severity: 'critical', code: 'ASSERTION_UNREACHED', message },
});

const MOST = 5;
const WANTS: Readonly<Record<string, string>> = { toThrow: 'an error', raises: 'an error', ok: 'something true' };

function untrue({ written, began, ended }: ObservedTest): Finding[] {
  const name = writtenNameOf(written);
  if (!began)
    return [
      finding(
        written.file,
        written.fact.lines.first,
        `${name} is reported as passed, and its body did not run: the report is not its own`,
      ),
    ];
  if (ended === 'well') return [];
  if (ended === null)
    return [
      finding(
        written.file,
        written.fact.lines.first,
        `${name} is reported as passed, and never came to its end: the process was ended under it, and the report is not its own`,
      ),
    ];
  return [
    finding(
      written.file,
      written.fact.lines.first,
      `${name} is reported as passed, and ended with an error (${brief(ended.threw)}): a test that ends with an error was reported as passed; ${WHY}`,
    ),
  ];
}

const finding = (file: string, line: number, message: string, _id?: string): Finding => ({
  ...{ file, line, severity: 'critical', message },
});

/** It has runs, all of them passed, and none is expected to fail or to be skipped. */
export function passes({ tests }: TestEvidence, written: WrittenTest, root: string): boolean {
  if (isMuted(written)) return false;
  const own = tests.filter((each) =>
    isRunOf({ ...each, file: root === '.' ? each.file : `${root}/${each.file}` }, written),
  );
  return own.length > 0 && own.every(({ state }) => state === 'passed');
}

/** Tests that passed in one run and not in another of the same files. */
export function lost(before: TestEvidence, after: TestEvidence): string[] {
  const states = new Map(after.tests.map(({ id, state }) => [id, state]));
  return before.tests.filter(({ id, state }) => state === 'passed' && states.get(id) !== 'passed').map(({ id }) => id);
}
