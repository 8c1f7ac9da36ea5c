import type { Finding } from '#contracts/gate.ts';
import { writtenNameOf } from '../../proofs/is-run-of.ts';
import { isTaken } from '../compiled/other-answers.ts';
import { answerPlaces, argumentsOf, askedIn, isVaried } from './follows.ts';
import { type News, passes } from './judge-run.ts';
import type { AlteredCall, Observation, ObservedCall, ObservedFunction, ObservedTest } from './observation.ts';
import type { Nudge } from './other-answers.ts';

type Seen = Pick<Observation, 'run' | 'calls' | 'tests'>;
type Altered = Pick<Observation, 'run' | 'tests' | 'assertions' | 'altered' | 'overflow' | 'broken'>;

/** A test file as it is written. */
interface TestText {
  readonly path: string;
  readonly text: string;
}

/** Those that say the value itself. */
const EXACT = /^(toBe|toEqual|toStrictEqual|strictEqual|deepStrictEqual|deepEqual|equal|==)$/;

/** A place in the answers of a changed function that new tests take, and one of those tests. */
export interface TakenAnswer {
  readonly function: ObservedFunction;
  /** `.price`; empty: the answer itself. */
  readonly leaf: string;
  readonly test: ObservedTest;
  /** What was asked where an assertion says this value. */
  readonly said: readonly AlteredCall[];
  /** Arguments of calls that are given back one of them: where that is said, nothing is said of what the function does. */
  readonly trivial: ReadonlySet<string | null>;
}

/**
 * Places in what changed functions answer, the same each time, that new tests take and no assertion says by its value: of
 * these it must be asked whether near answers would be noticed. Pure.
 */
export function hardlySaid(
  {
    seen,
    hidden,
    other,
  }: { readonly seen: Seen; readonly hidden: Pick<Observation, 'calls'>; readonly other: Altered },
  texts: readonly TestText[],
  root: string,
  { isNewTest, added }: Pick<News, 'isNewTest'> & { readonly added: string },
): TakenAnswer[] {
  const exact = exactlySaid(other);
  const taking = takingTests(seen, texts, root, isNewTest);
  return [...Map.groupBy(other.altered, placeOf).values()].flatMap((calls): TakenAnswer[] => {
    const of = seen.calls.find((call) => placeOf(call) === placeOf(calls[0] as AlteredCall))?.function;
    if (!of) return [];
    const leaves = new Set(calls.flatMap(({ leaves: own = [] }) => own.map(([leaf]) => leaf)));
    return [...leaves]
      .filter((leaf) => isTouched(leaf, added))
      .flatMap((leaf): TakenAnswer[] => {
        const having = calls.filter((call) => call.leaves?.some(([each]) => each === leaf));
        const said = having.filter(({ n }) => exact.get(n)?.has(leaf));
        const trivial = givenBack(of, leaf, seen.calls);
        const open = having.find(
          (call) =>
            call.test !== null &&
            taking(call.test, of) &&
            !exact.get(call.n)?.has(leaf) &&
            !standsFor(said, call, trivial),
        );
        const test = seen.tests.find(({ written }) => open && isTestOf(other, open, written));
        return open && test && isSteady(of, leaf, seen.calls, hidden.calls) && !isYesOrNo(of, leaf, seen.calls)
          ? [{ function: of, leaf, test, said, trivial }]
          : [];
      });
  });
}

/** What of them is not noticed when it is another: one call of a new test, and nothing that is noticed stands for it. Pure. */
export function hardlyNoticed(
  { function: of, leaf, test, said, trivial }: TakenAnswer,
  way: Nudge['way'],
  near: Altered,
  root: string,
  { isNewTest }: Pick<News, 'isNewTest'>,
): Finding | null {
  if (near.overflow || near.broken !== null) return null;
  const noticed = noticedIn(near, root);
  const own = near.altered.filter((call) => placeOf(call) === placeOf({ function: of }));
  const known = [...said, ...own.filter(({ n }) => noticed.has(n))];
  const open = own.find((call) => {
    const written = near.tests.find(({ id }) => id === call.test)?.written;
    return !noticed.has(call.n) && written !== undefined && isNewTest(written) && !standsFor(known, call, trivial);
  });
  if (!open) return null;
  const written = near.tests.find(({ id }) => id === open.test)?.written ?? test.written;
  const place = leaf === '' ? '' : ` at ${leaf.replace(/^\./, '')}`;
  return {
    ...{ file: written.file, line: written.fact.lines.first, severity: 'critical', code: 'ASSERTION_SAYS_LITTLE' },
    message: `${writtenNameOf(written)}: its assertions also hold when ${of.name} returns another value${place} (${OTHER[way]}), and so do those of all other tests: none says what ${of.name} returns${place}. Assert the exact value`,
  };
}

const OTHER: Readonly<Record<Nudge['way'], string>> = {
  up: 'a little more, or a text of the same form',
  down: 'a little less',
  next: 'another value that the test uses',
  previous: 'another value that the test uses',
};

/**
 * Whether what is known of some calls says enough of another: one of them is more than what it was given, or they vary in
 * all in which this one differs from them.
 */
const standsFor = (known: readonly AlteredCall[], call: AlteredCall, trivial: ReadonlySet<string | null>): boolean =>
  known.some(({ args }) => !trivial.has(args)) ||
  (known.length > 0 && isVaried(argumentsOf(call), known.map(argumentsOf)));

/** Arguments of calls whose answer is one of them. */
const givenBack = (of: ObservedFunction, leaf: string, calls: readonly ObservedCall[]): ReadonlySet<string | null> =>
  new Set(
    calls
      .filter((call) => placeOf(call) === placeOf({ function: of }))
      .filter((call) => {
        const value = valueAt((call.returned ?? call.outcome).replace(/^resolves /, ''), leaf).replaceAll("'", '"');
        return argumentsOf(call).some((each) => each === value);
      })
      .map(({ args }) => args),
  );

/** What a change does not name in an answer was there before it, and is not its tests' business. */
function isTouched(leaf: string, added: string): boolean {
  const name = nameAt(leaf);
  return name === null || new RegExp(String.raw`(?<![\w$])${name.replaceAll(/\W/g, '\\$&')}(?![\w$])`).test(added);
}

/** The last name in a place. */
const nameAt = (leaf: string): string | null => /\.([^.[\]]+)(?:\[\d*\])*$/.exec(leaf)?.[1] ?? null;

/**
 * Values that might do as well as an answer: what stands beside it in looser assertions, then what its test is written
 * with, then what is in the same file. Pure.
 */
export function otherWords(
  { test }: Pick<TakenAnswer, 'test'>,
  { assertions }: Pick<Observation, 'assertions'>,
  texts: readonly TestText[],
): (number | string)[] {
  const { file, fact } = test.written;
  const sides = assertions
    .filter((each) => each.file === file && !EXACT.test(each.how))
    .flatMap(({ passed }) => passed.flatMap(({ given = '', wanted }) => [...wanted, given]));
  const lines = (texts.find(({ path }) => path === file)?.text ?? '').split('\n');
  const own = lines.slice(fact.lines.first - 1, fact.lines.last);
  return wordsIn([...new Set(sides), own.join('\n'), lines.join('\n')]);
}

/** Numbers and texts that test files are written with, in their order. Pure. */
export function wordsIn(texts: readonly string[]): (number | string)[] {
  const all = texts.flatMap((text) => [...text.matchAll(WORD)]);
  return all.slice(0, MOST_WORDS).map(({ groups: { text, number } = {} }) => text ?? Number(number));
}

const MOST_WORDS = 2000;
const WORD =
  /(?<!\w)(?<quote>["'`])(?<text>(?:(?!\k<quote>)[^\\\n]){0,80})\k<quote>|(?<![\w.])(?<number>-?\d+(?:\.\d+)?)(?![\w.])/g;

/** New tests that pass and take the answers of a function. */
function takingTests(
  seen: Seen,
  texts: readonly TestText[],
  root: string,
  isNewTest: News['isNewTest'],
): (test: string, of: ObservedFunction) => boolean {
  const known = new Map<string, boolean>();
  return (id, of) => {
    const key = `${bare(id)} ${of.name}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const test = seen.tests.find((each) => bare(each.id) === bare(id));
    const found =
      test !== undefined &&
      isNewTest(test.written) &&
      passes(seen.run, test.written, root) &&
      isTaken(
        lastOf(of.name),
        texts.flatMap(({ path, text }) => (path === test.written.file ? [text] : [])),
      );
    known.set(key, found);
    return found;
  };
}

const isTestOf = ({ tests }: Altered, { test }: AlteredCall, written: ObservedTest['written']): boolean =>
  tests.find(({ id }) => id === test)?.written === written;

/** Ids begin with letters that are drawn for each run. */
const bare = (id: string): string => id.replace(/^\$[0-9a-f]{6}/, '');

/** Of each call the places whose value an assertion says, seen in a run with answers that tell of themselves. */
function exactlySaid({ assertions, altered }: Altered): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  const byNumber = new Map(altered.map((each) => [each.n, each.leaves ?? []]));
  for (const { how, failed } of assertions)
    for (const { given = '', wanted } of EXACT.test(how) ? failed : []) {
      // What matches more than one value (`expect.any`, `approx`) is not plain.
      if (/^(opaque|equals)/.test(wanted[0] ?? '')) continue;
      const places = answerPlaces(given);
      for (const n of new Set(places.map((place) => place.n))) {
        const leaves = byNumber.get(n) ?? [];
        const own = places.filter((place) => place.n === n).map(({ leaf }) => leaf);
        const named = leaves.filter(([, number]) => own.includes(number)).map(([leaf]) => leaf);
        // A whole record, of which yes and no have no number, and of which only the beginning is told.
        const whole =
          /^[[{(]/.test(given) &&
          (given.includes('…') || leaves.every(([, number]) => number === NO_NUMBER || own.includes(number)));
        const all = found.get(n) ?? new Set();
        for (const leaf of whole ? leaves.map(([each]) => each) : named) all.add(leaf);
        found.set(n, all);
      }
    }
  return found;
}

/** Of yes and no, into which no number goes. */
const NO_NUMBER = -1;

/** That an answer is yes or no is said by whoever looks at it. */
const isYesOrNo = (of: ObservedFunction, leaf: string, calls: readonly ObservedCall[]): boolean =>
  leaf === '' &&
  calls.every((call) => placeOf(call) !== placeOf({ function: of }) || !/^(resolves )?(-?\d|["'])/.test(call.outcome));

/** What is drawn by chance or taken from the clock cannot be said in a test. */
function isSteady(
  of: ObservedFunction,
  leaf: string,
  calls: readonly ObservedCall[],
  again: readonly ObservedCall[],
): boolean {
  const isOwn = (call: ObservedCall): boolean => placeOf(call) === placeOf({ function: of });
  return calls.filter(isOwn).every((call) => {
    const same = again.filter((other) => isOwn(other) && other.args === call.args);
    const value = valueAt(call.outcome, leaf);
    return call.args === null || same.length === 0 || same.some(({ outcome }) => valueAt(outcome, leaf) === value);
  });
}

/** What stands behind the last name of a place, wherever that is; all where it has none. */
function valueAt(outcome: string, leaf: string): string {
  const name = nameAt(leaf);
  if (name === null) return outcome;
  const all = [...outcome.matchAll(/(["'])((?:(?!\1).)*)\1: ("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^,{}[\]]*)/g)];
  return all.flatMap(([, , key, value]) => (key === name ? [value] : [])).join();
}

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
