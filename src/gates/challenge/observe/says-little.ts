import type { Finding } from '#contracts/gate.ts';
import { writtenNameOf } from '../../proofs/is-run-of.ts';
import { isTaken } from '../compiled/other-answers.ts';
import { askedIn, callNumbers } from './follows.ts';
import { type News, passes } from './judge-run.ts';
import type { Observation, ObservedCall, ObservedFunction, ObservedTest } from './observation.ts';

type Seen = Pick<Observation, 'run' | 'calls' | 'tests'>;
type Altered = Pick<Observation, 'run' | 'tests' | 'assertions' | 'altered' | 'overflow' | 'broken'>;

/** A test file as it is written. */
interface TestText {
  readonly path: string;
  readonly text: string;
}

const MOST = 5;
/** Those that say the value itself. */
const EXACT = /^(toBe|toEqual|toStrictEqual|strictEqual|deepStrictEqual|deepEqual|equal|==)$/;

/** A changed function whose answers new tests take, and one of those tests. */
export interface TakenAnswer {
  readonly function: ObservedFunction;
  readonly test: ObservedTest;
}

/**
 * Changed functions that answer numbers or texts, the same each time, whose answers new tests take and no assertion says
 * by its value: of these it must be asked whether near answers would be noticed. Pure.
 */
export function hardlySaid(
  {
    seen,
    hidden,
    other,
  }: { readonly seen: Seen; readonly hidden: Pick<Observation, 'calls'>; readonly other: Altered },
  texts: readonly TestText[],
  root: string,
  { isNewTest }: Pick<News, 'isNewTest'>,
): TakenAnswer[] {
  const exact = new Set(
    other.assertions.flatMap(({ how, failed }) =>
      EXACT.test(how) ? failed.flatMap(({ given = '' }) => callNumbers(given, other.altered)) : [],
    ),
  );
  const said = new Set(other.altered.flatMap((each) => (exact.has(each.n) ? [placeOf(each)] : [])));
  return [...Map.groupBy(seen.calls, ({ function: { id } }) => id).values()].flatMap((calls): TakenAnswer[] => {
    const [first] = calls;
    if (!first || said.has(placeOf(first))) return [];
    const { function: of } = first;
    if (!calls.some(({ outcome }) => isValue(outcome)) || !isSteady(calls, hidden.calls)) return [];
    const test = seen.tests.find(
      ({ id, written }) =>
        calls.some((call) => call.test === id && call.top && isValue(call.outcome)) &&
        isNewTest(written) &&
        passes(seen.run, written, root) &&
        isTaken(
          lastOf(of.name),
          texts.flatMap(({ path, text }) => (path === written.file ? [text] : [])),
        ),
    );
    return test ? [{ function: of, test }] : [];
  });
}

/** Those of them of which no test notices that they answer something near. Pure. */
export function hardlyNoticed(taken: readonly TakenAnswer[], near: Altered, root: string): Finding[] {
  if (near.overflow || near.broken !== null) return [];
  const noticed = noticedIn(near, root);
  return taken
    .filter((each) => {
      const own = near.altered.filter((call) => placeOf(call) === placeOf(each));
      return own.length > 0 && !own.some(({ n }) => noticed.has(n));
    })
    .slice(0, MOST)
    .map(({ function: { name }, test: { written } }) => ({
      ...{ file: written.file, line: written.fact.lines.first, severity: 'critical', code: 'ASSERTION_SAYS_LITTLE' },
      message: `${writtenNameOf(written)}: its assertions hold as well when ${name} returns another number of the same sign, or another text of the same form, and so do those of all other tests: none says what ${name} returns. Say the value that must come back`,
    }));
}

/** A number, a text, or a record of nothing else. */
const isValue = (outcome: string): boolean =>
  /^(resolves )?(-?\d|["'])/.test(outcome) || /^(resolves )?\{[^[]*[\d"'][^[]*\}$/.test(withoutTexts(outcome));
const withoutTexts = (text: string): string =>
  /\b(true|false|True|False)\b|\[/.test(text.replaceAll(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, '""')) ? '' : text;

/** What is drawn by chance or taken from the clock cannot be said in a test. */
const isSteady = (calls: readonly ObservedCall[], again: readonly ObservedCall[]): boolean =>
  calls.every((call) => {
    const same = again.filter((other) => placeOf(other) === placeOf(call) && other.args === call.args);
    return call.args === null || same.length === 0 || same.some(({ outcome }) => outcome === call.outcome);
  });

/** Ids differ from run to run. */
const placeOf = ({ function: { path, line } }: Pick<ObservedCall, 'function'>): string => `${path}:${line}`;

/** Calls whose other answer made some assertion fail, or a test end otherwise; where it is not known which, all of that test. */
function noticedIn({ run, tests, assertions, altered }: Altered, root: string): ReadonlySet<number> {
  const noticed = new Set<number>();
  const add = (calls: readonly number[]): void => {
    for (const n of calls) noticed.add(n);
  };
  for (const { id, written, ended } of tests)
    if (ended !== 'well' || !passes(run, written, root)) add(askedIn(id, altered));
  for (const { failed } of assertions)
    for (const { test, given = '', wanted, calls = [] } of failed) {
      const sides = [given, ...wanted];
      const own = altered.filter((call) => call.test === test && sides.some((side) => isIn(call.answer, side)));
      if (calls.length > 0 || own.length > 0) add([...calls, ...own.map(({ n }) => n)]);
      else add(test === null ? altered.map(({ n }) => n) : askedIn(test, altered));
    }
  return noticed;
}

const isIn = (answer: string | undefined, side: string): boolean =>
  answer !== undefined && side.includes(answer.replaceAll(/^["']|["']$/g, ''));

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
