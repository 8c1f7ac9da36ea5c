import type { NodeTask } from '#contracts/executor.ts';
import { ANSWERS, type StepAnswer, StepOutcome } from './record.ts';

/** One try of a step; `outcome` is null while its end is unknown. */
export interface Try {
  readonly n: number;
  readonly outcome: StepOutcome | null;
}

export const tryKey = (n: number): string => `try ${n}`;

export function tryNumber(key: string): number | null {
  const [, n] = /^try (\d+)$/.exec(key) ?? [];
  return n === undefined ? null : Number(n);
}

/** The earlier tries of a step, oldest first, from the effects of its activation in the log. */
export function historyOf(effects: NodeTask['effects']): Try[] {
  return Object.entries(effects)
    .flatMap(([key, effect]) => {
      const n = tryNumber(key);
      return n === null ? [] : [{ n, outcome: effect === 'intended' ? null : StepOutcome.parse(effect.done) }];
    })
    .sort((a, b) => a.n - b.n);
}

/** Tries in which the command was really started. */
export const started = (history: readonly Try[]): number =>
  history.filter(({ n, outcome }) => n > 0 && outcome?.by !== 'check').length;

/** Possible answers of a person about a try. Later questions are numbered: see `answerTo`. */
export const choicesFor = (about: number, history: readonly Try[]): string[] =>
  ANSWERS.map((answer) => (wasAsked(history) ? `${answer} ${about}` : answer));

/**
 * The answer to the question about this try, if there is one. The log keeps a step's last answer, and an answer to an
 * earlier question must not count for a later one: from the second question on it names the try.
 */
export function answerTo(given: string | undefined, about: number, history: readonly Try[]): StepAnswer | null {
  const answer = ANSWERS.find((word) => given === `${word} ${about}` || (given === word && !wasAsked(history)));
  return answer ?? null;
}

const wasAsked = (history: readonly Try[]): boolean => history.some(({ outcome }) => outcome?.by === 'person');
