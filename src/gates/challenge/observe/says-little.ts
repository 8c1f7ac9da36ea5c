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

/** Those that specify the value itself. */
const EXACT = /^(toBe|toEqual|toStrictEqual|strictEqual|deepStrictEqual|deepEqual|equal|==)$/;

/** A place in the answers of a changed function that new tests use, and one of those tests. */
export interface TakenAnswer {
  readonly function: ObservedFunction;
  /** `.price`; empty: the answer itself. */
  readonly leaf: string;
  readonly test: ObservedTest;
  /** The call in which an assertion specifies this value. */
  readonly said: readonly AlteredCall[];
  /**
   * Arguments of calls that return one of them: an assertion on such a value says nothing about what the function does.
   */
  readonly trivial: ReadonlySet<string | null>;
}

/**
 * Places in the constant answers of changed functions that new tests use and no assertion specifies: for these a small
 * alteration has to be tried. Pure.
 */
export function unstatedPlaces(
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

/** Those of them whose alteration is not noticed: one call of a new test, where no noticed call covers it. Pure. */
export function unnoticedPlaces(
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
 * Whether what is known of some calls covers another: one of their answers is more than an argument, or they vary in
 * every argument in which this one differs.
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

/** Parts of an answer that a change does not name existed before it, and its tests need not cover them. */
function isTouched(leaf: string, added: string): boolean {
  const name = nameAt(leaf);
  return name === null || new RegExp(String.raw`(?<![\w$])${name.replaceAll(/\W/g, '\\$&')}(?![\w$])`).test(added);
}

/** The last name in a place. */
const nameAt = (leaf: string): string | null => /\.([^.[\]]+)(?:\[\d*\])*$/.exec(leaf)?.[1] ?? null;

/**
 * Values that might replace an answer: those beside it in looser assertions, then those in its test, then those in the
 * same file. Pure.
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

/** Numbers and texts that occur in test files, in order. Pure. */
export function wordsIn(texts: readonly string[]): (number | string)[] {
  const all = texts.flatMap((text) => [...text.matchAll(WORD)]);
  return all.slice(0, MOST_WORDS).map(({ groups: { text, number } = {} }) => text ?? Number(number));
}

const MOST_WORDS = 2000;
const WORD =
  /(?<!\w)(?<quote>["'`])(?<text>(?:(?!\k<quote>)[^\\\n]){0,80})\k<quote>|(?<![\w.])(?<number>-?\d+(?:\.\d+)?)(?![\w.])/g;

/** New tests that pass and use the answers of a function. */
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

/** Ids begin with letters that are random for each run. */
const bare = (id: string): string => id.replace(/^\$[0-9a-f]{6}/, '');

/** For each call the places whose value an assertion specifies, seen in a run with altered answers. */
function exactlySaid({ assertions, altered }: Altered): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  const byNumber = new Map(altered.map((each) => [each.n, each.leaves ?? []]));
  for (const { how, failed } of assertions)
    for (const { given = '', wanted } of EXACT.test(how) ? failed : []) {
      // A matcher for more than one value (`expect.any`, `approx`) is not plain.
      if (/^(opaque|equals)/.test(wanted[0] ?? '')) continue;
      const places = answerPlaces(given);
      for (const n of new Set(places.map((place) => place.n))) {
        const leaves = byNumber.get(n) ?? [];
        const own = places.filter((place) => place.n === n).map(({ leaf }) => leaf);
        const named = leaves.filter(([, number]) => own.includes(number)).map(([leaf]) => leaf);
        // A whole record, whose booleans have no number, and of which only the beginning is reported.
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

/** A boolean, which cannot contain a number. */
const NO_NUMBER = -1;

/** An assertion on a boolean specifies it. */
const isYesOrNo = (of: ObservedFunction, leaf: string, calls: readonly ObservedCall[]): boolean =>
  leaf === '' &&
  calls.every((call) => placeOf(call) !== placeOf({ function: of }) || !/^(resolves )?(-?\d|["'])/.test(call.outcome));

/** Random or time-dependent values cannot be specified in a test. */
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

/** The path behind the last name of a place, wherever that is; all of it where it has none. */
function valueAt(outcome: string, leaf: string): string {
  const name = nameAt(leaf);
  if (name === null) return outcome;
  const all = [...outcome.matchAll(/(["'])((?:(?!\1).)*)\1: ("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^,{}[\]]*)/g)];
  return all.flatMap(([, , key, value]) => (key === name ? [value] : [])).join();
}

/** Ids differ from run to run. */
const placeOf = ({ function: { path, line } }: Pick<ObservedCall, 'function'>): string => `${path}:${line}`;

/**
 * Calls whose altered answer made some assertion fail, or a test end differently; where it is not known which, all of
 * that test.
 */
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
