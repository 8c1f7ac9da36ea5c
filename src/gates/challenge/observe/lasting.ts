import type { Finding } from '#contracts/gate.ts';
import { fairShare } from '../fair-share.ts';
import { brief, type Said, UNMEASURED } from '../part.ts';
import type { Answers, OutsideQuestion } from './ask-outside.ts';
import { isOfTheDay } from './differences.ts';
import type { Observation, ObservedCall } from './observation.ts';

type Changed = Answers['changingAnswers'][number];
type Place = Changed['places'][number];

/** A call of the tests, and what a later inspection of its answer showed. */
export interface LookedCall {
  readonly call: ObservedCall;
  readonly question: OutsideQuestion;
}

export interface LastingOrder {
  readonly looked: readonly LookedCall[];
  /** Environment of the process in which all calls were made. */
  readonly changingAnswers: Answers['changingAnswers'];
  readonly seen: Pick<Observation, 'assertions'>;
  /** The same inspections of one call's answer from the change, or from main, in a process of its own. */
  readonly ask: (of: 'change' | 'main', question: OutsideQuestion) => Promise<Answers['changingAnswers']>;
}

/** Each costs two processes. */
const MOST = 6;

/**
 * Answers that do not last: right at the first inspection, or until a timer has fired, and something else from then on.
 * Not reported: random or time-dependent changes, those that main shows as well, and those that the same test has seen:
 * live objects have tests that look again.
 */
export async function changingAnswers({ looked, changingAnswers: found, seen, ask }: LastingOrder): Promise<Said> {
  const suspects = found.flatMap((change) => {
    const one = looked[change.n];
    const places = one ? change.places.filter((place) => !isSeen(place, one.call, seen)) : [];
    return one && places.length > 0 ? [{ ...one, ...change, places }] : [];
  });
  const told: (Told & { readonly sure: boolean })[] = [];
  for (const suspect of fairShare(suspects, ({ call: { function: of } }) => `${of.path}:${of.line}`, MOST)) {
    // In isolation: changes made by other calls (a list that is kept and handed out) are not its own.
    const [alone, main] = [await ask('change', suspect.question), await ask('main', suspect.question)];
    const changed = alone.flatMap(({ places }) => places);
    const [place] = changed;
    if (!place || main.length > 0) continue;
    const same = changed.find((each) => suspect.places.some((one) => isSame(one, each)));
    told.push({ ...suspect, place: same ?? place, sure: same !== undefined });
  }
  const byFunction = [...Map.groupBy(told, ({ call }) => call.function).values()];
  return {
    findings: byFunction.flatMap((own) => own.find(({ sure }) => sure) ?? []).map(findingOf),
    doubts: byFunction.filter((own) => !own.some(({ sure }) => sure)).flatMap((own) => own.slice(0, 1).map(say)),
  };
}

type Told = LookedCall & { readonly place: Place; readonly when: Changed['when'] };

const findingOf = (told: Told): Finding => ({
  ...{ file: told.call.function.path, line: told.call.function.line, severity: 'critical', code: UNMEASURED },
  message: `a result does not last: ${say(told)}. Tests saw only the first value. Return a stable result, or test what it becomes; if this is intended, a person can waive it`,
});

const say = ({ call, place: { at, first, now }, when }: Told): string =>
  `${call.function.name}(${brief((call.args ?? '').slice(1, -1), 120)}) gives ${brief(first)}${at === '' ? '' : ` as ${at}`}, and ${brief(now)} ${when === 'again' ? 'when it is read again' : 'once time has passed'}`;

const isSame = (one: Place, other: Place): boolean =>
  one.at === other.at && one.first === other.first && one.now === other.now && !isOfTheDay(one.first, one.now);

/** The same test has looked at it since. */
const isSeen = ({ now }: Place, { test }: ObservedCall, { assertions }: LastingOrder['seen']): boolean =>
  test !== null &&
  assertions.some(({ passed }) =>
    passed.some((each) => each.test === test && (each.given === now || each.wanted.includes(now))),
  );
