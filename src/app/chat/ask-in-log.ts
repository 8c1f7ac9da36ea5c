import type { TurnId } from '#contracts/chat-turn.ts';
import type { Clock } from '#contracts/clock.ts';
import { type Json, toJson } from '#contracts/json.ts';
import type { AskPerson } from '#contracts/permission.ts';
import { PERMISSION_SIGNAL } from '#contracts/signals.ts';
import type { Redactor } from '#host/redact.ts';
import { ASKED_SIGNAL, type AskedPermission, type DecidedPermission } from '#sessions/chat/chat-types.ts';
import { askPersonIn } from '#sessions/permissions/ask-person.ts';
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

/** Asks whoever looks at the conversation. */
export const askInLog = ({ turn, attempt, watch, tell, ...parts }: AskInLogParts): AskPerson =>
  askPersonIn({
    ...parts,
    ask: (asked) => {
      const entry: AskedPermission = { ...asked, turn, attempt };
      return tell(ASKED_SIGNAL, toJson(entry, 'question'));
    },
    decision: (id, ms, signal) => watch.until(({ decisions }) => decisions.get(id), ms, signal),
    refuse: (request, no) => {
      const decided: DecidedPermission = { ...no, request };
      return tell(PERMISSION_SIGNAL, toJson(decided, 'decision'));
    },
  });
