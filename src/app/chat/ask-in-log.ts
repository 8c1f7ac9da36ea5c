import { randomBytes } from 'node:crypto';
import type { TurnId } from '#contracts/chat.ts';
import type { Clock } from '#contracts/clock.ts';
import { PERMISSION_SIGNAL } from '#contracts/http/needs.ts';
import { type Json, toJson } from '#contracts/json.ts';
import { type AskPerson, PermissionQuestion, type PersonAnswer } from '#contracts/permission.ts';
import type { Redactor } from '#host/redact.ts';
import { ASKED_SIGNAL, type AskedPermission, type DecidedPermission } from '#sessions/chat/chat-types.ts';
import type { TurnWatch } from './turn-watch.ts';

export interface AskInLogParts {
  readonly turn: TurnId;
  readonly attempt: number;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly watch: TurnWatch;
  /** How long a person has. */
  readonly patienceMs: number;
  /** Puts a signal into the conversation's log. */
  tell(signal: string, payload: Json): Promise<void>;
}

/**
 * Asks whoever looks at the conversation, in whatever process: the question is put into its log, and the first answer
 * there counts. Nobody's answer is a no, which is put there too, so that no screen goes on asking.
 */
export function askInLog({ turn, attempt, clock, redactor, watch, patienceMs, tell }: AskInLogParts): AskPerson {
  return async (asked, signal) => {
    const id = randomBytes(6).toString('hex');
    const question = PermissionQuestion.parse(redactor.json(toJson(asked, 'question')));
    const until = clock.now() + patienceMs;
    const entry: AskedPermission = { id, turn, attempt, until, question };
    await tell(ASKED_SIGNAL, toJson(entry, 'question'));
    const answer = await watch.until(({ decisions }) => decisions.get(id), patienceMs, signal);
    if (answer) return personAnswer(answer);
    const why = signal.aborted ? 'the question was called off' : `nobody answered within ${minutes(patienceMs)}`;
    const no: DecidedPermission = { request: id, decision: 'deny', scope: 'once', note: why };
    await tell(PERMISSION_SIGNAL, toJson(no, 'decision'));
    // A person may have answered in the same moment: what the log has first is what every screen shows, so it counts.
    const first = signal.aborted ? null : await watch.until(({ decisions }) => decisions.get(id), FOR_EVER, signal);
    return personAnswer(first ?? no);
  };
}

/** Both answers are on their way: whoever drives the conversation takes them in, or calls the turn off. */
const FOR_EVER = 2 ** 31 - 1;

const personAnswer = ({ decision, scope, note }: DecidedPermission): PersonAnswer => ({
  ...{ answer: decision, scope },
  ...(note === undefined ? {} : { why: note }),
});

const minutes = (ms: number): string =>
  ms < 60_000 ? `${Math.ceil(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`;
