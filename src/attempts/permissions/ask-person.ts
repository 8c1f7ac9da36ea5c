import { randomBytes } from 'node:crypto';
import type { Clock } from '#contracts/clock.ts';
import { toJson } from '#contracts/json.ts';
import {
  type AskPerson,
  type PermissionDecision,
  PermissionQuestion,
  type PersonAnswer,
} from '#contracts/permission.ts';
import type { Redactor } from '#host/redact.ts';

/** How long a person has to answer, wherever the question is asked. */
export const ANSWER_WITHIN_MS = 15 * 60_000;

/** A question as it is written into a log. */
export interface PersonQuestion {
  readonly id: string;
  readonly until: number;
  readonly question: PermissionQuestion;
}

export interface AskPersonParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly redactor: Redactor;
  readonly patienceMs: number;
  /** Puts the question into the log that people watch. */
  ask(asked: PersonQuestion): Promise<void>;
  /** The first answer in that log, as soon as it is there; null when `signal` aborts, or `ms` have passed. */
  decision(id: string, ms: number, signal: AbortSignal): Promise<PermissionDecision | null>;
  /** Puts a denial into the log, so that no screen keeps asking. */
  refuse(id: string, no: PermissionDecision & { readonly note: string }): Promise<void>;
}

/**
 * Asks anyone who watches a run or a conversation, in any process: the question is put into its log, and the first
 * answer there counts. Without an answer it is denied, which is recorded too.
 */
export function askPersonIn({ clock, redactor, patienceMs, ask, decision, refuse }: AskPersonParts): AskPerson {
  return async (asked, signal) => {
    const id = randomBytes(6).toString('hex');
    const question = PermissionQuestion.parse(redactor.json(toJson(asked, 'question')));
    await ask({ id, until: clock.now() + patienceMs, question });
    const answer = await decision(id, patienceMs, signal);
    if (answer) return personAnswer(answer);
    const why = signal.aborted ? 'the question was cancelled' : `no one answered within ${duration(patienceMs)}`;
    const no = { decision: 'deny', scope: 'once', note: why } as const;
    await refuse(id, no);
    // A person may have answered at the same moment: every screen shows the first one in the log, so it counts. The
    // driver records both, or it is stopped and the attempt aborted with it.
    const first = signal.aborted ? null : await decision(id, FOR_EVER, signal);
    return personAnswer(first ?? no);
  };
}

/** The longest timer there is. */
const FOR_EVER = 2 ** 31 - 1;

const personAnswer = ({ decision, scope, note }: PermissionDecision): PersonAnswer => ({
  ...{ answer: decision, scope },
  ...(note === undefined ? {} : { why: note }),
});

const duration = (ms: number): string =>
  ms < 60_000 ? many(Math.ceil(ms / 1_000), 'second') : many(Math.round(ms / 60_000), 'minute');

const many = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
