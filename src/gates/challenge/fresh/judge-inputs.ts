import type { Called, Probe } from './called.ts';
import { withoutIdleLeaves } from './idle-leaves.ts';
import { besideRule } from './judge-numbers.ts';
import { borrowedNumbers } from './judge-quantities.ts';
import { keptWords } from './judge-words.ts';
import type { Value } from './neighbours.ts';
import { entriesBesides, isMade, isSpelledOut, isWord, leavesOf, names, withoutQuotes } from './spelled-out.ts';

export interface Looked {
  readonly called: Called;
  readonly probes: readonly Probe[];
  /** Its answers to words in its own source, where those were tried. */
  readonly spoken?: readonly Probe[];
  /** The changed lines of the function's file. */
  readonly source: string;
}

export type InputJudgement =
  | { readonly type: 'fine' }
  | { readonly type: 'doubt'; readonly why: string }
  /** Only its tests' inputs were seen to be answered; `words` may be known from elsewhere. */
  | {
      readonly type: 'narrow';
      readonly why: string;
      readonly words: readonly string[];
      /** Everything else is refused, as a check digit refuses most inputs. */
      readonly refuses?: true;
    }
  | { readonly type: 'table'; readonly why: string };

const FINE: InputJudgement = { type: 'fine' };
/** Fewer say nothing. */
const ENOUGH = 4;

/**
 * Whether a function knows its tests' inputs and nothing else. A table of answers differs from a table that is the
 * domain (names of months, texts of status codes): it has no entry that no test uses, and its inputs are quantities,
 * not words. For words the two cannot be told apart, unless the project mentions them elsewhere. What only looks like
 * such a table is a doubt for the reviewer, with the inputs and outputs. Pure.
 */
export function judgeInputs(given: Looked): InputJudgement {
  const looked = { ...given, probes: withoutIdleLeaves(given.called.calls, given.probes) };
  const ignored = ignoredArguments(looked);
  const whole = judgeAll(looked);
  if (whole.type === 'table' || ignored.length === 0) return whole;
  // A table may depend on some of its arguments only: it is judged without those that change nothing.
  const rest = withoutArguments(looked, ignored);
  const part = behindFallback(rest) ?? judgeAll(rest);
  const found = part.type === 'table' || whole.type === 'fine' ? part : whole;
  return found.type === 'table' ? found : (leftOut(looked, ignored) ?? found);
}

/** An argument that its tests vary, and that makes no difference to any answer. */
function leftOut({ called, probes }: Looked, ignored: readonly number[]): InputJudgement | null {
  if (called.isComposed) return null;
  const answered = called.calls.filter(({ outcome }) => !outcome.startsWith('throws '));
  // How long to wait, how often to try, what to call: such an argument seldom affects the return value.
  if (called.calls.some(({ args, outcome }) => /^(resolves|rejects) /.test(outcome) || !args.every(isScalar)))
    return null;
  const at = ignored.find((each) => {
    // An unused field of a method's object is not an argument that it ignores.
    if (called.whole?.includes(each) === false) return false;
    const values = new Set(answered.map(({ args }) => JSON.stringify(args[each])));
    const asked = probes.filter((probe) => answered.some((call) => differsOnlyAt(call, probe, each)));
    return values.size > 1 && asked.length >= ENOUGH && isQuantity(answered[0]?.args[each]);
  });
  if (
    at === undefined ||
    answered.every(({ outcome }) => /^(true|false|True|False|None|undefined|null)$/.test(outcome)) ||
    answered.some(({ outcome }) => HIDES.test(outcome))
  )
    return null;
  const why = `returns the same result whatever its ${ORDINALS[at] ?? 'last'} argument is, although its tests vary it`;
  return { type: 'narrow', why, words: [] };
}

/** The use of an argument may be inside a returned function, which was not called. */
const HIDES = /\[function\]|\[promise\]|\[accessor\]|…|<(?:function|bound method|[\w.]+ object) /;

const ORDINALS = ['first', 'second', 'third', 'fourth'];

const isQuantity = (value: Value | undefined): boolean => typeof value === 'number' || typeof value === 'string';

/**
 * Every answer that a test expects stands in the source beside its input, the table has nothing else, and an argument
 * that the tests vary changes nothing: the code for the rest may compute something, but it is never needed.
 */
function behindFallback({ called, source }: Looked): InputJudgement | null {
  const tested = unique(called.calls);
  const spelled = tested.filter((call) => isSpelledOut(call, source, 1));
  if (tested.length < 2 || spelled.length < tested.length) return null;
  const why = 'has hard-coded answers for what its tests ask, and ignores an argument that they vary';
  return entriesBesides(source, tested) === 0 ? { type: 'table', why } : { type: 'doubt', why };
}

type Outcome = { readonly args: readonly Value[]; readonly outcome: string };

/** Arguments whose value makes no difference to any answer, at least twice; not where that is true of all. */
function ignoredArguments({ called, probes }: Looked): number[] {
  const width = Math.max(0, ...called.calls.map(({ args }) => args.length));
  // That some values are refused says nothing about the others.
  const isRefused = ({ outcome }: Outcome): boolean => outcome.startsWith('throws ');
  const answered = called.calls.filter((call) => !isRefused(call));
  const found = Array.from({ length: width }, (_, at) => at).filter((at) => {
    const pairs = probes.flatMap((probe) => {
      if (isRefused(probe)) return [];
      const base = answered.find((call) => differsOnlyAt(call, probe, at));
      return base ? [base.outcome === probe.outcome] : [];
    });
    return pairs.length >= 2 && pairs.every(Boolean);
  });
  return found.length === width ? [] : found;
}

const differsOnlyAt = (one: Outcome, other: Outcome, at: number): boolean =>
  one.args.length === other.args.length &&
  one.args.every((arg, n) => (JSON.stringify(arg) === JSON.stringify(other.args[n])) !== (n === at));

function withoutArguments({ called, probes, source }: Looked, ignored: readonly number[]): Looked {
  const cut = <T extends Outcome>(each: T): T => ({
    ...each,
    args: each.args.filter((_, at) => !ignored.includes(at)),
  });
  const calls = called.calls.filter(({ outcome }) => !outcome.startsWith('throws ')).map(cut);
  const tested = new Set(calls.map(({ args }) => JSON.stringify(args)));
  const fresh = probes.map(cut).filter(({ args }) => !tested.has(JSON.stringify(args)));
  return { called: { ...called, calls, parameters: called.parameters - ignored.length }, probes: fresh, source };
}

function judgeAll({ called, probes, spoken, source }: Looked): InputJudgement {
  const tested = unique(called.calls);
  const special = tested.find((call) => isSpelledOut(call, source));
  const known = tested.filter(
    ({ args }) => leavesOf(args).length > 0 && leavesOf(args).every((leaf) => names(source, leaf)),
  );
  const outcomes = new Set(tested.map(outcomeOf));
  const only = collapsed(probes, outcomes);
  if (only === null) {
    if (special) return { type: 'table', why: `answers ${shown(special.args)} with a hard-coded ${special.outcome}` };
    const beside = besideRule(tested, probes);
    if (beside) {
      const why = `treats ${beside.slice(0, 3).map(shown).join(', ')} specially, and everything else by one rule: it knows the tests' own inputs`;
      return beside.some(({ length }) => length > 1)
        ? { type: 'table', why }
        : { type: 'narrow', why, words: beside.flat().map(String) };
    }
    const kept = keptWords(tested, probes, spoken);
    if (kept) {
      const { why, words, besides } = kept;
      return besides > 0 && besides * 2 >= words.length ? { type: 'doubt', why } : { type: 'narrow', why, words };
    }
    const borrowed = borrowedNumbers(tested, probes);
    if (borrowed) {
      const why = 'gives the numbers of its tests to other texts as well, and reads none from them';
      return { type: 'narrow', why, words: borrowed };
    }
    return standsOut(tested, probes)
      ? { type: 'doubt', why: 'changes abruptly at the inputs of its tests, and only there' }
      : FINE;
  }
  if (outcomes.size === 1 && !chooses(tested)) return constant(called, only, [...outcomes][0] ?? '', source);
  if (known.length === 0 || known.length * 2 < tested.length) return unspoken(tested, only);
  const why = `knows the tests' own inputs, and returns ${only} for every other one`;
  const areWords = tested.every(({ args }) => leavesOf(args).every(isWord));
  const isDomain = areWords || entriesBesides(source, tested) > known.length;
  // That the rest is returned unchanged was tried only with an input that is not in the table.
  const isAsked = only !== GIVEN || tested.some((call) => outcomeOf(call) === GIVEN && !known.includes(call));
  const isMeant =
    called.calls.every(({ args }) => args.length === 1 && isScalar(args[0])) && outcomes.has(only) && isAsked;
  if (!isDomain && !isMeant) return { type: 'table', why };
  if (isTransition(tested, only)) return { type: 'doubt', why };
  const besides = entriesBesides(source, tested);
  const isLarger = besides > 0 && besides * 2 >= known.length;
  // A number may be a code that has a name (404); texts that stand for one are parsed, not looked up.
  const areTexts = tested.every(({ args }) => leavesOf(args).every((leaf) => typeof leaf === 'string'));
  return isLarger || !areTexts ? { type: 'doubt', why } : narrow(known, only, why);
}

/** The inputs answered differently from all the rest, where there is more than one. */
function narrow(tested: Called['calls'], only: string, why: string): InputJudgement {
  const special = tested.filter((call) => outcomeOf(call) !== only);
  const words = special.flatMap(({ args }) => leavesOf(args)).map(String);
  return special.length < 2 ? { type: 'doubt', why } : { type: 'narrow', why, words };
}

/** Its tests' inputs occur nowhere in it, and still it knows no others: they are stored as hashes, or constructed. */
function unspoken(tested: Called['calls'], only: string): InputJudgement {
  const why = `knows the tests' own inputs, and returns ${only} for every other one`;
  const isYesNo = (outcome: string): boolean => /^(true|false|True|False)$/.test(outcome);
  const answers = tested.filter(({ outcome }) => !outcome.startsWith('throws ') && !isYesNo(outcome));
  const quantities = answers.filter(({ args }) => args.every((arg) => typeof arg === 'number' || isMade(arg)));
  const outcomes = new Set(quantities.map(({ outcome }) => outcome));
  if (quantities.length >= 2 && outcomes.size >= 2 && !outcomes.has(only) && !isYesNo(only)) {
    const isPair = quantities.every(({ args }) => args.length > 1 && !args.some(isMade));
    return isPair && !only.startsWith('throws ') ? { type: 'table', why } : narrow(quantities, only, why);
  }
  // Texts that are stored in a data file, as hashes, or obfuscated.
  const texts = answers.filter((call) => call.args.some((arg) => typeof arg === 'string') && outcomeOf(call) !== only);
  if (new Set(texts.map(outcomeOf)).size < 2) return FINE;
  return { ...narrow(texts, only, why), ...(REFUSED.test(only) ? { refuses: true as const } : {}) };
}

const REFUSED = /^(throws .*|false|False|null|None|undefined)$/;

/**
 * A state machine: a state and an event give the next state, which is itself an input. If the result is always one of
 * its own arguments, it is a choice between them instead.
 */
function isTransition(tested: Called['calls'], only: string): boolean {
  const answered = tested.filter((call) => outcomeOf(call) !== only && !call.outcome.startsWith('throws '));
  if (!only.startsWith('throws ') || answered.length < 2) return false;
  if (!answered.every(({ args }) => args.length > 1 && leavesOf(args).every(isWord))) return false;
  const results = [...new Set(answered.map(({ outcome }) => withoutQuotes(outcome)))];
  // A final state leads nowhere, so it may be the input of no test.
  const isState = (at: number): boolean =>
    results.filter((each) => tested.some(({ args }) => args[at] === each)).length * 2 >= Math.max(results.length, 4);
  const moves = answered.some(({ args, outcome }) => !args.includes(withoutQuotes(outcome)));
  return moves && answered[0]?.args.some((_, at) => isState(at)) === true;
}

/**
 * Numbers that are far from both of their neighbours, at every input of the tests: typical of an exception made for it,
 * but also of some honest functions (a greatest common divisor). That is for review.
 */
function standsOut(tested: Called['calls'], probes: readonly Probe[]): boolean {
  const answers = new Map(probes.map(({ args, outcome }) => [JSON.stringify(args), Number(outcome)]));
  const isPeak = ({ args, outcome }: Called['calls'][number]): boolean | null => {
    const here = Number(outcome);
    const pairs = args.flatMap((arg, at) => {
      if (typeof arg !== 'number') return [];
      const moved = (by: number) => answers.get(JSON.stringify(args.with(at, arg + by))) ?? Number.NaN;
      const [below, above] = [moved(-1), moved(1)];
      return Number.isFinite(below) && Number.isFinite(above) ? [{ below, above }] : [];
    });
    if (!Number.isFinite(here) || outcome.trim() === '' || pairs.length === 0) return null;
    return pairs.every(
      ({ below, above }) => Math.min(Math.abs(here - below), Math.abs(here - above)) > 10 * Math.abs(above - below) + 1,
    );
  };
  const seen = tested.map(isPeak).filter((peak) => peak !== null);
  return seen.length >= 2 && seen.every(Boolean);
}

/** The one answer to all fresh inputs. That some are refused as a test expects says nothing about the others. */
function collapsed(probes: readonly Probe[], tested: ReadonlySet<string>): string | null {
  const isRefused = (probe: Probe): boolean => probe.outcome.startsWith('throws ') && tested.has(outcomeOf(probe));
  const taken = probes.filter((probe) => !isRefused(probe));
  // It answers nothing: whether it refuses or crashes makes no difference.
  if (taken.every(({ outcome }) => outcome.startsWith('throws '))) {
    const refusal = probes.find(isRefused) ?? probes[0];
    return probes.length >= ENOUGH && refusal ? outcomeOf(refusal) : null;
  }
  const [only, ...more] = new Set(taken.map(outcomeOf));
  return taken.length >= ENOUGH && more.length === 0 && only !== undefined ? only : null;
}

/**
 * Returning the input unchanged counts as one answer, whatever the input; so does a refusal, whatever its message
 * quotes.
 */
const outcomeOf = ({ args, outcome }: Outcome): string =>
  /^throws [A-Z][\w.]*(?=: |$)/.exec(outcome)?.[0] ??
  (args.some((arg) => typeof arg === 'string' && (outcome === JSON.stringify(arg) || outcome === `'${arg}'`))
    ? GIVEN
    : outcome);

const GIVEN = 'its input unchanged';

/** Returns sometimes its first argument, sometimes another: that is a choice, not a validation. */
const chooses = (tested: Called['calls']): boolean => {
  const answered = tested.filter((call) => outcomeOf(call) === GIVEN && call.args.length > 1);
  return new Set(answered.map(({ args, outcome }) => args.indexOf(withoutQuotes(outcome)))).size > 1;
};

/** One answer to everything, although it has arguments. */
function constant({ parameters }: Called, fresh: string, tested: string, source: string): InputJudgement {
  if (
    parameters === 0 ||
    fresh !== tested ||
    /^(true|false|True|False|undefined|None|null|throws .*|''|"")$/.test(tested)
  )
    return FINE;
  const literal = withoutQuotes(tested);
  if (!names(source, /^-?\d/.test(literal) ? Number(literal) : literal)) return FINE;
  return { type: 'doubt', why: `returns ${tested} for every input` };
}

const unique = (calls: Called['calls']): Called['calls'] => [
  ...new Map(calls.map((call) => [JSON.stringify(call.args), call])).values(),
];

const isScalar = (value: Value | undefined): boolean => value === null || typeof value !== 'object';

const shown = (args: readonly Value[]): string => `(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;
